/** Requests about players and words: sessions, accounts, leaderboards, proposals, look-ups. */

import { listIn, send } from '../api.js';

/** @typedef {import('./types.js').Player} Player */

/** @returns {Promise<Player>} */
export async function fetchPlayer() {
  return playerIn(await send('GET', 'v1/session'));
}

/**
 * @param {string} name
 * @returns {Promise<Player>}
 */
export async function beGuest(name) {
  return playerIn(await send('POST', 'v1/sessions', { body: { name, token: false } }));
}

/**
 * A guest in session becomes the account and keeps its matches.
 * @param {string} name
 * @param {string} password
 * @returns {Promise<Player>}
 */
export async function register(name, password) {
  return playerIn(await send('POST', 'v1/accounts', { body: { name, password } }));
}

/**
 * @param {string} name
 * @param {string} password
 * @returns {Promise<Player>}
 */
export async function logIn(name, password) {
  return playerIn(await send('POST', 'v1/accounts/login', { body: { name, password } }));
}

/**
 * @param {string} before
 * @param {string} after
 */
export async function changePassword(before, after) {
  await send('POST', 'v1/accounts/password', { body: { old: before, new: after } });
}

export async function logOut() {
  await send('DELETE', 'v1/session');
}

/**
 * Delete the account for good; its matches stay.
 * @param {string} password
 */
export async function deleteAccount(password) {
  await send('DELETE', 'v1/accounts', { body: { password } });
}

/**
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<import('./types.js').PlayerPage>}
 */
export async function fetchPlayerPage(id, signal) {
  return /** @type {any} */ (await send('GET', `v1/players/${encodeURIComponent(id)}`, { signal }));
}

/**
 * @param {string} id
 * @param {{cursor?: string | null, limit?: number, signal: AbortSignal}} how
 * @returns {Promise<{matches: import('./types.js').HistoryEntry[], next: string | null}>}
 */
export async function fetchHistory(id, { cursor = null, limit = 20, signal }) {
  const query = new URLSearchParams({ limit: String(limit) });
  if (cursor) query.set('cursor', cursor);
  const answer = await send('GET', `v1/players/${encodeURIComponent(id)}/matches?${query}`, { signal });
  return { matches: listIn(answer, 'matches'), next: nextIn(answer) };
}

/**
 * @param {{by: string, lexicon: string, opponents: string, cursor?: string | null,
 *   signal: AbortSignal}} which
 * @returns {Promise<{standings: import('./types.js').Standing[], next: string | null}>}
 */
export async function fetchLeaderboard({ by, lexicon, opponents, cursor = null, signal }) {
  const query = new URLSearchParams({ by, opponents });
  if (lexicon !== '') query.set('lexicon', lexicon);
  if (cursor) query.set('cursor', cursor);
  const answer = await send('GET', `v1/leaderboards?${query}`, { signal });
  return { standings: listIn(answer, 'standings'), next: nextIn(answer) };
}

/**
 * @param {{lexicon: string, status: string, mine: boolean, cursor?: string | null,
 *   signal: AbortSignal}} which
 * @returns {Promise<{proposals: import('./types.js').Proposal[], next: string | null}>}
 */
export async function fetchProposals({ lexicon, status, mine, cursor = null, signal }) {
  const query = new URLSearchParams();
  if (lexicon !== '') query.set('lexicon', lexicon);
  if (status !== '') query.set('status', status);
  if (mine) query.set('mine', 'true');
  if (cursor) query.set('cursor', cursor);
  const answer = await send('GET', `v1/proposals?${query}`, { signal });
  return { proposals: listIn(answer, 'proposals'), next: nextIn(answer) };
}

/**
 * @param {{lexicon: string, word: string, kind: 'add' | 'remove', reason: string,
 *   match?: string | null}} body
 * @returns {Promise<import('./types.js').Proposal>}
 */
export async function propose(body) {
  return /** @type {any} */ (await send('POST', 'v1/proposals', { body: { match: null, ...body } }));
}

/**
 * @param {number} id
 * @param {boolean} accept
 * @param {string} note
 * @returns {Promise<import('./types.js').Proposal>}
 */
export async function decideProposal(id, accept, note) {
  const body = { accept, note };
  return /** @type {any} */ (await send('POST', `v1/proposals/${id}/decision`, { body }));
}

/**
 * @param {Record<string, string>} query  as `GET /v1/words/search` takes it
 * @param {AbortSignal} signal
 * @returns {Promise<{word: string, valid: boolean, front: string[], back: string[]}>}
 */
export async function fetchHooks(query, signal) {
  const answer = await send('GET', `v1/words/search?${new URLSearchParams(query)}`, { signal });
  listIn(answer, 'front');
  listIn(answer, 'back');
  return /** @type {any} */ (answer);
}

/**
 * @param {Record<string, string>} query  as `GET /v1/words/search` takes it
 * @param {AbortSignal} signal
 * @returns {Promise<{words: string[], next: string | null, total: number | null}>}
 */
export async function fetchWords(query, signal) {
  const answer = await send('GET', `v1/words/search?${new URLSearchParams(query)}`, { signal });
  const { total } = /** @type {{total?: number | null}} */ (answer);
  return { words: listIn(answer, 'words'), next: nextIn(answer), total: total ?? null };
}

/**
 * Chat messages that were pointed out and not dealt with; for administrators.
 * @param {number | null} before  only reports with a lower id
 * @param {AbortSignal} signal
 * @returns {Promise<import('./types.js').Report[]>}
 */
export async function fetchReports(before, signal) {
  const query = before === null ? '' : `?before=${before}`;
  return listIn(await send('GET', `v1/admin/reports${query}`, { signal }), 'reports');
}

/** @param {number} id */
export async function handleReport(id) {
  await send('POST', `v1/admin/reports/${id}/handled`);
}

/** @param {unknown} answer */
function nextIn(answer) {
  return /** @type {{next?: string | null}} */ (answer).next ?? null;
}

/**
 * The player stands in the answer itself or under its name.
 * @param {unknown} answer
 * @returns {Player}
 */
function playerIn(answer) {
  const given = /** @type {{player?: Player} & Player} */ (answer);
  return given.player ?? given;
}
