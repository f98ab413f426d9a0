/** What is looked up: as the address has it, and as the server is asked. Pure. */

export const KINDS = /** @type {const} */ ([
  'is',
  'starts',
  'ends',
  'contains',
  'pattern',
  'anagrams',
  'subanagrams',
  'extensions',
  'length',
]);
export const SIDES = /** @type {const} */ (['any', 'front', 'back', 'both']);

/** Words of one page. */
const PAGE = 100;

/** Lengths that a word may have, in tiles. */
export const SHORTEST = 2;
export const LONGEST = 21;

/**
 * @typedef {typeof KINDS[number]} Kind
 * @typedef {typeof SIDES[number]} Side
 * @typedef {object} Query
 * @property {string} lexicon  name or sha256; empty for the one used last, or the server's
 * @property {Kind} kind
 * @property {string} q
 * @property {Side} side  of extensions alone
 * @property {boolean} common
 */

/**
 * @param {string} search  what follows the `?`
 * @returns {Query}
 */
export function queryOf(search) {
  const given = new URLSearchParams(search);
  return {
    lexicon: given.get('lexicon') ?? '',
    kind: KINDS.find((kind) => kind === given.get('kind')) ?? 'is',
    q: given.get('q') ?? '',
    side: SIDES.find((side) => side === given.get('side')) ?? 'any',
    common: given.get('common') === 'true',
  };
}

/** @param {Query} query */
export function addressOf({ lexicon, kind, q, side, common }) {
  const search = new URLSearchParams({ lexicon, kind, q: q.trim() });
  if (kind === 'extensions' && side !== 'any') search.set('side', side);
  if (common) search.set('common', 'true');
  return `#/words?${search}`;
}

/**
 * Whether a word is one is asked with its hooks, in one request.
 * @param {Query} query
 * @param {string | null} cursor
 * @returns {Record<string, string>}
 */
export function parametersOf({ lexicon, kind, q, side, common }, cursor) {
  return {
    lexicon,
    kind: kind === 'is' ? 'hooks' : kind,
    q: q.trim(),
    ...(common ? { common: 'true' } : {}),
    ...(kind === 'extensions' ? { side } : {}),
    ...(kind === 'is' ? {} : { limit: String(PAGE) }),
    ...(cursor === null ? {} : { cursor }),
  };
}

/**
 * What the page can tell by itself to be missing.
 * @param {Query} query
 * @returns {'words.missing' | 'words.missing.length' | null}
 */
export function lackOf({ kind, q }) {
  if (kind === 'length') {
    const n = /^\d+$/u.test(q.trim()) ? Number(q) : 0;
    return n >= SHORTEST && n <= LONGEST ? null : 'words.missing.length';
  }
  return q.trim() === '' ? 'words.missing' : null;
}
