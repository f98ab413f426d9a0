/** Moves as the server names them, laid on the board of the page. */

import { BLANK } from './alphabet.js';
import { tileOf } from './board.js';
import { along, parseCoordinate } from './coordinates.js';

/** @typedef {import('./alphabet.js').Alphabet} Alphabet */
/** @typedef {import('../types.js').Layout} Layout */
/** @typedef {import('../types.js').Move} Move */
/** @typedef {import('../types.js').PlacementMove} PlacementMove */

/**
 * @typedef {{index: number, value: number}} Laid  a square of the main word; value 0 where a tile
 *   stands already
 */

/**
 * Squares of a placement's main word, or none where it does not lie on this board.
 * @param {PlacementMove} move
 * @param {Alphabet} alphabet
 * @param {Layout} layout
 * @returns {Laid[]}
 */
export function laidTiles(move, alphabet, layout) {
  const start = parseCoordinate(move.coord);
  const reading = alphabet.readPlaced(move.tiles);
  if (!start || reading.unread) return [];
  const laid = reading.values.map((value, step) => {
    const { row, col } = along(start, start.direction, step);
    const fits = row < layout.rows && col < layout.cols;
    return { index: fits ? row * layout.cols + col : -1, value };
  });
  return laid.some((one) => one.index < 0) ? [] : laid;
}

/**
 * Whether a move's main word takes in a square.
 * @param {Move} move
 * @param {Alphabet} alphabet
 * @param {number} row
 * @param {number} col
 */
export function goesThrough(move, alphabet, row, col) {
  if (move.type !== 'placement') return false;
  const start = parseCoordinate(move.coord);
  if (!start) return false;
  const across = start.direction === 'across';
  if (across ? start.row !== row : start.col !== col) return false;
  const step = across ? col - start.col : row - start.row;
  return step >= 0 && step < alphabet.readPlaced(move.tiles).values.length;
}

/**
 * Take tiles off a rack; a tile the rack lacks is passed over.
 * @param {readonly number[]} rack
 * @param {readonly number[]} tiles
 */
export function withoutTiles(rack, tiles) {
  const left = [...rack];
  for (const tile of tiles) {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/**
 * Rack tiles that a move uses.
 * @param {Move} move
 * @param {Alphabet} alphabet
 */
export function tilesUsed(move, alphabet) {
  if (move.type === 'pass') return [];
  if (move.type === 'exchange') return alphabet.readRack(move.tiles).values;
  return alphabet
    .readPlaced(move.tiles)
    .values.filter((value) => value !== 0)
    .map(tileOf);
}

/**
 * Board and rack after a move.
 * @param {Move} move
 * @param {readonly number[]} squares
 * @param {readonly number[]} rack
 * @param {Alphabet} alphabet
 * @param {Layout} layout
 */
export function afterMove(move, squares, rack, alphabet, layout) {
  const next = [...squares];
  /** @type {number[]} */
  const played = [];
  if (move.type === 'placement') {
    for (const { index, value } of laidTiles(move, alphabet, layout)) {
      if (value === 0) continue;
      next[index] = value;
      played.push(index);
    }
  }
  return { squares: next, rack: withoutTiles(rack, tilesUsed(move, alphabet)), played };
}

/**
 * A word cut into runs of tiles played now and tiles that stood.
 * @param {PlacementMove} move
 * @param {Alphabet} alphabet
 * @returns {{text: string, kind: 'played' | 'blank' | 'through'}[]}
 */
export function wordRuns(move, alphabet) {
  const word = alphabet.readPlaced(move.word).values;
  const tiles = alphabet.readPlaced(move.tiles).values;
  /** @type {{text: string, kind: 'played' | 'blank' | 'through'}[]} */
  const runs = [];
  word.forEach((value, step) => {
    const tile = tiles[step] ?? 0;
    const kind = tile === 0 ? 'through' : tileOf(tile) === BLANK ? 'blank' : 'played';
    const last = runs.at(-1);
    const text = alphabet.glyph(value);
    if (last?.kind === kind) last.text += text;
    else runs.push({ text, kind });
  });
  return runs;
}
