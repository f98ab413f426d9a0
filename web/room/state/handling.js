/** What hand and keyboard do on board and rack. */

import { movedCursor } from '../../model/cursor.js';
import { t } from '../../text.js';
import { onRack, putBack, tileOn } from '../model/rack.js';
import { hasTentative, may, mySeat } from './selectors.js';
import { statusOf } from './status.js';
import { focusOn, say } from './steps.js';
import * as tiles from './tiles.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('./actions.js').TileAction} TileAction */

/**
 * @param {RoomState} state
 * @param {TileAction} action
 * @param {Game} game
 * @returns {RoomState}
 */
export function handle(state, action, game) {
  switch (action.type) {
    case 'square-clicked':
      return clickSquare(state, game, action.index);
    case 'square-recalled': {
      const at = tileOn(state.tiles, action.index);
      return at < 0 ? deselect(state) : tiles.rackInPlace(state, game, at);
    }
    case 'cursor-moved': {
      const cursor = movedCursor(state.cursor, action.key, game.layout);
      return focusOn({ ...state, picked: mySeat(state) !== null, cursor }, 'square');
    }
    case 'direction-turned':
      return turn(state);
    case 'letter-typed':
      return tiles.typeLetter(state, game, action.text, action.shift);
    case 'erased':
      return tiles.erase(state, game, action.back);
    case 'tile-clicked':
      return clickTile(state, game, action.at);
    case 'rack-clicked':
      return state.held ? tiles.putDown(state, game, state.held, { kind: 'rack', at: Infinity }) : state;
    case 'roved':
      return rove(state, game, action);
    case 'deselected':
      return deselect(state);
    case 'blank-lettered':
      return letterBlank(state, game, action.letter);
    case 'tiles-recalled':
      return tiles.recall(state);
    case 'tiles-shuffled':
      return tiles.shuffle(state, game, action.chances);
    case 'tiles-sorted':
      return tiles.sort(state, game);
    case 'exchange-opened':
      return may(state, 'exchange') ? openExchange(state) : state;
    case 'exchange-closed':
      return closeExchange(state);
    case 'hint-laid':
      return tiles.layHint(state, game, action.at);
    case 'previewed': {
      const { key, answer } = action;
      const known = { ...state, preview: { key, answer, failed: answer === null } };
      // Half a word is no move yet, and not worth interrupting whoever types it.
      return answer?.legal ? say(known, statusOf(known).text) : known;
    }
    default:
      return drag(state, action, game);
  }
}

/**
 * @param {RoomState} state
 * @param {Extract<TileAction, {type: 'drag-began' | 'drag-moved' | 'drag-ended'}>} action
 * @param {Game} game
 * @returns {RoomState}
 */
function drag(state, action, game) {
  switch (action.type) {
    case 'drag-began':
      if (state.exchanging) return state;
      return { ...state, held: null, drag: { source: action.source, over: { kind: 'off' } } };
    case 'drag-moved':
      return state.drag ? { ...state, drag: { ...state.drag, over: action.over } } : state;
    case 'drag-ended': {
      if (!state.drag) return state;
      const { source, over } = state.drag;
      return action.dropped ? tiles.putDown(state, game, source, over) : { ...state, drag: null };
    }
  }
}

/**
 * With a tile in hand it is laid; a tentative tile is picked up; else the cursor goes there, and
 * a second click turns it.
 * @param {RoomState} state
 * @param {Game} game
 * @param {number} index
 * @returns {RoomState}
 */
function clickSquare(state, game, index) {
  const { cols } = game.layout;
  const { cursor, held } = state;
  if (held?.kind === 'square' && held.index === index) return tiles.hold(state, game, held);
  if (held) return focusOn(tiles.layTile(state, game, tiles.placeOf(state, held), index), 'square');
  const square = { row: Math.floor(index / cols), col: index % cols };
  const there = { ...state, cursor: { ...cursor, ...square } };
  if (tileOn(state.tiles, index) >= 0) return tiles.hold(there, game, { kind: 'square', index });
  if (mySeat(state) === null) return there;
  const again = state.picked && cursor.row === square.row && cursor.col === square.col;
  return again ? turn(state) : { ...there, picked: true };
}

/**
 * @param {RoomState} state
 * @returns {RoomState}
 */
function turn(state) {
  const direction = state.cursor.direction === 'across' ? 'down' : 'across';
  return say({ ...state, picked: true, cursor: { ...state.cursor, direction } }, t(`direction.${direction}`));
}

/**
 * In exchange mode a click chooses a tile, else it picks it up.
 * @param {RoomState} state
 * @param {Game} game
 * @param {number} at
 * @returns {RoomState}
 */
function clickTile(state, game, at) {
  const tile = state.tiles[at];
  if (!tile) return state;
  if (state.exchanging) {
    const chosen = state.tiles.with(at, { ...tile, chosen: !tile.chosen });
    const key = tile.chosen ? 'room.say.unchosen' : 'room.say.chosen';
    const n = chosen.filter((one) => one.chosen).length;
    return say({ ...state, tiles: chosen }, t(key, { tile: tiles.tileText(game, tile), n }));
  }
  const { held } = state;
  // A tile in hand goes to the place of the one that is clicked.
  if (held && !(held.kind === 'rack' && held.at === at)) {
    const to = onRack(state.tiles).indexOf(at);
    return focusOn(tiles.putDown(state, game, held, { kind: 'rack', at: to }), `rack-${to}`);
  }
  return tiles.hold(state, game, { kind: 'rack', at });
}

/**
 * The arrow keys walk along the rack; with Shift the tile goes along.
 * @param {RoomState} state
 * @param {Game} game
 * @param {{from: number, to: number, carry: boolean}} step  places among the tiles shown
 * @returns {RoomState}
 */
function rove(state, game, { from, to, carry }) {
  const at = onRack(state.tiles)[from];
  const tile = at === undefined ? undefined : state.tiles[at];
  const there = { ...focusOn(state, `rack-${to}`), roving: to };
  if (!carry || state.exchanging || at === undefined || !tile) return there;
  const moved = { ...there, tiles: putBack(state.tiles, at, to), held: null };
  return say(moved, t('room.say.moved', { tile: tiles.tileText(game, tile), n: to + 1 }));
}

/**
 * One step back: a tile in hand first, then the exchange, then the cursor.
 * @param {RoomState} state
 * @returns {RoomState}
 */
function deselect(state) {
  if (state.menu) return focusOn({ ...state, menu: false }, 'more');
  if (state.held) return say({ ...state, held: null }, t('say.held.ended'));
  if (state.exchanging) return closeExchange(state);
  if (state.shown >= 0) return { ...state, shown: -1 };
  return state.picked ? { ...state, picked: false } : state;
}

/**
 * @param {RoomState} state
 * @param {Game} game
 * @param {number} letter
 * @returns {RoomState}
 */
function letterBlank(state, game, letter) {
  if (!state.blankFor) return state;
  const { at, index } = state.blankFor;
  const closed = { ...state, blankFor: null, dialog: null };
  return focusOn(tiles.layTile(closed, game, at, index, letter), 'square');
}

/**
 * @param {RoomState} state
 * @returns {RoomState}
 */
function openExchange(state) {
  const back = hasTentative(state) ? tiles.recall(state) : state;
  const open = { ...back, exchanging: true, held: null, picked: false };
  return focusOn(say(open, t('room.exchange.how')), 'rack-0');
}

/**
 * @param {RoomState} state
 * @returns {RoomState}
 */
export function closeExchange(state) {
  if (!state.exchanging) return state;
  const unchosen = state.tiles.map((tile) => ({ ...tile, chosen: false }));
  return focusOn({ ...state, exchanging: false, tiles: unchosen }, 'exchange');
}
