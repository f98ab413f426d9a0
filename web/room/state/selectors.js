/** What the views and the updates read out of the room's state. Pure. */

import { memoLast } from '../../model/memo.js';
import { isPlacement, placementOf } from '../model/placement.js';
import { onBoard } from '../model/rack.js';
import { recordOf } from '../model/record.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Lawful} Lawful */

/** @param {RoomState} state */
export function mySeat(state) {
  return state.view?.you.seat ?? null;
}

/** @param {RoomState} state */
export function isMyTurn(state) {
  const seat = mySeat(state);
  return seat !== null && state.view?.phase === 'playing' && state.view.turn === seat;
}

/**
 * Whether the server says that an action is lawful and nothing of ours is under way.
 * @param {RoomState} state
 * @param {Lawful} action
 */
export function may(state, action) {
  return state.sending === null && offers(state, action);
}

/**
 * @param {RoomState} state
 * @param {Lawful} action
 */
export function offers(state, action) {
  return state.view?.actions.includes(action) ?? false;
}

/**
 * Whether the player may ask for the rematch, or for the seat that is kept for them in it.
 * @param {RoomState} state
 */
export function mayRematch(state) {
  const { view } = state;
  const kept = view !== null && view.rematch !== null && view.you.seat !== null;
  return may(state, 'rematch') || (kept && state.sending === null);
}

const place = memoLast(
  (
    /** @type {import('../types.js').RoomState['tiles']} */ tiles,
    /** @type {readonly number[]} */ squares,
    /** @type {Game} */ game,
  ) => placementOf(tiles, squares, game),
);

/** @param {RoomState} state */
export function tentative(state) {
  return state.game ? place(state.tiles, state.squares, state.game) : null;
}

/** @param {RoomState} state */
export function hasTentative(state) {
  return onBoard(state.tiles).length > 0;
}

/**
 * What a preview is to be asked for, with a key: equal keys have equal answers.
 * @param {RoomState} state
 */
export function previewRequest(state) {
  const placement = tentative(state);
  if (!placement || !isPlacement(placement) || !state.view || !offers(state, 'preview')) return null;
  const { coord, tiles } = placement;
  return { key: `${state.view.seq} ${coord} ${tiles}`, coord, tiles };
}

/** @param {RoomState} state */
export function previewOf(state) {
  const request = previewRequest(state);
  return request && request.key === state.preview.key ? state.preview : null;
}

const record = memoLast(
  (/** @type {RoomState['events']} */ events, /** @type {number} */ seats) => recordOf(events, seats),
);

/** @param {RoomState} state */
export function recordRows(state) {
  return record(state.events, state.view?.seats.length ?? 0);
}

/** @param {RoomState} state */
export function chosenTiles(state) {
  return state.tiles.filter((tile) => tile.chosen);
}

/**
 * @param {RoomState} state
 * @param {number} seat
 */
export function seatName(state, seat) {
  return state.view?.seats[seat]?.name ?? '';
}

/** @param {RoomState} state */
export function unreadChat(state) {
  if (state.settings.muted) return 0;
  const seat = mySeat(state);
  return state.chat.messages.filter((one) => one.n > state.chat.seen && (seat === null || one.seat !== seat))
    .length;
}
