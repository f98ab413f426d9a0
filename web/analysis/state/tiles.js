/** Tiles that change their place: placed, erased, picked up and put down. */

import { BLANK, BLANK_FLAG } from '../../model/alphabet.js';
import { tileOf } from '../../model/board.js';
import { along, squareName } from '../../model/coordinates.js';
import { t } from '../../text.js';
import { commit, focusOn, say } from './position.js';
import { rackOf } from './selectors.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Square} Square */
/** @typedef {import('../../types.js').Source} Source */
/** @typedef {import('../../types.js').Target} Target */
/** @typedef {import('./selectors.js').Game} Game */

/**
 * @param {Game} game
 * @param {Square} square
 */
function indexOf(game, square) {
  return square.row * game.layout.cols + square.col;
}

/**
 * The value of the tile that a source holds; 0 is a blank without a letter, -1 no tile.
 * @param {State} state
 * @param {Game} game
 * @param {Source} source
 */
export function valueAt(state, game, source) {
  switch (source.kind) {
    case 'rack':
      return rackOf(state, game).values[source.index] ?? -1;
    case 'tray':
      return source.letter;
    case 'square':
      return state.position.squares[indexOf(game, source)] || -1;
  }
}

/**
 * Type or pick a tile: it lands on the cursor's square, which moves on.
 * @param {State} state
 * @param {Game} game
 * @param {number} letter
 * @param {boolean} blank
 * @returns {State}
 */
export function placeAtCursor(state, game, letter, blank) {
  const { cursor } = state;
  const value = blank ? letter | BLANK_FLAG : letter;
  const index = indexOf(game, cursor);
  const next = along(cursor, cursor.direction, 1);
  const inside = next.row < game.layout.rows && next.col < game.layout.cols;
  const squares = state.position.squares;
  const changed =
    squares[index] === value
      ? state
      : commit(state, { squares: squares.with(index, value), lastPlay: [] });
  const moved = {
    ...changed,
    blankMode: false,
    picked: true,
    cursor: inside ? { ...cursor, ...next } : cursor,
  };
  return say(moved, saidPlaced(game, value, cursor));
}

/**
 * @param {Game} game
 * @param {number} value
 * @param {Square} square
 */
function saidPlaced(game, value, square) {
  return t(value & BLANK_FLAG ? 'say.placed.blank' : 'say.placed', {
    tile: game.alphabet.glyph(value & ~BLANK_FLAG),
    square: squareName(square.row, square.col),
  });
}

/**
 * Take away the tile at the cursor, or, going back from an empty square, the one before it.
 * @param {State} state
 * @param {Game} game
 * @param {boolean} back
 * @returns {State}
 */
export function erase(state, game, back) {
  const { cursor, position } = state;
  let square = { row: cursor.row, col: cursor.col };
  if (back && !position.squares[indexOf(game, square)]) {
    const before = along(cursor, cursor.direction, -1);
    if (before.row < 0 || before.col < 0) return state;
    square = before;
  }
  const moved = { ...state, picked: true, cursor: { ...cursor, ...square } };
  const index = indexOf(game, square);
  const value = position.squares[index];
  if (!value) return moved;
  return say(
    commit(moved, { squares: position.squares.with(index, 0), lastPlay: [] }),
    t('say.removed', {
      tile: game.alphabet.glyph(value),
      square: squareName(square.row, square.col),
    }),
  );
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {Source} source
 * @returns {State}
 */
export function hold(state, game, source) {
  const value = valueAt(state, game, source);
  if (value < 0) return say(state, t('say.lift.none'));
  if (JSON.stringify(state.held) === JSON.stringify(source)) return { ...state, held: null };
  const tile = value === BLANK ? t('tile.blank') : game.alphabet.glyph(value);
  return say({ ...state, held: source }, t('say.held', { tile }));
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {Source} source
 * @param {Target} target
 * @returns {State}
 */
export function putDown(state, game, source, target) {
  const value = valueAt(state, game, source);
  const free = { ...state, held: null, drag: null };
  if (value < 0) return free;
  if (target.kind === 'square') return putOnSquare(free, game, source, target, value);
  if (target.kind === 'rack') return putOnRack(free, game, source, target.index, value);
  return takeAway(free, game, source, value);
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {Source} source
 * @param {Square} target
 * @param {number} value
 * @returns {State}
 */
function putOnSquare(state, game, source, target, value) {
  if (source.kind === 'square' && indexOf(game, source) === indexOf(game, target)) return state;
  if (value === BLANK) {
    return { ...state, blankFor: { target: { ...target }, source }, dialog: 'blank' };
  }
  const index = indexOf(game, target);
  const squares = [...state.position.squares];
  const displaced = squares[index] ?? 0;
  squares[index] = value;
  const rack = [...rackOf(state, game).values];
  if (source.kind === 'square') squares[indexOf(game, source)] = displaced;
  if (source.kind === 'rack') {
    rack.splice(source.index, 1, ...(displaced === 0 ? [] : [tileOf(displaced)]));
  }
  const moved = {
    ...state,
    picked: true,
    cursor: { ...state.cursor, row: target.row, col: target.col },
  };
  const rackText =
    source.kind === 'rack' ? game.alphabet.rackTexts(rack) : state.position.rackText;
  return say(commit(moved, { squares, rackText, lastPlay: [] }), saidPlaced(game, value, target));
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {Source} source
 * @param {number} at
 * @param {number} value
 * @returns {State}
 */
function putOnRack(state, game, source, at, value) {
  const rack = [...rackOf(state, game).values];
  const squares = [...state.position.squares];
  if (source.kind === 'rack') rack.splice(source.index, 1);
  else if (rack.length >= state.settings.rackSize) {
    return say(state, t('rack.full', { n: state.settings.rackSize }));
  }
  if (source.kind === 'square') squares[indexOf(game, source)] = 0;
  const tile = value === BLANK ? BLANK : tileOf(value);
  rack.splice(Math.min(at, rack.length), 0, tile);
  const rackText = game.alphabet.rackTexts(rack);
  const text = tile === BLANK ? t('tile.blank') : game.alphabet.glyph(tile);
  return say(commit(state, { squares, rackText }), t('say.racked', { tile: text }));
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {Source} source
 * @param {number} value
 * @returns {State}
 */
function takeAway(state, game, source, value) {
  if (source.kind === 'tray') return state;
  const tile = value === BLANK ? t('tile.blank') : game.alphabet.glyph(value);
  if (source.kind === 'rack') {
    const rack = rackOf(state, game).values.toSpliced(source.index, 1);
    const rackText = game.alphabet.rackTexts(rack);
    return say(commit(state, { rackText }), t('say.unracked', { tile }));
  }
  const squares = state.position.squares.with(indexOf(game, source), 0);
  const square = squareName(source.row, source.col);
  return say(commit(state, { squares, lastPlay: [] }), t('say.removed', { tile, square }));
}

/**
 * A blank that waited for its letter gets it.
 * @param {State} state
 * @param {Game} game
 * @param {number} letter
 * @returns {State}
 */
export function letterBlank(state, game, letter) {
  if (!state.blankFor) return state;
  const { target, source } = state.blankFor;
  const closed = { ...state, blankFor: null, dialog: null };
  const value = letter | BLANK_FLAG;
  const from = source ?? { kind: /** @type {const} */ ('tray'), letter: BLANK };
  return focusOn(putOnSquare(closed, game, from, target, value), 'square');
}
