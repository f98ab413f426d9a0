/**
 * My tiles in my order. A tile that lies on the board keeps its place in the order, so that it
 * comes back to where it was taken from. Nothing here changes what it is given.
 */

import { BLANK, BLANK_FLAG } from '../../model/alphabet.js';

/** @typedef {import('../types.js').RackTile} RackTile */

export const ON_RACK = -1;

/**
 * @param {number} letter
 * @returns {RackTile}
 */
export function freshTile(letter) {
  return { letter, square: ON_RACK, as: 0, chosen: false };
}

/** @param {RackTile} tile */
export function recalled(tile) {
  return tile.square === ON_RACK ? tile : { ...tile, square: ON_RACK, as: 0 };
}

/**
 * The square value of a tile as it lies on the board; 0 for a blank on the rack.
 * @param {RackTile} tile
 */
export function valueOf(tile) {
  return tile.letter === BLANK && tile.as !== 0 ? tile.as | BLANK_FLAG : tile.letter;
}

/**
 * Places in the order of the tiles that are on the rack, as they are shown.
 * @param {readonly RackTile[]} tiles
 */
export function onRack(tiles) {
  return tiles.flatMap((tile, at) => (tile.square === ON_RACK ? [at] : []));
}

/**
 * Places in the order of the tiles that lie on the board.
 * @param {readonly RackTile[]} tiles
 */
export function onBoard(tiles) {
  return tiles.flatMap((tile, at) => (tile.square === ON_RACK ? [] : [at]));
}

/**
 * Place in the order of the tile on a square, or -1.
 * @param {readonly RackTile[]} tiles
 * @param {number} square
 */
export function tileOn(tiles, square) {
  return tiles.findIndex((tile) => tile.square === square);
}

/**
 * My tiles after the server said what is on the rack and on the board. Tiles I still have keep
 * their places; of two alike the one that was exchanged goes. A tile whose square was
 * taken by another's placement comes back to the rack as itself.
 * @param {readonly RackTile[]} tiles
 * @param {readonly number[]} rack  letters the server says I have
 * @param {readonly number[]} squares  the board
 * @param {ReadonlySet<number>} played  squares that I have just played on
 * @returns {RackTile[]}
 */
export function syncTiles(tiles, rack, squares, played) {
  const left = [...rack];
  const take = (/** @type {number} */ letter) => {
    const at = left.indexOf(letter);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  };
  /** @type {Set<number>} */
  const kept = new Set();
  const staying = (/** @type {RackTile} */ tile) => tile.square === ON_RACK && !tile.chosen;
  for (const first of [true, false]) {
    tiles.forEach((tile, at) => {
      // What was played is gone; one alike that was drawn since is a new tile.
      if (staying(tile) !== first || played.has(tile.square)) return;
      if (take(tile.letter)) kept.add(at);
    });
  }
  const mine = tiles
    .filter((_, at) => kept.has(at))
    .map((tile) => (tile.square !== ON_RACK && squares[tile.square] !== 0 ? recalled(tile) : tile))
    .map((tile) => (tile.chosen ? { ...tile, chosen: false } : tile));
  return [...mine, ...left.map(freshTile)];
}

/**
 * The order kept from before a reload, as far as it still holds.
 * @param {unknown} saved
 * @returns {RackTile[]}
 */
export function readSaved(saved) {
  if (!Array.isArray(saved)) return [];
  return saved.flatMap((one) => {
    const { letter, square, as } = one ?? {};
    const whole = [letter, square, as].every((value) => Number.isInteger(value));
    return whole && letter >= 0 && square >= ON_RACK ? [{ letter, square, as, chosen: false }] : [];
  });
}

/** @param {readonly RackTile[]} tiles */
export function toSaved(tiles) {
  return tiles.map(({ letter, square, as }) => ({ letter, square, as }));
}

/**
 * Lay a tile on a square. A tentative tile that lies there changes places with it, or goes back
 * to the rack if the new one comes from there.
 * @param {readonly RackTile[]} tiles
 * @param {number} at
 * @param {number} square
 * @param {number} as  letter of a blank
 */
export function lay(tiles, at, square, as) {
  const moved = tiles[at];
  if (!moved) return tiles;
  const other = tileOn(tiles, square);
  return tiles.map((tile, place) => {
    if (place === at) return { ...tile, square, as: tile.letter === BLANK ? as : 0 };
    if (place !== other) return tile;
    return moved.square === ON_RACK ? recalled(tile) : { ...tile, square: moved.square };
  });
}

/**
 * Put a tile on the rack before the `to`th of those shown there.
 * @param {readonly RackTile[]} tiles
 * @param {number} at
 * @param {number} to  may lie beyond the last
 */
export function putBack(tiles, at, to) {
  const moved = tiles[at];
  if (!moved) return tiles;
  const shown = onRack(tiles).filter((place) => place !== at);
  const before = shown[to];
  const rest = tiles.filter((_, place) => place !== at);
  // Beyond the last shown tile is the end of the order, tiles on the board included.
  const target = before === undefined ? rest.length : before - Number(before > at);
  return rest.toSpliced(target, 0, recalled(moved));
}

/** @param {readonly RackTile[]} tiles */
export function recallAll(tiles) {
  return tiles.some((tile) => tile.square !== ON_RACK) ? tiles.map(recalled) : tiles;
}

/**
 * The tiles on the rack in another order; those on the board keep their places.
 * @param {readonly RackTile[]} tiles
 * @param {(a: RackTile, b: RackTile) => number} compare
 */
export function arrange(tiles, compare) {
  const places = onRack(tiles);
  const sorted = places.flatMap((at) => tiles[at] ?? []).sort(compare);
  const next = [...tiles];
  places.forEach((at, turn) => {
    const tile = sorted[turn];
    if (tile) next[at] = tile;
  });
  return next;
}

/**
 * In the order of the alphabet, blanks last.
 * @param {readonly RackTile[]} tiles
 */
export function sortTiles(tiles) {
  const rank = (/** @type {RackTile} */ { letter }) => (letter === BLANK ? Infinity : letter);
  return arrange(tiles, (a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

/**
 * Shuffled by chance that the caller brings; never the order that was.
 * @param {readonly RackTile[]} tiles
 * @param {readonly number[]} chances  one number a tile
 */
export function shuffleTiles(tiles, chances) {
  const keys = new Map(tiles.map((tile, at) => [tile, chances[at] ?? 0]));
  const shuffled = arrange(tiles, (a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
  const same = shuffled.every((tile, at) => tile.letter === tiles[at]?.letter);
  const [first] = onRack(tiles);
  if (!same || first === undefined) return shuffled;
  // Rotating by one gives another order unless all tiles are alike.
  return putBack(shuffled, first, Infinity);
}
