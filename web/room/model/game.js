/** What a match brings along, read into the shapes the page works with. */

import { Alphabet } from '../../model/alphabet.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').MatchView} MatchView */

/**
 * The first event of a match embeds alphabet and layout, so that it can be shown for ever,
 * whatever the server has installed since.
 * @param {Record<string, any>} options
 * @returns {Game}
 */
export function gameFrom(options) {
  const { alphabet, layout } = options;
  return {
    alphabet: new Alphabet(alphabet),
    layout: { ...layout, letter: rowsOf(layout.letter, layout.cols), word: rowsOf(layout.word, layout.cols) },
  };
}

/**
 * Multipliers come square by square.
 * @param {readonly number[]} flatList
 * @param {number} cols
 */
function rowsOf(flatList, cols) {
  return Array.from({ length: flatList.length / cols }, (_, row) =>
    flatList.slice(row * cols, (row + 1) * cols),
  );
}

/**
 * @param {readonly string[]} rows
 * @param {Game} game
 * @returns {number[]}  square values, row by row
 */
export function squaresFrom(rows, game) {
  return rows.flatMap((row) => game.alphabet.readPlaced(row).values);
}

/**
 * @param {readonly string[] | null} rack  one text a tile
 * @param {Game} game
 */
export function rackFrom(rack, game) {
  return (rack ?? []).flatMap((text) => game.alphabet.readRack(text).values);
}

/**
 * @param {readonly [number, number][]} squares
 * @param {Game} game
 */
export function flat(squares, game) {
  return squares.map(([row, col]) => row * game.layout.cols + col);
}
