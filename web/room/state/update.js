/** The one function that makes the room's next state; pure. */

import { turnZoom } from '../../model/zoom.js';
import { t } from '../../text.js';
import { handle } from './handling.js';
import { live } from './live.js';
import { side } from './side.js';
import { focusOn, say } from './steps.js';
import { resume, turns } from './turns.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('./actions.js').RoomAction} RoomAction */

/**
 * @param {RoomState} state
 * @param {RoomAction} action
 * @returns {RoomState}
 */
export function update(state, action) {
  switch (action.type) {
    case 'match-loaded':
      return resume(live(state, action));
    case 'match-failed':
    case 'match-asked':
    case 'player-changed':
    case 'frame-came':
    case 'presence-came':
    case 'chat-came':
    case 'guest-known':
    case 'match-gone':
    case 'connection-changed':
    case 'ticked':
      return live(state, action);
    case 'play-asked':
    case 'exchange-asked':
    case 'confirm-opened':
    case 'confirmed':
    case 'accept-asked':
    case 'hint-asked':
    case 'rematch-asked':
    case 'join-asked':
    case 'answered':
    case 'refused':
    case 'tried-again':
    case 'notice-closed':
      return turns(state, action);
    case 'chat-typed':
    case 'chat-sent':
    case 'chat-accepted':
    case 'chat-failed':
    case 'chat-muted':
    case 'chat-reporting':
    case 'chat-reported':
    case 'propose-opened':
    case 'word-proposed':
    case 'words-kind':
    case 'words-typed':
    case 'words-asked':
    case 'offer-came':
    case 'words-came':
    case 'words-failed':
      return side(state, action);
    case 'tab-chosen':
    case 'dialog-opened':
    case 'menu-turned':
    case 'dialog-closed':
    case 'row-shown':
    case 'board-measured':
    case 'zoom-turned':
    case 'sounds-turned':
    case 'link-copied':
    case 'copied':
      return look(state, action);
    default:
      return state.game ? handle(state, action, state.game) : state;
  }
}

/**
 * The buttons that ask to pass or to resign are out of sight again; the one that shows them is not.
 * @param {RoomState} state
 * @returns {RoomState}
 */
function closeDialog(state) {
  const closed = { ...state, dialog: null, blankFor: null };
  return state.dialog === 'pass' || state.dialog === 'resign' ? focusOn(closed, 'more') : closed;
}

/**
 * @param {RoomState} state
 * @param {import('./actions.js').LookAction} action
 * @returns {RoomState}
 */
function look(state, action) {
  switch (action.type) {
    case 'tab-chosen': {
      const seen = action.tab === 'chat' ? state.chat.messages.at(-1)?.n ?? 0 : state.chat.seen;
      return { ...state, tab: action.tab, chat: { ...state.chat, seen } };
    }
    case 'dialog-opened':
      return { ...state, dialog: action.dialog };
    case 'menu-turned':
      return { ...state, menu: !state.menu };
    case 'dialog-closed':
      return closeDialog(state);
    case 'row-shown':
      return { ...state, shown: state.shown === action.seq ? -1 : action.seq };
    case 'board-measured':
    case 'zoom-turned': {
      const zoom = turnZoom(state.zoom, action);
      return zoom === state.zoom ? state : { ...state, zoom };
    }
    case 'sounds-turned': {
      const settings = { ...state.settings, sounds: !state.settings.sounds };
      return { ...state, settings, sound: { name: 'place', count: state.sound.count + 1 } };
    }
    case 'link-copied':
      return { ...state, clip: { text: action.link, done: false, count: state.clip.count + 1 } };
    case 'copied':
      return say(
        { ...state, clip: { ...state.clip, done: action.done } },
        t(action.done ? 'copied.link' : 'copied.not'),
      );
  }
}
