/** Tentative tiles, written as the placement that a request names. */

import { columnName, squareName } from '../../model/coordinates.js';
import { onBoard, valueOf } from './rack.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').RackTile} RackTile */

/**
 * @typedef {{coord: string, tiles: string}} PlacementText
 * @typedef {{fault: 'none' | 'line' | 'gap', squares: number[]}} Misplaced
 */

/**
 * The server judges; only what cannot be written as a placement is found here.
 * @param {readonly RackTile[]} tiles
 * @param {readonly number[]} squares  the board
 * @param {Game} game
 * @returns {PlacementText | Misplaced}
 */
export function placementOf(tiles, squares, game) {
  const { cols } = game.layout;
  /** @type {Map<number, number>} */
  const laid = new Map();
  for (const at of onBoard(tiles)) {
    const tile = tiles[at];
    if (tile) laid.set(tile.square, valueOf(tile));
  }
  const places = [...laid.keys()].sort((a, b) => a - b);
  const first = places[0];
  const last = places.at(-1);
  if (first === undefined || last === undefined) return { fault: 'none', squares: [] };
  const across = places.every((one) => Math.floor(one / cols) === Math.floor(first / cols));
  const down = places.every((one) => one % cols === first % cols);
  if (!across && !down) return { fault: 'line', squares: places };
  const step = across ? 1 : cols;
  /** @type {number[]} */
  const values = [];
  /** @type {number[]} */
  const gaps = [];
  for (let index = first; index <= last; index += step) {
    const value = laid.get(index) ?? 0;
    if (value === 0 && squares[index] === 0) gaps.push(index);
    values.push(value);
  }
  if (gaps.length > 0) return { fault: 'gap', squares: gaps };
  const row = Math.floor(first / cols);
  const col = first % cols;
  return {
    coord: across ? `${row + 1}${columnName(col)}` : squareName(row, col),
    tiles: game.alphabet.rowText(values),
  };
}

/**
 * @param {PlacementText | Misplaced} placement
 * @returns {placement is PlacementText}
 */
export function isPlacement(placement) {
  return 'coord' in placement;
}
