/** What the server offers, brought into the shapes the page works with. */

import { Alphabet } from './alphabet.js';

/** @typedef {import('../types.js').Layout} Layout */
/** @typedef {import('../types.js').LexiconInfo} LexiconInfo */

/**
 * @typedef {object} LexiconEntry
 * @property {string} name
 * @property {string} version
 * @property {string} sha256
 * @property {number} words
 * @property {string} alphabet
 * @property {boolean} current  whether its bare name means this one
 * @property {boolean} default  whether a request that names none gets it
 * @property {number} [common_words]  0 where no list of them came with it
 * @property {boolean} proposals  whether players may propose words for it
 *
 * @typedef {object} LayoutEntry
 * @property {string} name
 * @property {number} rows
 * @property {number} cols
 * @property {[number, number]} start
 * @property {number[][]} letter_multipliers
 * @property {number[][]} word_multipliers
 *
 * @typedef {import('./alphabet.js').AlphabetData & {lexicons: string[]}} AlphabetEntry
 *
 * @typedef {{lexicons: LexiconEntry[], layouts: LayoutEntry[], alphabets: AlphabetEntry[]}} Offer
 */

/**
 * A lexicon whose alphabet the server does not list cannot be used and is left out. Two lexicons
 * may bring different alphabets under one name, so an alphabet is found by the lexicon's sha256.
 * @param {Offer} offer
 * @returns {{lexicons: LexiconInfo[], layouts: Layout[]}}
 */
export function readCatalogue(offer) {
  /** @type {Map<string, Alphabet>} */
  const alphabets = new Map();
  for (const entry of offer.alphabets) {
    const alphabet = new Alphabet(entry);
    for (const sha256 of entry.lexicons) alphabets.set(sha256, alphabet);
  }
  const lexicons = offer.lexicons.flatMap((entry) => {
    const alphabet = alphabets.get(entry.sha256);
    return alphabet ? [readLexicon(entry, alphabet)] : [];
  });
  lexicons.sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  return { lexicons, layouts: offer.layouts.map(readLayout) };
}

/**
 * @param {LexiconEntry} entry
 * @param {Alphabet} alphabet
 * @returns {LexiconInfo}
 */
function readLexicon(entry, alphabet) {
  return {
    ref: entry.current ? entry.name : entry.sha256,
    name: entry.name,
    version: entry.version,
    words: entry.words,
    commonWords: entry.common_words ?? 0,
    isDefault: entry.default,
    alphabet,
  };
}

/**
 * @param {LayoutEntry} entry
 * @returns {Layout}
 */
function readLayout(entry) {
  return {
    name: entry.name,
    rows: entry.rows,
    cols: entry.cols,
    start: entry.start,
    letter: entry.letter_multipliers,
    word: entry.word_multipliers,
  };
}
