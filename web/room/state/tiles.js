/** My tiles: laid, typed, taken back, carried, put in order, chosen for an exchange. */

import { BLANK } from '../../model/alphabet.js';
import { along, squareName } from '../../model/coordinates.js';
import { t } from '../../text.js';
import { laidTiles } from '../../model/moves.js';
import {
  lay,
  onRack,
  ON_RACK,
  putBack,
  recallAll,
  shuffleTiles,
  sortTiles,
  tileOn,
  valueOf,
} from '../model/rack.js';
import { mySeat } from './selectors.js';
import { focusOn, say } from './steps.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Held} Held */
/** @typedef {import('../types.js').Over} Over */

/**
 * @param {Game} game
 * @param {number} index
 */
export function nameOf(game, index) {
  const { cols } = game.layout;
  return squareName(Math.floor(index / cols), index % cols);
}

/**
 * @param {Game} game
 * @param {import('../types.js').RackTile} tile
 */
export function tileText(game, tile) {
  const value = valueOf(tile);
  return value === BLANK ? t('tile.blank') : game.alphabet.glyph(value);
}

/**
 * Lay a tile of mine on a square; a blank without a letter asks for it first.
 * @param {RoomState} state
 * @param {Game} game
 * @param {number} at  place in my order
 * @param {number} index  square
 * @param {number} as  letter of a blank, 0 if it has none yet
 * @returns {RoomState}
 */
export function layTile(state, game, at, index, as = 0) {
  const tile = state.tiles[at];
  const free = { ...state, held: null, drag: null };
  if (!tile || mySeat(state) === null) return free;
  if (state.squares[index] !== 0) {
    return say(free, t('room.say.taken', { square: nameOf(game, index) }));
  }
  const letter = as || tile.as;
  if (tile.letter === BLANK && letter === 0) {
    return { ...free, blankFor: { at, index, byTyping: false }, dialog: 'blank' };
  }
  const tiles = lay(state.tiles, at, index, letter);
  const { cols } = game.layout;
  const cursor = { ...state.cursor, row: Math.floor(index / cols), col: index % cols };
  const laid = { ...free, tiles, cursor, faults: [], shown: -1 };
  const placed = tiles[at] ?? tile;
  const key = placed.letter === BLANK ? 'say.placed.blank' : 'say.placed';
  return say(laid, t(key, { tile: tileText(game, placed), square: nameOf(game, index) }));
}

/**
 * @param {RoomState} state
 * @param {Game} game
 * @param {number} at
 * @param {number} to  place among the tiles shown on the rack
 * @returns {RoomState}
 */
export function rackTile(state, game, at, to) {
  const tile = state.tiles[at];
  const free = { ...state, held: null, drag: null };
  if (!tile) return free;
  const back = { ...free, tiles: putBack(state.tiles, at, to), faults: [] };
  if (tile.square === ON_RACK) return back;
  const bare = tile.letter === BLANK ? t('tile.blank') : tileText(game, tile);
  return say(back, t('room.say.back', { tile: bare }));
}

/**
 * Place in my order of what is picked up, or -1.
 * @param {RoomState} state
 * @param {Held} source
 */
export function placeOf(state, source) {
  return source.kind === 'rack' ? source.at : tileOn(state.tiles, source.index);
}

/**
 * @param {RoomState} state
 * @param {Game} game
 * @param {Held} source
 * @param {Over} over
 * @returns {RoomState}
 */
export function putDown(state, game, source, over) {
  const at = placeOf(state, source);
  if (at < 0) return { ...state, held: null, drag: null };
  if (over.kind === 'square') return layTile(state, game, at, over.index);
  if (over.kind === 'rack') return rackTile(state, game, at, over.at);
  // Let go beside the board a tile goes back to the rack; one from there stays where it was.
  return source.kind === 'square'
    ? rackTile(state, game, at, Infinity)
    : { ...state, held: null, drag: null };
}

/**
 * @param {RoomState} state
 * @param {Game} game
 * @param {Held} source
 * @returns {RoomState}
 */
export function hold(state, game, source) {
  const tile = state.tiles[placeOf(state, source)];
  if (!tile) return state;
  if (JSON.stringify(state.held) === JSON.stringify(source)) {
    return say({ ...state, held: null }, t('say.held.ended'));
  }
  return say({ ...state, held: source }, t('say.held', { tile: tileText(game, tile) }));
}

/**
 * A letter typed on the board comes from the rack, or else from a blank.
 * @param {RoomState} state
 * @param {Game} game
 * @param {string} text
 * @param {boolean} asBlank
 * @returns {RoomState}
 */
export function typeLetter(state, game, text, asBlank) {
  if (mySeat(state) === null || state.exchanging) return state;
  const letter = game.alphabet.letterOf(text);
  if (letter === 0) return say(state, t('say.no-tile', { text, alphabet: game.alphabet.name }));
  const start = state.cursor;
  const index = freeFrom(state, game, start.row, start.col);
  if (index < 0) return say(state, t('room.say.edge'));
  const under = tileOn(state.tiles, index);
  const places = onRack(state.tiles);
  const plain = asBlank ? undefined : places.find((at) => state.tiles[at]?.letter === letter);
  const at = plain ?? places.find((place) => state.tiles[place]?.letter === BLANK);
  if (at === undefined) {
    const standing = state.tiles[under];
    // Typing what lies there already only walks on.
    if (standing && (valueOf(standing) & 0x7f) === letter) return stepOn(state, game, index);
    return say(state, t('room.say.none', { tile: game.alphabet.glyph(letter) }));
  }
  return focusOn(stepOn(layTile(state, game, at, index, letter), game, index), 'square');
}

/**
 * The first square from here on, in the cursor's direction, that no standing tile takes; or -1.
 * @param {RoomState} state
 * @param {Game} game
 * @param {number} row
 * @param {number} col
 */
function freeFrom(state, game, row, col) {
  const { rows, cols } = game.layout;
  let at = { row, col };
  while (at.row < rows && at.col < cols) {
    const index = at.row * cols + at.col;
    if (state.squares[index] === 0) return index;
    at = along(at, state.cursor.direction, 1);
  }
  return -1;
}

/**
 * @param {RoomState} state
 * @param {Game} game
 * @param {number} index
 * @returns {RoomState}
 */
function stepOn(state, game, index) {
  const { cols, rows } = game.layout;
  const next = along({ row: Math.floor(index / cols), col: index % cols }, state.cursor.direction, 1);
  const free = next.row < rows && next.col < cols ? freeFrom(state, game, next.row, next.col) : -1;
  const to = free < 0 ? index : free;
  const cursor = { ...state.cursor, row: Math.floor(to / cols), col: to % cols };
  return { ...state, cursor, picked: true };
}

/**
 * Take back the tentative tile at the cursor, or, going back, the one before it.
 * @param {RoomState} state
 * @param {Game} game
 * @param {boolean} back
 * @returns {RoomState}
 */
export function erase(state, game, back) {
  const { cols } = game.layout;
  let square = { row: state.cursor.row, col: state.cursor.col };
  const indexOf = () => square.row * cols + square.col;
  if (back && tileOn(state.tiles, indexOf()) < 0) {
    do square = along(square, state.cursor.direction, -1);
    while (square.row >= 0 && square.col >= 0 && state.squares[indexOf()] !== 0);
    if (square.row < 0 || square.col < 0) return state;
  }
  const at = tileOn(state.tiles, indexOf());
  const moved = { ...state, picked: true, cursor: { ...state.cursor, ...square } };
  return focusOn(at < 0 ? moved : rackInPlace(moved, game, at), 'square');
}

/**
 * Back to the rack, to the place in the order that it kept.
 * @param {RoomState} state
 * @param {Game} game
 * @param {number} at
 * @returns {RoomState}
 */
export function rackInPlace(state, game, at) {
  const tile = state.tiles[at];
  if (!tile || tile.square === ON_RACK) return state;
  const tiles = state.tiles.with(at, { ...tile, square: ON_RACK, as: 0 });
  const text = tile.letter === BLANK ? t('tile.blank') : tileText(game, tile);
  return say({ ...state, tiles, held: null, faults: [] }, t('room.say.back', { tile: text }));
}

/**
 * @param {RoomState} state
 * @returns {RoomState}
 */
export function recall(state) {
  const tiles = recallAll(state.tiles);
  if (tiles === state.tiles) return { ...state, held: null };
  return say({ ...state, tiles, held: null, faults: [] }, t('room.say.recalled'));
}

/**
 * @param {RoomState} state
 * @param {Game} game
 * @param {readonly import('../types.js').RackTile[]} tiles
 * @returns {RoomState}
 */
function reordered(state, game, tiles) {
  const order = onRack(tiles).flatMap((at) => tiles[at] ?? []);
  const text = order.map((tile) => tileText(game, tile)).join(' ');
  return say({ ...state, tiles, held: null }, t('room.say.order', { tiles: text }));
}

/**
 * @param {RoomState} state
 * @param {Game} game
 * @param {readonly number[]} chances
 */
export function shuffle(state, game, chances) {
  return reordered(state, game, shuffleTiles(state.tiles, chances));
}

/**
 * @param {RoomState} state
 * @param {Game} game
 */
export function sort(state, game) {
  return reordered(state, game, sortTiles(state.tiles));
}

/**
 * A hint is laid out with my own tiles; what the rack lacks a blank stands for.
 * @param {RoomState} state
 * @param {Game} game
 * @param {number} which
 * @returns {RoomState}
 */
export function layHint(state, game, which) {
  const move = state.hints?.[which];
  if (!move) return state;
  const { coord, tiles: text } = move;
  const placement = { type: /** @type {const} */ ('placement'), words: [], bonus: 0, ...move, coord };
  let tiles = recallAll(state.tiles);
  for (const { index, value } of laidTiles({ ...placement, tiles: text }, game.alphabet, game.layout)) {
    if (value === 0) continue;
    const letter = value & 0x7f;
    const wanted = value > 0x7f ? BLANK : letter;
    const at = onRack(tiles).find((place) => tiles[place]?.letter === wanted);
    if (at === undefined) return say(state, t('room.say.none', { tile: game.alphabet.glyph(letter) }));
    tiles = lay(tiles, at, index, letter);
  }
  const laid = { ...state, tiles, held: null, faults: [], shown: -1 };
  return say(laid, t('room.say.hint', { coord: move.coord, word: move.word, n: move.score }));
}
