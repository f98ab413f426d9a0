/** The state of the reported messages. Pure. */

import { problemText } from '../problem-text.js';
import { t } from '../text.js';

/** @typedef {import('../api/types.js').Report} Report */
/** @typedef {import('../types.js').Failure} Failure */

/**
 * @typedef {object} ReportsState
 * @property {'loading' | 'ready' | 'failed'} load
 * @property {readonly Report[]} reports
 * @property {boolean} more  whether there may be older ones
 * @property {Failure | null} failure
 * @property {number | null} handling  the report that is being taken off the list
 * @property {string} fault
 * @property {{text: string, count: number}} said
 * @property {number} asked  counts what has been asked for
 * @property {number} nowMs
 *
 * @typedef {{type: 'begun'} | {type: 'asked'}
 *   | {type: 'loaded', asked: number, reports: Report[], whole: number}
 *   | {type: 'failed', asked: number, failure: Failure}
 *   | {type: 'handled-asked', id: number} | {type: 'handled', id: number}
 *   | {type: 'refused', failure: Failure}
 *   | {type: 'ticked', nowMs: number}} ReportsAction
 */

/**
 * @param {number} nowMs
 * @returns {ReportsState}
 */
export function initialReports(nowMs) {
  return {
    load: 'loading',
    reports: [],
    more: false,
    failure: null,
    handling: null,
    fault: '',
    said: { text: '', count: 0 },
    asked: 0,
    nowMs,
  };
}

/**
 * @param {ReportsState} state
 * @param {ReportsAction} action
 * @returns {ReportsState}
 */
export function updateReports(state, action) {
  switch (action.type) {
    case 'begun':
      return { ...state, load: 'loading', reports: [], more: false, failure: null, asked: state.asked + 1 };
    case 'loaded': {
      if (action.asked !== state.asked) return state;
      const reports = [...state.reports, ...action.reports];
      return { ...state, load: 'ready', reports, more: action.reports.length === action.whole };
    }
    case 'failed':
      if (action.asked !== state.asked) return state;
      return { ...state, load: 'failed', failure: action.failure };
    case 'asked':
      return { ...state, load: 'loading', failure: null, asked: state.asked + 1 };
    case 'handled-asked':
      return state.handling === null ? { ...state, handling: action.id, fault: '' } : state;
    case 'handled': {
      const reports = state.reports.filter((one) => one.id !== action.id);
      const said = { text: t('reports.said.handled'), count: state.said.count + 1 };
      return { ...state, reports, handling: null, said };
    }
    case 'refused':
      return { ...state, handling: null, fault: problemText(action.failure) };
    case 'ticked':
      return { ...state, nowMs: action.nowMs };
  }
}
