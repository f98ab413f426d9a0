/** Which key means what. */

import { movesCursor } from '../../model/cursor.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Dispatch} Dispatch */
/** @typedef {import('../../types.js').Action} Action */

/**
 * @param {KeyboardEvent} event
 * @param {State} state
 * @param {Dispatch} dispatch
 */
export function boardKey(event, state, dispatch) {
  if (event.altKey || event.isComposing) return;
  const mod = event.ctrlKey || event.metaKey;
  const action = mod ? boardCommand(event.key) : boardAction(event, state);
  if (!action) return;
  event.preventDefault();
  dispatch(action);
}

/**
 * @param {string} key  pressed with Ctrl or Cmd
 * @returns {Action | null}
 */
function boardCommand(key) {
  return key.toLowerCase() === 'x' ? { type: 'square-lifted' } : null;
}

/**
 * @param {KeyboardEvent} event
 * @param {State} state
 * @returns {Action | null}
 */
function boardAction(event, state) {
  const { key } = event;
  const { row, col } = state.cursor;
  if (movesCursor(key)) return { type: 'cursor-moved', key };
  switch (key) {
    case ' ':
      return { type: 'direction-turned' };
    case 'Backspace':
      return { type: 'erased', back: true };
    case 'Delete':
      return { type: 'erased', back: false };
    case 'Escape':
      return state.held ? { type: 'hold-ended' } : null;
    case 'Enter':
      return state.held
        ? { type: 'square-picked', row, col, touch: false }
        : { type: 'solve-asked' };
    default:
      return [...key].length === 1
        ? { type: 'character-typed', text: key, shift: event.shiftKey }
        : null;
  }
}

/**
 * Arrow keys in a group of buttons with one stop in the tab order.
 * @param {KeyboardEvent} event
 * @param {'rack' | 'tray'} group
 * @param {number} index
 * @param {number} count
 * @param {Dispatch} dispatch
 */
export function rovingKey(event, group, index, count, dispatch) {
  /** @type {Record<string, number>} */
  const targets = {
    ArrowLeft: index - 1,
    ArrowUp: index - 1,
    ArrowRight: index + 1,
    ArrowDown: index + 1,
    Home: 0,
    End: count - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  dispatch({ type: 'roved', group, index: (target + count) % count });
}

/**
 * @param {KeyboardEvent} event
 * @param {number} focused  the row it came from
 * @param {number} page  rows that a page key moves by
 * @param {Dispatch} dispatch
 */
export function listKey(event, focused, page, dispatch) {
  if (focused < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  /** @type {Record<string, number>} */
  const targets = {
    ArrowUp: focused - 1,
    ArrowDown: focused + 1,
    PageUp: focused - page,
    PageDown: focused + page,
    Home: 0,
    End: Number.MAX_SAFE_INTEGER,
  };
  const index = targets[event.key];
  if (event.key === 'Enter') dispatch({ type: 'move-played', index: focused, byKey: true });
  else if (index !== undefined) dispatch({ type: 'move-focused', index, byKey: true });
  else return;
  event.preventDefault();
}

/**
 * Keys that work anywhere on the page.
 * @param {KeyboardEvent} event
 * @param {State} state
 * @param {boolean} inText  whether the focus is in a text field other than the rack's
 * @returns {Action | null}
 */
export function pageAction(event, state, inText) {
  const mod = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === 'Escape' && state.drag) return { type: 'drag-ended', dropped: false };
  if (key === 'Escape' && state.held) return { type: 'hold-ended' };
  if (!mod || event.altKey || state.dialog) return null;
  if (key === 'Enter') return { type: 'solve-asked' };
  if (inText) return null;
  if (key === 'z') return { type: event.shiftKey ? 'redone' : 'undone' };
  return key === 'y' ? { type: 'redone' } : null;
}
