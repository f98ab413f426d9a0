/** The world outside the page: the server, the browser's storage, the clipboard. */

import { NAMELESS } from './problem-text.js';

/** @typedef {import('./types.js').Failure} Failure */
/** @typedef {import('./types.js').MovesAnswer} MovesAnswer */
/** @typedef {import('./types.js').Pending} Pending */

/**
 * What is kept in the browser: the analysis's settings and position, and what the page remembers.
 * A match's own (the order of a rack, tiles not yet played) is kept under the match.
 * @typedef {'settings' | 'position' | 'page' | 'invitations' | `match.${string}`} Kept
 */

/** Beyond the server's own deadline; only a dead connection takes that long. */
const TIMEOUT_MS = 30_000;
const NO_CONTENT = 204;

export class RequestError extends Error {
  /** @param {Failure} failure */
  constructor(failure) {
    super(failure.detail);
    this.failure = failure;
  }
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<import('./model/catalogue.js').Offer>}
 */
export async function fetchOffer(signal) {
  const [lexicons, layouts, alphabets] = await Promise.all([
    send('GET', 'v1/lexicons', { signal }),
    send('GET', 'v1/layouts', { signal }),
    send('GET', 'v1/alphabets', { signal }),
  ]);
  return {
    lexicons: listIn(lexicons, 'lexicons'),
    layouts: listIn(layouts, 'layouts'),
    alphabets: listIn(alphabets, 'alphabets'),
  };
}

/**
 * @param {Pending} pending
 * @param {AbortSignal} signal
 * @returns {Promise<MovesAnswer>}
 */
export async function fetchMoves(pending, signal) {
  const answer = await send('POST', 'v1/moves', {
    signal,
    body: { ...pending.body, limit: pending.limit },
  });
  listIn(answer, 'moves');
  return /** @type {MovesAnswer} */ (answer);
}

/**
 * @typedef {object} SendOptions
 * @property {AbortSignal} [signal]
 * @property {unknown} [body]  sent as JSON
 * @property {Record<string, string>} [headers]
 */

/**
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {string} path  relative, so that the page works below any path
 * @param {SendOptions} [options]
 * @returns {Promise<unknown>}  the parsed answer; null where the server has nothing to say
 * @throws {RequestError}  with what went wrong; an abort throws as `fetch` does
 */
export async function send(method, path, options = {}) {
  const signals = [AbortSignal.timeout(TIMEOUT_MS)];
  if (options.signal) signals.push(options.signal);
  /** @type {RequestInit} */
  const init = { method, signal: AbortSignal.any(signals) };
  if (options.headers) init.headers = options.headers;
  // A write is always JSON: the server takes none that a plain form could send.
  if (method !== 'GET') {
    init.headers = { ...options.headers, 'Content-Type': 'application/json' };
    init.body = JSON.stringify(options.body ?? {});
  }
  try {
    const response = await fetch(path, init);
    if (response.status === NO_CONTENT) return null;
    const body = await response.json().catch((error) => {
      if (error instanceof SyntaxError) return null;
      throw error;
    });
    if (response.ok && body !== null) return body;
    throw new RequestError(failureFrom(response, body));
  } catch (error) {
    if (error instanceof RequestError || options.signal?.aborted) throw error;
    throw new RequestError(failure('network', 0, String(error)));
  }
}

/**
 * @param {unknown} answer
 * @param {string} name
 * @returns {any[]}
 */
export function listIn(answer, name) {
  const list = /** @type {Record<string, unknown>} */ (answer)?.[name];
  if (Array.isArray(list)) return list;
  throw new RequestError(failure('unreadable', 200, `no list named ${name} in the answer`));
}

/**
 * @param {string} type
 * @param {number} status
 * @param {string} detail
 * @returns {Failure}
 */
export function failure(type, status, detail) {
  return { type, status, detail, errors: [], available: [], requestId: '', retryAtMs: null };
}

/**
 * @param {Response} response
 * @param {unknown} body  parsed JSON, or null
 * @returns {Failure}
 */
function failureFrom(response, body) {
  const problem = /** @type {Record<string, unknown>} */ (
    typeof body === 'object' && body !== null ? body : {}
  );
  const seconds = Number(response.headers.get('Retry-After') ?? NaN);
  const text = (/** @type {string} */ name, /** @type {string} */ otherwise) =>
    typeof problem[name] === 'string' ? problem[name] : otherwise;
  return {
    type: text('type', response.ok ? 'unreadable' : NAMELESS),
    status: response.status,
    detail: text('detail', `${response.status} ${response.statusText}`),
    errors: Array.isArray(problem['errors']) ? problem['errors'] : [],
    available: Array.isArray(problem['available']) ? problem['available'].map(String) : [],
    requestId: text('request_id', ''),
    retryAtMs: seconds > 0 ? Date.now() + Math.min(seconds, 300) * 1000 : null,
    ...(seconds > 0 ? { waitS: seconds } : {}),
    reason: text('reason', ''),
    words: Array.isArray(problem['words']) ? problem['words'].map(String) : [],
    squares: Array.isArray(problem['squares']) ? problem['squares'] : [],
  };
}

/**
 * Chance of this device's own, such as a seat adds to the draws of a match.
 * @param {number} bytes
 */
export function randomHex(bytes) {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return [...values].map((value) => value.toString(16).padStart(2, '0')).join('');
}

/**
 * Storage may be full, forbidden or hold what another version wrote: none of that stops the page.
 * @param {Kept} what
 * @returns {unknown}
 */
export function load(what) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(what)) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * @param {Kept} what
 * @param {unknown} value
 */
export function save(what, value) {
  try {
    localStorage.setItem(keyOf(what), JSON.stringify(value));
  } catch {
    // Without storage the page works all the same; it only forgets.
  }
}

/** @param {Kept} what */
function keyOf(what) {
  return `tilewright.${what}`;
}

/**
 * @param {string} text
 * @returns {Promise<boolean>}  whether the browser allowed it
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
