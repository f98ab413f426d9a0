/** Problems of the server (RFC 9457), mapped to the parts of the page they speak of. */

import { fieldText } from '../problem-text.js';

/** @typedef {import('../types.js').Failure} Failure */

/** Problem types that a person can mend on the page. */
const MENDABLE = new Set(['invalid-request', 'unknown-lexicon', 'unknown-layout']);

/**
 * @typedef {object} Faults
 * @property {string[]} rack
 * @property {ReadonlySet<number>} squares  flat indices
 * @property {string[]} board
 * @property {string[]} setup
 * @property {string[]} other
 */

/** @param {Failure} failure */
export function isMendable(failure) {
  return MENDABLE.has(failure.type);
}

/**
 * @param {Failure} failure
 * @param {number} rows
 * @param {number} cols
 * @returns {Faults}
 */
export function mapFaults(failure, rows, cols) {
  /** @type {Set<number>} */
  const squares = new Set();
  /** @type {Faults} */
  const faults = { rack: [], squares, board: [], setup: [], other: [] };
  for (const error of failure.errors) {
    const [field = '', ...path] = error.pointer.split('/').slice(1);
    const text = fieldText(error);
    switch (field) {
      case 'rack':
        faults.rack.push(text);
        break;
      case 'board':
      case 'cgp':
        faults.board.push(text);
        for (const index of pointedSquares(path, rows, cols)) squares.add(index);
        break;
      case 'lexicon':
      case 'layout':
      case 'rack_size':
      case 'bingo_bonus':
        faults.setup.push(text);
        break;
      default:
        faults.other.push(text);
    }
  }
  return faults;
}

/**
 * Squares of a pointer's path below `/board`: a row, or a row and a column.
 * @param {readonly string[]} path
 * @param {number} rows
 * @param {number} cols
 */
function pointedSquares(path, rows, cols) {
  const [row = NaN, col = NaN] = path.map((part) => (/^\d+$/u.test(part) ? Number(part) : NaN));
  if (!(row < rows)) return [];
  if (col < cols) return [row * cols + col];
  return Array.from({ length: cols }, (_, at) => row * cols + at);
}
