/** Matches, events and rooms for the tests of the match room's pure modules. */

import { initialRoom } from '../../web/room/state/initial.js';
import { update } from '../../web/room/state/update.js';
import { ENGLISH, layout } from './fixtures.js';

const PLAIN = new Array(225).fill(1);

export const OPTIONS = {
  alphabet: ENGLISH,
  layout: { ...layout('standard15', 15, 15, [7, 7]), letter: PLAIN, word: PLAIN },
  lexicon: { name: 'en', version: '1', sha256: 'e' },
  seats: 2,
};

const EMPTY = new Array(15).fill('.'.repeat(15));

/** Board rows with words written on them, as `[[7, 7, 'CAT']]` across. */
export function board(...words) {
  const rows = EMPTY.map((row) => [...row]);
  for (const [row, col, text] of words) [...text].forEach((one, at) => (rows[row][col + at] = one));
  return rows.map((row) => row.join(''));
}

export function seat(n, more = {}) {
  return {
    seat: n,
    kind: 'person',
    name: ['Ada', 'Ben', 'Cleo', 'Dan'][n],
    level: null,
    taken: true,
    score: 0,
    rack_count: 7,
    resigned: false,
    bank_left_ms: null,
    overtime_points: 0,
    loses_next_turn: false,
    timeouts_in_row: 0,
    hints_taken: 0,
    ...more,
  };
}

export function matchView(more = {}) {
  return {
    id: 'm',
    title: null,
    seq: 4,
    phase: 'playing',
    board: EMPTY,
    last: null,
    seats: [seat(0), seat(1)],
    turn: 0,
    turn_number: 1,
    turn_started_ms: 0,
    deadline_ms: null,
    bank_ends_ms: null,
    absent_at_ms: null,
    bag_count: 86,
    unseen: [['A', 3]],
    rack: [...'CATDOG?'],
    hint_points_due: 0,
    scoreless: 0,
    scoreless_limit: 6,
    actions: ['place', 'exchange', 'pass', 'resign', 'hint', 'preview', 'look-up'],
    challengeable: null,
    result: null,
    commitment: 'c0',
    rematch: null,
    now_ms: 1000,
    you: { seat: 0, creator: true, player: 'p0' },
    spectators_allowed: true,
    chat: true,
    bot_waiting: false,
    players: ['p0', 'p1'],
    reserved: [null, null],
    connected: [true, true],
    ...more,
  };
}

export function event(seq, type, data) {
  return { match: 'm', seq, at_ms: seq, type, data };
}

export function placed(seq, seatNumber, coord, tiles, word, points, squares, more = {}) {
  const words = [{ text: word, points, valid: true }];
  const data = { seat: seatNumber, coord, tiles, words, bonus: 0, points, hint_points: 0, squares };
  return event(seq, 'placed', { ...data, ...more });
}

/** A room whose match has come, after some more actions. */
export function room(view = {}, ...actions) {
  return roomOf({ tiles: null, muted: null, sounds: false, invitations: null }, view, ...actions);
}

export function roomOf(stored, view = {}, ...actions) {
  const loaded = {
    type: 'match-loaded',
    view: matchView(view),
    options: OPTIONS,
    events: [],
    messages: [],
    nowMs: 1000,
  };
  return after(initialRoom('m', stored, 1000), loaded, ...actions);
}

export function after(state, ...actions) {
  return actions.reduce(update, state);
}

export function frame(events, view) {
  return { type: 'frame-came', frame: { match: 'm', events, view: matchView(view) }, nowMs: 2000 };
}

export const at = (row, col) => row * 15 + col;

export function typed(text, shift = false) {
  return [...text].map((one) => ({ type: 'letter-typed', text: one, shift }));
}

export const click = (row, col) => ({ type: 'square-clicked', index: at(row, col) });

/** What lies on the board tentatively, as `{index: text}`; a blank in lower case. */
export function laid(state) {
  return Object.fromEntries(
    state.tiles
      .filter((tile) => tile.square >= 0)
      .map((tile) => [tile.square, state.game.alphabet.glyph(tile.letter || tile.as | 0x80)]),
  );
}

/** The rack as it is shown. */
export function rackText(state) {
  return state.game.alphabet.rackTexts(
    state.tiles.filter((tile) => tile.square < 0).map((tile) => tile.letter),
  );
}

export function refusal(type, more = {}) {
  return {
    type,
    status: 409,
    detail: `detail of ${type}`,
    errors: [],
    available: [],
    requestId: '',
    retryAtMs: null,
    ...more,
  };
}
