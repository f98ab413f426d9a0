/**
 * SHA-256 and HMAC-SHA-256, from the browser where it offers them, else from here.
 *
 * A browser keeps `crypto.subtle` from pages that came over plain HTTP from another machine, which
 * is how a school's own server is often reached. The sums are the same, only slower.
 */

/**
 * @typedef {object} Digests
 * @property {(data: Uint8Array) => Promise<Uint8Array>} sha256
 * @property {(key: Uint8Array, data: Uint8Array) => Promise<Uint8Array>} hmac
 */

const BLOCK = 64;

/** The first 32 bits of the fractional parts of cube roots (`K`) and square roots (`START`). */
const PRIMES = firstPrimes(64);
const K = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/**
 * The browser's own.
 * @param {SubtleCrypto} subtle
 * @returns {Digests}
 */
export function browserDigests(subtle) {
  return {
    sha256: async (data) => new Uint8Array(await subtle.digest('SHA-256', bytes(data))),
    hmac: async (key, data) => {
      const how = { name: 'HMAC', hash: 'SHA-256' };
      const imported = await subtle.importKey('raw', bytes(key), how, false, ['sign']);
      return new Uint8Array(await subtle.sign('HMAC', imported, bytes(data)));
    },
  };
}

/** @type {Digests} */
export const ownDigests = {
  sha256: async (data) => sha256(data),
  hmac: async (key, data) => {
    const padded = new Uint8Array(BLOCK);
    padded.set(key.length > BLOCK ? sha256(key) : key);
    const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), data));
    return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
  },
};

/**
 * The browser's where it has them.
 * @param {SubtleCrypto | undefined} subtle
 */
export function digestsOf(subtle) {
  return subtle ? browserDigests(subtle) : ownDigests;
}

/** @param {readonly Uint8Array[]} parts */
export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * FIPS 180-4, section 6.2.
 * @param {Uint8Array} data
 */
function sha256(data) {
  const length = Math.ceil((data.length + 9) / BLOCK) * BLOCK;
  const padding = new Uint8Array(length - data.length);
  padding[0] = 0x80;
  const padded = joined(data, padding);
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, data.length << 3);
  const hash = START.slice();
  const words = new Uint32Array(64);
  for (let start = 0; start < padded.length; start += BLOCK) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(start + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [before, near] = [word(words, i - 15), word(words, i - 2)];
      const s0 = turned(before, 7) ^ turned(before, 18) ^ (before >>> 3);
      const s1 = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
      words[i] = word(words, i - 16) + s0 + word(words, i - 7) + s1;
    }
    compress(hash, words);
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((value, i) => out.setUint32(4 * i, value));
  return new Uint8Array(out.buffer);
}

/**
 * @param {Uint32Array} hash
 * @param {Uint32Array} words
 */
function compress(hash, words) {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const t1 = h + s1 + ((e & f) ^ (~e & g)) + word(K, i) + word(words, i);
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) >>> 0, c, b, a, (t1 + t2) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] = word(hash, i) + value));
}

/**
 * @param {Uint32Array} words
 * @param {number} at
 */
function word(words, at) {
  return words[at] ?? 0;
}

/**
 * @param {number} value
 * @param {number} by
 */
function turned(value, by) {
  return (value >>> by) | (value << (32 - by));
}

/** @param {number} root */
function fraction(root) {
  return Math.floor((root % 1) * 2 ** 32);
}

/** @param {number} count */
function firstPrimes(count) {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return primes;
}

/**
 * A copy whose buffer the browser takes.
 * @param {Uint8Array} data
 */
function bytes(data) {
  return new Uint8Array(data).buffer;
}
