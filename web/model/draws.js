/** What a seed and the seats' nonces make: the tiles of each draw, and who begins. */

import { joined } from './digests.js';

/** @typedef {import('./digests.js').Digests} Digests */

const WORDS = 2 ** 32;
const DIGEST_WORDS = 8;
/** The block that says who begins. */
const FIRST_BLOCK = WORDS - 1;

/**
 * Tiles of a draw, machine letters in the order drawn.
 * @param {Uint8Array} seed
 * @param {readonly Uint8Array[]} nonces  one a seat, in seat order
 * @param {readonly number[]} counts  what is in the bag, by letter
 * @param {number} size  how many
 * @param {number} block  number of the draw
 * @param {Digests} digests
 */
export async function drawTiles(seed, nonces, counts, size, block, digests) {
  const words = new Words(await keyOf(seed, nonces, digests), block, digests);
  const inside = counts.flatMap((count, letter) => Array(count).fill(letter));
  for (let at = 0; at < size; at++) {
    const other = at + (await words.below(inside.length - at));
    [inside[at], inside[other]] = [inside[other], inside[at]];
  }
  return inside.slice(0, size);
}

/**
 * The seat that begins where it is drawn.
 * @param {Uint8Array} seed
 * @param {readonly Uint8Array[]} nonces  one a seat, in seat order
 * @param {Digests} digests
 */
export async function drawFirst(seed, nonces, digests) {
  return new Words(await keyOf(seed, nonces, digests), FIRST_BLOCK, digests).below(nonces.length);
}

/**
 * @param {Uint8Array} seed
 * @param {readonly Uint8Array[]} nonces
 * @param {Digests} digests
 */
function keyOf(seed, nonces, digests) {
  // Each nonce goes in with its length, so that no two lists of nonces give one key.
  return digests.hmac(seed, joined(...nonces.flatMap((nonce) => [fourBytes(nonce.length), nonce])));
}

/** The 32-bit numbers of a block, each used once. */
class Words {
  /**
   * @param {Uint8Array} key
   * @param {number} block
   * @param {Digests} digests
   */
  constructor(key, block, digests) {
    this.key = key;
    this.block = block;
    this.digests = digests;
    this.used = 0;
    this.digest = new DataView(new ArrayBuffer(0));
  }

  /**
   * A number below a limit, each equally likely: numbers beyond the last whole multiple of the
   * limit would favour small remainders and are left out.
   * @param {number} limit
   */
  async below(limit) {
    const ceiling = WORDS - (WORDS % limit);
    let word = await this.next();
    while (word >= ceiling) word = await this.next();
    return word % limit;
  }

  async next() {
    const at = this.used % DIGEST_WORDS;
    if (at === 0) {
      const counter = this.used / DIGEST_WORDS;
      const message = joined(fourBytes(this.block), fourBytes(counter));
      this.digest = new DataView((await this.digests.hmac(this.key, message)).slice().buffer);
    }
    this.used += 1;
    return this.digest.getUint32(4 * at);
  }
}

/** @param {number} value */
function fourBytes(value) {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value);
  return new Uint8Array(view.buffer);
}
