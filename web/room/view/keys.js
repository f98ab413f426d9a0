/** Which key means what in the room. */

import { movesCursor } from '../../model/cursor.js';
import { hasTentative } from '../state/selectors.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').RoomDispatch} RoomDispatch */
/** @typedef {import('../types.js').RoomAction} RoomAction */

/**
 * @param {KeyboardEvent} event
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
export function boardKey(event, state, dispatch) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
  const action = boardAction(event, state);
  if (!action) return;
  event.preventDefault();
  dispatch(action);
}

/**
 * @param {KeyboardEvent} event
 * @param {RoomState} state
 * @returns {RoomAction | null}
 */
function boardAction({ key, shiftKey, repeat }, state) {
  if (movesCursor(key)) return { type: 'cursor-moved', key };
  switch (key) {
    case ' ':
      return { type: 'direction-turned' };
    case 'Backspace':
      return { type: 'erased', back: true };
    case 'Delete':
      return { type: 'erased', back: false };
    case 'Enter': {
      if (repeat) return null;
      const index = state.cursor.row * (state.game?.layout.cols ?? 0) + state.cursor.col;
      return state.held || !hasTentative(state) ? { type: 'square-clicked', index } : { type: 'play-asked' };
    }
    default:
      return [...key].length === 1 ? { type: 'letter-typed', text: key, shift: shiftKey } : null;
  }
}

/**
 * Arrow keys on the rack; with Shift the tile goes along.
 * @param {KeyboardEvent} event
 * @param {number} place  among the tiles shown
 * @param {number} count
 * @param {RoomDispatch} dispatch
 */
export function rackKey(event, place, count, dispatch) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  /** @type {Record<string, number>} */
  const targets = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: count - 1 };
  const to = targets[event.key];
  if (to === undefined) return;
  event.preventDefault();
  if (to >= 0 && to < count) dispatch({ type: 'roved', from: place, to, carry: event.shiftKey });
}

/**
 * Keys that work anywhere in the room.
 * @param {KeyboardEvent} event
 * @param {RoomState} state
 * @param {boolean} inText
 * @returns {RoomAction | null}
 */
export function roomAction(event, state, inText) {
  const { key } = event;
  if (key === 'Escape' && state.drag) return { type: 'drag-ended', dropped: false };
  if (state.dialog) return null;
  if (key === 'Escape' && !inText) {
    if (state.menu || state.held || state.exchanging || state.picked || state.shown >= 0) {
      return { type: 'deselected' };
    }
    return hasTentative(state) ? { type: 'tiles-recalled' } : null;
  }
  if (key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat && !inText) {
    return state.exchanging ? { type: 'exchange-asked' } : { type: 'play-asked' };
  }
  return null;
}
