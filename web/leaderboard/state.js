/** The state of the leaderboards. Pure. */

import { isMendable } from '../model/problems.js';

/** @typedef {import('../api/types.js').Standing} Standing */
/** @typedef {import('../types.js').Failure} Failure */

/** @typedef {'wins' | 'points' | 'rating'} Order */

/**
 * @typedef {object} BoardState
 * @property {Order} by
 * @property {string} lexicon  empty for all together
 * @property {'persons' | 'bots'} opponents
 * @property {readonly string[]} lexicons  names to choose from
 * @property {'loading' | 'ready' | 'failed'} status
 * @property {readonly Standing[]} standings
 * @property {string | null} next
 * @property {boolean} more
 * @property {Failure | null} failure
 * @property {string | null} viewer
 * @property {number} asked  counts what has been asked for
 * @property {number} nowMs
 *
 * @typedef {{type: 'board-chosen', patch: Partial<Pick<BoardState, 'by' | 'lexicon' | 'opponents'>>}
 *   | {type: 'lexicons-known', lexicons: string[]}
 *   | {type: 'loaded', asked: number, standings: Standing[], next: string | null, more: boolean}
 *   | {type: 'failed', asked: number, failure: Failure}
 *   | {type: 'retried'} | {type: 'more-asked'}
 *   | {type: 'viewer-known', viewer: string | null}
 *   | {type: 'ticked', nowMs: number}} BoardAction
 */

/**
 * @param {string | null} viewer
 * @param {number} nowMs
 * @returns {BoardState}
 */
export function initialBoard(viewer, nowMs) {
  return {
    by: 'wins',
    lexicon: '',
    opponents: 'persons',
    lexicons: [],
    status: 'loading',
    standings: [],
    next: null,
    more: false,
    failure: null,
    viewer,
    asked: 1,
    nowMs,
  };
}

/**
 * @param {BoardState} state
 * @param {BoardAction} action
 * @returns {BoardState}
 */
export function updateBoard(state, action) {
  switch (action.type) {
    case 'board-chosen':
      return { ...state, ...action.patch, status: 'loading', next: null, more: false, failure: null, asked: state.asked + 1 };
    case 'lexicons-known':
      return { ...state, lexicons: action.lexicons };
    case 'loaded': {
      if (action.asked !== state.asked) return state;
      const standings = action.more ? [...state.standings, ...action.standings] : action.standings;
      return { ...state, status: 'ready', standings, next: action.next, more: false };
    }
    case 'failed':
      if (action.asked !== state.asked) return state;
      if (state.more && !isMendable(action.failure)) return { ...state, failure: action.failure, more: false };
      return { ...state, status: 'failed', failure: action.failure, more: false };
    case 'retried':
      return { ...state, status: 'loading', failure: null, asked: state.asked + 1 };
    case 'more-asked':
      return state.next === null || state.more ? state : { ...state, more: true, failure: null };
    case 'viewer-known':
      return { ...state, viewer: action.viewer };
    case 'ticked':
      return { ...state, nowMs: action.nowMs };
  }
}
