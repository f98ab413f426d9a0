/** Requests about matches: lists, creating, joining, moves, hints, look-ups, chat. */

import { listIn, send } from '../api.js';

/** @typedef {import('./types.js').Summary} Summary */
/** @typedef {import('./types.js').MatchBody} MatchBody */
/** @typedef {import('./types.js').MoveBody} MoveBody */
/** @typedef {import('./types.js').Invitation} Invitation */

/**
 * @param {'open' | 'mine' | 'live' | 'ended'} filter
 * @param {{cursor?: string | null, limit?: number, signal?: AbortSignal}} [more]
 * @returns {Promise<{matches: Summary[], next: string | null}>}
 */
export async function fetchMatches(filter, { cursor = null, limit = 20, signal } = {}) {
  const query = new URLSearchParams({ filter, limit: String(limit) });
  if (cursor) query.set('cursor', cursor);
  const answer = await send('GET', `v1/matches?${query}`, signal ? { signal } : {});
  const { next } = /** @type {{next?: string | null}} */ (answer);
  return { matches: listIn(answer, 'matches'), next: next ?? null };
}

/**
 * @param {MatchBody} body
 * @param {string} key  the same for each try to create one game, so that it is created once
 * @returns {Promise<{id: string, phase: import('./types.js').Phase, invitations: Invitation[]}>}
 */
export async function createMatch(body, key) {
  const headers = { 'Idempotency-Key': key };
  return /** @type {any} */ (await send('POST', 'v1/matches', { body, headers }));
}

/**
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}  the match as the viewer may see it, with its options and events
 */
export async function fetchMatch(id, signal) {
  return send('GET', address(id), signal ? { signal } : {});
}

/**
 * @param {string} id
 * @param {string} invitation  the token of a link; the match is shown to it while it waits
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function fetchInvited(id, invitation, signal) {
  const headers = { 'Tilewright-Invitation': invitation };
  return send('GET', address(id), { headers, ...(signal ? { signal } : {}) });
}

/**
 * @param {string} id
 * @param {{seat?: number | null, invitation?: string | null, nonce?: string | null}} [how]
 * @returns {Promise<any>}
 */
export async function joinMatch(id, { seat = null, invitation = null, nonce = null } = {}) {
  return send('POST', `${address(id)}/join`, { body: { seat, invitation, nonce } });
}

/** @param {string} id */
export async function leaveMatch(id) {
  return send('POST', `${address(id)}/leave`);
}

/** @param {string} id */
export async function cancelMatch(id) {
  return send('POST', `${address(id)}/cancel`);
}

/**
 * @param {string} id
 * @param {number} seq  the sequence number the move was decided on
 * @param {MoveBody} move
 * @param {string} key  the same for each try of one move, so that it is never made twice
 * @returns {Promise<any>}
 */
export async function makeMove(id, seq, move, key) {
  const headers = { 'Idempotency-Key': key };
  return send('POST', `${address(id)}/moves`, { body: { seq, move }, headers });
}

/**
 * @param {string} id
 * @param {string} coord
 * @param {string} tiles
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function previewMove(id, coord, tiles, signal) {
  return send('POST', `${address(id)}/preview`, { body: { coord, tiles }, signal });
}

/**
 * @param {string} id
 * @param {number} seq
 * @returns {Promise<any>}
 */
export async function takeHint(id, seq) {
  return send('POST', `${address(id)}/hints`, { body: { seq } });
}

/**
 * @param {string} id
 * @param {'is' | 'starts' | 'ends' | 'contains' | 'pattern'} kind
 * @param {string} text
 * @param {{cursor?: string | null, limit?: number, signal?: AbortSignal}} [more]
 * @returns {Promise<any>}
 */
export async function lookUp(id, kind, text, { cursor = null, limit = 50, signal } = {}) {
  const query = new URLSearchParams({ kind, q: text, limit: String(limit) });
  if (cursor) query.set('cursor', cursor);
  return send('GET', `${address(id)}/words?${query}`, signal ? { signal } : {});
}

/**
 * @param {string} id
 * @returns {Promise<{id: string}>}
 */
export async function askRematch(id) {
  return /** @type {any} */ (await send('POST', `${address(id)}/rematch`));
}

/**
 * @param {string} id
 * @param {number} after
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function fetchChat(id, after, signal) {
  return send('GET', `${address(id)}/chat?after=${after}`, signal ? { signal } : {});
}

/**
 * @param {string} id
 * @param {string} text
 * @param {string} key  the same for each try to say one thing, so that it is said once
 * @returns {Promise<any>}
 */
export async function sendChat(id, text, key) {
  const headers = { 'Idempotency-Key': key };
  return send('POST', `${address(id)}/chat`, { body: { text }, headers });
}

/**
 * @param {string} id
 * @param {number} n
 * @param {string} reason
 */
export async function reportChat(id, n, reason) {
  return send('POST', `${address(id)}/chat/${n}/report`, { body: { reason } });
}

/**
 * Where a record is to be had, for a link.
 * @param {string} id
 * @param {'gcg' | 'json'} format
 */
export function exportAddress(id, format) {
  return `${address(id)}/export?format=${format}`;
}

/** @param {string} id */
function address(id) {
  return `v1/matches/${encodeURIComponent(id)}`;
}
