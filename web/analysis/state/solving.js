/** Asking the server for moves, and what comes back. */

import { mapFaults } from '../../model/problems.js';
import { problemText } from '../../problem-text.js';
import { formatNumber, t } from '../../text.js';
import { focusOn, say } from './position.js';
import { answerOf, failureOf, gameOf, rackFault, requestOf } from './selectors.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Failure} Failure */
/** @typedef {import('../../types.js').MovesAnswer} MovesAnswer */
/** @typedef {import('./actions.js').SolveAction} SolveAction */
/** @typedef {import('./selectors.js').Game} Game */

/** Moves asked for at first; the whole list follows on request. */
export const FIRST_LIMIT = 200;
export const MAX_LIMIT = 100_000;
const KEPT_ANSWERS = 12;

/**
 * @param {State} state
 * @param {SolveAction} action
 * @param {Game} game
 * @returns {State}
 */
export function solve(state, action, game) {
  switch (action.type) {
    case 'solve-asked':
      return askFirst(state, game);
    case 'all-asked':
      return askAll(state, game);
    case 'solve-cancelled':
      return { ...state, solve: { ...state.solve, pending: null } };
    case 'answered':
      return state.solve.pending?.id === action.id ? take(state, action.answer) : state;
    case 'failed':
      return state.solve.pending?.id === action.id ? fail(state, action.failure) : state;
  }
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {number} limit
 * @returns {State}
 */
function ask(state, game, limit) {
  const { key, body } = requestOf(state, game);
  const id = state.solve.lastId + 1;
  const pending = { id, key, limit, body };
  return { ...state, solve: { ...state.solve, lastId: id, pending, failed: null } };
}

/**
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
function askFirst(state, game) {
  const { key } = requestOf(state, game);
  if (state.solve.pending?.key === key) return state;
  const fault = localFault(state, game);
  if (fault) return refuse(state, key, fault);
  const edits = { ...state.edits, tag: '' };
  return ask({ ...state, edits, tab: 'moves', dialog: null }, game, FIRST_LIMIT);
}

/**
 * A rack that cannot be read or is of the wrong size makes no request.
 * @param {State} state
 * @param {Game} game
 */
function localFault(state, game) {
  const fault = rackFault(state, game);
  if (fault?.code === 'unread') return t('rack.unread', { text: fault.text });
  if (fault?.code === 'long') return t('rack.long', { n: state.settings.rackSize, got: fault.size });
  return requestOf(state, game).body.rack === '' ? t('rack.empty') : '';
}

/**
 * @param {State} state
 * @param {string} key
 * @param {string} detail
 * @returns {State}
 */
function refuse(state, key, detail) {
  /** @type {Failure} */
  const failure = {
    type: 'invalid-request',
    status: 0,
    detail,
    errors: [{ pointer: '/rack', code: '', detail }],
    available: [],
    requestId: '',
    retryAtMs: null,
  };
  return focusOn(say({ ...state, solve: { ...state.solve, failed: { key, failure } } }, detail), 'rack');
}

/**
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
function askAll(state, game) {
  const answer = answerOf(state);
  if (!answer || answer.exhausted || state.solve.pending) return state;
  return ask(state, game, Math.min(MAX_LIMIT, Math.max(answer.total ?? MAX_LIMIT, 1)));
}

/**
 * A filter or another order speaks of all moves, so it needs them all.
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
export function askForRest(state, game) {
  const { word, throughSquare, column, descending } = state.browse;
  const whole = word.trim() === '' && !throughSquare && column === 'score' && descending;
  if (whole || failureOf(state)) return state;
  const answer = answerOf(state);
  return answer && answer.moves.length < MAX_LIMIT ? askAll(state, game) : state;
}

/**
 * @param {State} state
 * @param {MovesAnswer} answer
 * @returns {State}
 */
function take(state, answer) {
  const { pending, answers } = state.solve;
  if (!pending) return state;
  const more = answers.some((one) => one.key === pending.key);
  const kept = answers.filter((one) => one.key !== pending.key).slice(0, KEPT_ANSWERS - 1);
  const solved = {
    ...state,
    solve: { ...state.solve, pending: null, answers: [{ key: pending.key, answer }, ...kept] },
  };
  const fresh = more ? solved : { ...solved, browse: fromTop(state.browse) };
  return say(fresh, saidAnswer(answer));
}

/**
 * @param {import('../../types.js').Browse} browse
 */
export function fromTop(browse) {
  return { ...browse, focused: 0, hovered: -1, top: 0, jumps: browse.jumps + 1 };
}

/** @param {MovesAnswer} answer */
function saidAnswer(answer) {
  const best = answer.moves[0];
  if (!best) return t('none.title');
  const n = answer.total ?? answer.moves.length;
  if (best.type !== 'placement') return t('say.solved', { n });
  return t('say.solved.best', {
    n,
    coord: best.coord,
    word: best.word,
    score: formatNumber(best.score),
  });
}

/**
 * @param {State} state
 * @param {Failure} failure
 * @returns {State}
 */
function fail(state, failure) {
  const { pending } = state.solve;
  if (!pending) return state;
  const failed = { key: pending.key, failure };
  const told = say({ ...state, solve: { ...state.solve, pending: null, failed } }, problemText(failure));
  const game = gameOf(state);
  if (!game) return told;
  const faults = mapFaults(failure, game.layout.rows, game.layout.cols);
  return faults.rack.length > 0 ? focusOn(told, 'rack') : told;
}
