/** The list of moves: sorted and filtered without another request. */

import { BLANK_FLAG } from './alphabet.js';
import { parseCoordinate } from './coordinates.js';
import { memoLast } from './memo.js';
import { goesThrough } from './moves.js';

/** @typedef {import('./alphabet.js').Alphabet} Alphabet */
/** @typedef {import('../types.js').Column} Column */
/** @typedef {import('../types.js').Move} Move */

/** Letters are written as characters from here on, so that words compare and match as texts. */
const CODE_BASE = 0x4000;
const ANY_ONE = '?';
const ANY_RUN = '*';
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * @param {readonly number[]} values  square values
 */
function coded(values) {
  return String.fromCharCode(...values.map((value) => CODE_BASE + (value & ~BLANK_FLAG)));
}

const codedWords = memoLast(
  (/** @type {readonly Move[]} */ moves, /** @type {Alphabet} */ alphabet) =>
    moves.map((move) =>
      move.type === 'placement'
        ? move.words.map((one) => coded(alphabet.readPlaced(one.word).values))
        : [],
    ),
);

/**
 * What a typed filter looks for. With `?` (one tile) or `*` (any run) it is the pattern of a
 * whole word, else a part of one. Null where it holds no tile of the alphabet.
 * @param {string} typed
 * @param {Alphabet} alphabet
 * @returns {RegExp | null}
 */
export function wordPattern(typed, alphabet) {
  let pattern = '';
  let whole = false;
  for (const part of typed.trim().split(/([?*])/u)) {
    if (part === ANY_ONE || part === ANY_RUN) {
      whole = true;
      pattern += part === ANY_ONE ? '.' : '.*';
      continue;
    }
    const reading = alphabet.readWord(part);
    if (reading.unread) return null;
    pattern += coded(reading.values);
  }
  return new RegExp(whole ? `^${pattern}$` : pattern, 'u');
}

/**
 * @param {readonly Move[]} moves  best score first, as the server gives them
 * @param {Alphabet} alphabet
 * @param {string} word  filter as typed; empty for none
 * @param {number} row  of the square that moves must go through; -1 for none
 * @param {number} col
 * @param {Column} column
 * @param {boolean} descending
 * @returns {readonly Move[]}
 */
function compute(moves, alphabet, word, row, col, column, descending) {
  const kept = filtered(moves, alphabet, word, row, col);
  if (column === 'score' && descending) return kept;
  return sorted(kept, alphabet, column, descending);
}

export const listMoves = memoLast(compute);

/**
 * @param {readonly Move[]} moves
 * @param {Alphabet} alphabet
 * @param {string} word
 * @param {number} row
 * @param {number} col
 */
function filtered(moves, alphabet, word, row, col) {
  if (word.trim() === '' && row < 0) return moves;
  const pattern = word.trim() === '' ? null : wordPattern(word, alphabet);
  if (word.trim() !== '' && !pattern) return [];
  const words = pattern ? codedWords(moves, alphabet) : [];
  return moves.filter(
    (move, index) =>
      (!pattern || words[index]?.some((one) => pattern.test(one))) &&
      (row < 0 || goesThrough(move, alphabet, row, col)),
  );
}

/**
 * @param {readonly Move[]} moves
 * @param {Alphabet} alphabet
 * @param {Column} column
 * @param {boolean} descending
 */
function sorted(moves, alphabet, column, descending) {
  const keyed = moves.map((move) => ({ move, key: sortKey(move, alphabet, column) }));
  const sign = descending ? -1 : 1;
  keyed.sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0));
  return keyed.map(({ move }) => move);
}

/**
 * Keys of one column are of one type, so `<` orders them.
 * @param {Move} move
 * @param {Alphabet} alphabet
 * @param {Column} column
 * @returns {number | string}
 */
function sortKey(move, alphabet, column) {
  switch (column) {
    case 'score':
      return move.score;
    case 'move': {
      const at = move.type === 'placement' ? parseCoordinate(move.coord) : null;
      if (!at) return LAST;
      return (at.row * 64 + at.col) * 2 + (at.direction === 'down' ? 1 : 0);
    }
    case 'words':
      return move.type === 'placement' ? coded(alphabet.readPlaced(move.word).values) : '\uffff';
    case 'left': {
      const tiles = alphabet.readRack(move.leave).values;
      return String.fromCharCode(CODE_BASE + tiles.length) + coded(tiles);
    }
  }
}
