/** Squares of a board as a flat array of square values, row by row; nothing here changes one. */

import { BLANK, BLANK_FLAG } from './alphabet.js';

/** @typedef {import('./alphabet.js').Alphabet} Alphabet */
/** @typedef {import('../types.js').Layout} Layout */

/** @param {Layout} layout */
export function emptySquares(layout) {
  return /** @type {number[]} */ (new Array(layout.rows * layout.cols).fill(0));
}

/**
 * @param {readonly number[]} squares
 * @param {number} index
 * @param {number} value
 */
export function withSquare(squares, index, value) {
  return squares.with(index, value);
}

/**
 * The tile a square takes from the set: a blank's letter counts as the blank.
 * @param {number} value  a square value other than 0
 */
export function tileOf(value) {
  return value & BLANK_FLAG ? BLANK : value;
}

/**
 * @param {readonly number[]} squares
 * @param {Layout} layout
 * @param {Alphabet} alphabet
 * @returns {string[]}  one text a row, as the server reads them
 */
export function rowTexts(squares, layout, alphabet) {
  return Array.from({ length: layout.rows }, (_, row) =>
    alphabet.rowText(squares.slice(row * layout.cols, (row + 1) * layout.cols)),
  );
}

/**
 * Copies of each tile that are neither on the board nor on the rack; below 0 where the two show
 * more than the set holds.
 * @param {Alphabet} alphabet
 * @param {readonly number[]} squares
 * @param {readonly number[]} rack
 */
export function unseenCounts(alphabet, squares, rack) {
  const counts = [...alphabet.counts];
  const take = (/** @type {number} */ tile) => {
    counts[tile] = (counts[tile] ?? 0) - 1;
  };
  for (const value of squares) if (value !== 0) take(tileOf(value));
  for (const letter of rack) take(letter);
  return counts;
}

/**
 * Squares of one alphabet read in another; what the other does not know is left off.
 * @param {readonly number[]} squares
 * @param {Alphabet} from
 * @param {Alphabet} to
 */
export function translateSquares(squares, from, to) {
  return squares.map((value) => (value === 0 ? 0 : to.values.get(from.glyph(value)) ?? 0));
}

/**
 * Squares of one layout laid on another of a different size, start square on start square.
 * @param {readonly number[]} squares
 * @param {Layout} from
 * @param {Layout} to
 */
export function moveSquares(squares, from, to) {
  const moved = emptySquares(to);
  const down = to.start[0] - from.start[0];
  const right = to.start[1] - from.start[1];
  squares.forEach((value, index) => {
    const row = Math.floor(index / from.cols) + down;
    const col = (index % from.cols) + right;
    if (value !== 0 && row >= 0 && row < to.rows && col >= 0 && col < to.cols) {
      moved[row * to.cols + col] = value;
    }
  });
  return moved;
}
