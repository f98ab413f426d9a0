/**
 * The state of a player's page and its actions. This module holds types only.
 *
 * @typedef {import('../api/types.js').PlayerPage} PlayerPage
 * @typedef {import('../api/types.js').HistoryEntry} HistoryEntry
 * @typedef {import('../types.js').Failure} Failure
 *
 * @typedef {object} PlayerState
 * @property {string} id
 * @property {string | null} viewer  id of who looks
 * @property {'loading' | 'ready' | 'failed'} status
 * @property {PlayerPage | null} page
 * @property {number} chosen  which of the statistics is shown
 * @property {readonly HistoryEntry[]} games
 * @property {string | null} next
 * @property {boolean} more  whether older games are on their way
 * @property {boolean} told  whether the games have come
 * @property {Failure | null} failure
 * @property {number} nowMs
 *
 * @typedef {{type: 'page-loaded', page: PlayerPage}
 *   | {type: 'games-loaded', matches: HistoryEntry[], next: string | null}
 *   | {type: 'failed', failure: Failure}
 *   | {type: 'retried'}
 *   | {type: 'statistics-chosen', at: number}
 *   | {type: 'more-asked'}
 *   | {type: 'viewer-known', viewer: string | null}
 *   | {type: 'ticked', nowMs: number}} PlayerAction
 * @typedef {(action: PlayerAction) => void} PlayerDispatch
 */

export {};
