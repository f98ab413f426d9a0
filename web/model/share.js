/** A position in the address of the page, after the `#`, so that no server need keep it. */

/** @typedef {import('../types.js').StoredPosition} StoredPosition */

const NUMBERS = /** @type {const} */ ({ rackSize: [1, 10], bingoBonus: [0, 10000] });

/**
 * Only what would break the hash or its fields is escaped; `/` stays, and a space is `+`.
 * @param {string} text
 */
function escapeField(text) {
  return encodeURIComponent(text).replaceAll('%2F', '/').replaceAll('%20', '+');
}

/** @param {StoredPosition} stored */
export function toHash(stored) {
  const fields = Object.entries(stored).filter(([, value]) => value !== undefined);
  return `#${fields.map(([name, value]) => `${name}=${escapeField(String(value))}`).join('&')}`;
}

/**
 * @param {string} hash
 * @returns {StoredPosition | null}  null where the hash holds no position
 */
export function fromHash(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/u, ''));
  const cgp = fields.get('cgp');
  if (!cgp) return null;
  /** @type {StoredPosition} */
  const stored = {
    cgp,
    lexicon: fields.get('lexicon') ?? '',
    layout: fields.get('layout') ?? '',
  };
  for (const name of /** @type {const} */ (['rackSize', 'bingoBonus'])) {
    const value = fields.get(name);
    const [least, most] = NUMBERS[name];
    if (value !== null && /^\d{1,5}$/u.test(value) && +value >= least && +value <= most) {
      stored[name] = Number(value);
    }
  }
  return stored;
}
