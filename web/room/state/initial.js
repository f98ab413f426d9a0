/** The state of a room that has just been entered. */

import { WHOLE } from '../../model/zoom.js';
import { readSaved } from '../model/rack.js';

/** @typedef {import('../types.js').RoomState} RoomState */

/**
 * @param {string} id
 * @param {{tiles: unknown, muted: unknown, sounds: boolean, invitations: unknown}} stored  what this
 *   browser kept
 * @param {number} nowMs
 * @returns {RoomState}
 */
export function initialRoom(id, stored, nowMs) {
  const saved = readSaved(stored.tiles);
  return {
    id,
    status: 'loading',
    failure: null,
    game: null,
    options: null,
    view: null,
    events: [],
    squares: [],
    tiles: [],
    saved: saved.length > 0 ? saved : null,
    cursor: { row: 0, col: 0, direction: 'across' },
    picked: false,
    zoom: WHOLE,
    held: null,
    drag: null,
    blankFor: null,
    exchanging: false,
    preview: { key: '', answer: null, failed: false },
    faults: [],
    sending: null,
    again: null,
    attempts: 0,
    notice: null,
    hints: null,
    words: { kind: 'is', query: '', asked: null, answer: null, fault: '', proposals: false },
    chat: {
      messages: [],
      draft: '',
      sending: null,
      attempt: 0,
      fault: '',
      seen: 0,
      reporting: 0,
      refused: false,
    },
    guests: [],
    invitations: readInvitations(stored.invitations),
    shown: -1,
    tab: 'moves',
    dialog: null,
    reasonFault: '',
    menu: false,
    roving: 0,
    connection: 'idle',
    offsetMs: 0,
    nowMs,
    warned: [],
    settings: { sounds: stored.sounds, muted: stored.muted === true },
    goTo: '',
    resyncs: 0,
    said: { text: '', count: 0 },
    focus: { on: '', count: 0 },
    sound: { name: 'place', count: 0 },
    clip: { text: '', done: false, count: 0 },
  };
}

/**
 * @param {unknown} stored
 * @returns {string[]}
 */
function readInvitations(stored) {
  return Array.isArray(stored) ? stored.filter((link) => typeof link === 'string') : [];
}
