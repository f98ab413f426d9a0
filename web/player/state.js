/** The next state of a player's page. Pure. */

import { isMendable } from '../model/problems.js';

/** @typedef {import('./types.js').PlayerState} PlayerState */
/** @typedef {import('./types.js').PlayerAction} PlayerAction */

/**
 * @param {string} id
 * @param {string | null} viewer
 * @param {number} nowMs
 * @returns {PlayerState}
 */
export function initialPlayer(id, viewer, nowMs) {
  return {
    id,
    viewer,
    status: 'loading',
    page: null,
    chosen: 0,
    games: [],
    next: null,
    more: false,
    told: false,
    failure: null,
    nowMs,
  };
}

/**
 * @param {PlayerState} state
 * @param {PlayerAction} action
 * @returns {PlayerState}
 */
export function updatePlayer(state, action) {
  switch (action.type) {
    case 'page-loaded':
      return { ...state, status: 'ready', page: action.page, chosen: mostPlayed(action.page) };
    case 'games-loaded': {
      const known = new Set(state.games.map((one) => one.id));
      const fresh = action.matches.filter((one) => !known.has(one.id));
      return { ...state, games: [...state.games, ...fresh], next: action.next, more: false, told: true };
    }
    case 'failed':
      if (state.more && !isMendable(action.failure)) return { ...state, failure: action.failure, more: false };
      return { ...state, status: 'failed', failure: action.failure, more: false };
    case 'retried':
      return { ...state, status: 'loading', failure: null };
    case 'statistics-chosen':
      return { ...state, chosen: action.at };
    case 'more-asked':
      return state.next === null || state.more ? state : { ...state, more: true, failure: null };
    case 'viewer-known':
      return { ...state, viewer: action.viewer };
    case 'ticked':
      return { ...state, nowMs: action.nowMs };
  }
}

/** @param {import('./types.js').PlayerPage} page */
function mostPlayed({ statistics }) {
  const most = Math.max(0, ...statistics.map((one) => one.games));
  return Math.max(0, statistics.findIndex((one) => one.games === most));
}
