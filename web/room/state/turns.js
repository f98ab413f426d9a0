/** Writes: one at a time, each kept until the server has answered it. */

import { problemText } from '../../problem-text.js';
import { t } from '../../text.js';
import { flat } from '../model/game.js';
import { isPlacement } from '../model/placement.js';
import { recallAll } from '../model/rack.js';
import { closeExchange } from './handling.js';
import { advance } from './live.js';
import { chosenTiles, may, mayRematch, tentative } from './selectors.js';
import { focusOn, notify, resync, say } from './steps.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').Attempt} Attempt */
/** @typedef {import('../types.js').Failure} Failure */
/** @typedef {import('./actions.js').TurnAction} TurnAction */

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 15_000;

/** Failures after which the same write is tried again, under the same key. */
const PASSING = new Set(['network', 'store-unavailable']);

/**
 * @param {RoomState} state
 * @param {TurnAction} action
 * @returns {RoomState}
 */
export function turns(state, action) {
  switch (action.type) {
    case 'play-asked':
      return play(state);
    case 'exchange-asked':
      return exchange(state);
    case 'confirm-opened':
      return may(state, action.dialog)
        ? { ...state, dialog: action.dialog, menu: false, exchanging: false }
        : state;
    case 'confirmed':
      return confirmed(state);
    case 'accept-asked':
      return may(state, 'accept') ? move(state, { type: 'accept' }) : state;
    case 'hint-asked':
      return may(state, 'hint') ? send(state, 'hint', 'hints', { seq: state.view?.seq }) : state;
    case 'rematch-asked':
      return mayRematch(state) ? send(state, 'rematch', 'rematch', {}) : state;
    case 'join-asked':
      return state.sending
        ? state
        : send(state, 'join', 'join', { seat: action.seat, invitation: null, nonce: action.nonce });
    case 'answered':
      return answered(state, action);
    case 'refused':
      return refused(state, action);
    case 'tried-again':
      return tryAgain(state, action.id);
    case 'notice-closed':
      return { ...state, notice: null };
  }
}

/**
 * @param {RoomState} state
 * @param {Attempt['what']} what
 * @param {string} path
 * @param {Record<string, any>} body
 * @returns {RoomState}
 */
function send(state, what, path, body) {
  const id = state.attempts + 1;
  /** @type {Attempt} */
  const sending = { id, what, path, body, tries: 1, retryAtMs: null };
  return { ...state, attempts: id, sending, notice: null, dialog: null, faults: [] };
}

/**
 * @param {RoomState} state
 * @param {Record<string, string>} body
 */
function move(state, body) {
  return send(state, 'move', 'moves', { seq: state.view?.seq, move: body });
}

/**
 * @param {RoomState} state
 * @returns {RoomState}
 */
function play(state) {
  const placement = tentative(state);
  if (!placement || state.sending) return state;
  if (!may(state, 'place')) return say(state, t('room.say.wait'));
  if (isPlacement(placement)) return move(state, { type: 'placement', ...placement });
  return say({ ...state, faults: placement.squares }, t(`room.fault.${placement.fault}`));
}

/**
 * With nothing chosen it is called off.
 * @param {RoomState} state
 * @returns {RoomState}
 */
function exchange(state) {
  const chosen = chosenTiles(state);
  if (chosen.length === 0) return closeExchange(state);
  if (!may(state, 'exchange') || !state.game) return state;
  const tiles = state.game.alphabet.rackTexts(chosen.map((tile) => tile.letter));
  return move(state, { type: 'exchange', tiles });
}

/**
 * The dialog that is open was answered with yes.
 * @param {RoomState} state
 * @returns {RoomState}
 */
function confirmed(state) {
  const closed = { ...state, dialog: null };
  switch (state.dialog) {
    case 'pass':
    case 'resign':
    case 'challenge': {
      const on = focusOn(closed, state.dialog === 'challenge' ? 'play' : 'more');
      return may(state, state.dialog) ? move(on, { type: state.dialog }) : on;
    }
    case 'hint':
      return may(state, 'hint') ? send(state, 'hint', 'hints', { seq: state.view?.seq }) : closed;
    case 'cancel':
    case 'leave':
      return may(state, state.dialog) ? send(state, state.dialog, state.dialog, {}) : closed;
    default:
      return closed;
  }
}

/**
 * @param {RoomState} state
 * @param {Extract<TurnAction, {type: 'answered'}>} action
 * @returns {RoomState}
 */
function answered(state, { id, answer, nowMs }) {
  const { sending } = state;
  if (sending?.id !== id) return state;
  const free = { ...state, sending: null };
  switch (sending.what) {
    case 'move':
      return afterMove(free, sending, answer, nowMs);
    case 'hint': {
      const n = answer.moves.length;
      const told = say({ ...free, hints: answer.moves, tab: 'hints' }, t('room.hint.came', { n }));
      return state.connection === 'live' ? told : resync(told);
    }
    case 'report':
      return notify(free, 'info', t('room.chat.reported'));
    case 'propose':
      return notify(free, 'info', t('room.words.proposed'));
    case 'leave':
      return { ...free, goTo: '#/' };
    case 'rematch':
      return { ...free, goTo: `#/match/${answer.id}` };
    default:
      return resync(free);
  }
}

/**
 * @param {RoomState} free
 * @param {Attempt} sending
 * @param {any} answer
 * @param {number} nowMs
 */
function afterMove(free, sending, answer, nowMs) {
  const done = { ...free, exchanging: false, picked: false };
  // Whatever lay on the board tentatively is of no use after a pass or an exchange.
  const kept = sending.body['move']?.type === 'placement' ? done.tiles : recallAll(done.tiles);
  return advance({ ...done, tiles: kept }, answer.events ?? [], answer.view, nowMs);
}

/**
 * @param {RoomState} state
 * @param {Extract<TurnAction, {type: 'refused'}>} action
 * @returns {RoomState}
 */
function refused(state, { id, failure, nowMs }) {
  const { sending } = state;
  if (sending?.id !== id) return state;
  if (PASSING.has(failure.type)) {
    const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (sending.tries - 1));
    const retryAtMs = failure.retryAtMs ?? nowMs + waitMs;
    const waiting = { ...state, nowMs, sending: { ...sending, retryAtMs } };
    return sending.tries > 1 ? waiting : notify(waiting, 'info', t(waitingKey(failure, sending)));
  }
  const free = { ...state, sending: null };
  switch (failure.type) {
    case 'stale-version':
      // The server is back and gave its down time to the clocks, which nobody's move is stale by.
      if (sending.what === 'move' && sending.tries > 1) {
        return resync({ ...free, again: /** @type {RoomState['again']} */ (sending.body) });
      }
      return resync(notify(free, 'info', problemText(failure)));
    case 'illegal-move':
      return illegal(free, failure);
    case 'not-allowed-now':
      return resync(notify(withdrawn(free, failure), 'bad', problemText(failure)));
    case 'no-session':
      return resync(notify(free, 'bad', problemText(failure)));
    case 'worker-unavailable':
    case 'worker-overloaded':
    case 'worker-timeout':
      return notify(free, 'bad', t('room.refused.worker'));
    case 'not-yours':
      return resync(notify(free, 'bad', t('room.refused.not-yours')));
    default:
      return notify(free, 'bad', problemText(failure));
  }
}

/**
 * Once the match was read anew: a move that waited for the server is made after all.
 * @param {RoomState} state
 * @returns {RoomState}
 */
export function resume(state) {
  const { again } = state;
  if (!again || state.sending) return again ? { ...state, again: null } : state;
  const free = { ...state, again: null };
  const since = state.events.filter(({ seq }) => seq > again.seq);
  if (since.every(({ type }) => type === 'time-given')) return move(free, again.move);
  return notify(free, 'info', t('problem.stale-version'));
}

/**
 * A rematch that nobody will ever take up is offered no longer, whatever else is read anew.
 * @param {RoomState} state
 * @param {Failure} failure
 * @returns {RoomState}
 */
function withdrawn(state, { reason }) {
  if (reason !== 'player-gone' || !state.view) return state;
  const actions = state.view.actions.filter((action) => action !== 'rematch');
  return { ...state, view: { ...state.view, actions } };
}

/**
 * @param {Failure} failure
 * @param {Attempt} sending
 */
function waitingKey({ type }, { what }) {
  const key = type === 'network' ? 'room.refused.network' : 'room.refused.store';
  return what === 'move' ? key : /** @type {const} */ (`${key}.other`);
}

/**
 * The squares and words of a refused placement; the tiles stay where they are.
 * @param {RoomState} state
 * @param {Failure} failure
 * @returns {RoomState}
 */
function illegal(state, failure) {
  const faults = state.game ? flat(failure.squares ?? [], state.game) : [];
  return notify({ ...state, faults }, 'bad', problemText(failure));
}

/**
 * @param {RoomState} state
 * @param {number} id
 * @returns {RoomState}
 */
function tryAgain(state, id) {
  const { sending } = state;
  if (sending?.id !== id || sending.retryAtMs === null) return state;
  return { ...state, sending: { ...sending, tries: sending.tries + 1, retryAtMs: null } };
}
