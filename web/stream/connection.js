/** One connection to the server's event stream, which comes back by itself. */

import { backoffMs } from './backoff.js';
import { frameReader } from './sse.js';

/** @typedef {import('./types.js').Connection} Connection */
/** @typedef {import('./types.js').Frame} Frame */

/** The server writes at least every 15 s; a connection that is silent for longer is dead. */
const SILENCE_MS = 40_000;
const WATCH_MS = 5_000;
/** After an answer that another try will hardly change. */
const REFUSED_MS = 30_000;
const MOST_RETRY_AFTER_S = 300;

/**
 * @typedef {object} Line  a connection that is kept up until it is closed
 * @property {() => void} retry  try at once instead of waiting
 * @property {() => void} renew  give up what is open, which may be dead, and try anew
 * @property {() => void} close
 */

/**
 * @param {object} to
 * @param {() => string} to.address  where to connect; asked before each try, so that it says what
 *   has been seen by then
 * @param {(frame: Frame) => void} to.onFrame
 * @param {() => void} to.onAlive  called whenever the server writes anything
 * @param {(connection: Connection) => void} to.onStatus
 * @returns {Line}
 */
export function keepConnected({ address, onFrame, onAlive, onStatus }) {
  let closed = false;
  let failures = 0;
  let heardMs = Date.now();
  let waiting = 0;
  let trying = new AbortController();

  const watch = setInterval(() => {
    if (waiting === 0 && Date.now() - heardMs > SILENCE_MS) trying.abort();
  }, WATCH_MS);

  /**
   * A fault in what listens is no fault of the connection.
   * @param {() => void} call
   */
  const safely = (call) => {
    try {
      call();
    } catch (error) {
      reportError(error);
    }
  };

  /** @param {Connection['status']} status */
  const tell = (status, retryAtMs = /** @type {number | null} */ (null)) => {
    if (!closed) safely(() => onStatus({ status, retryAtMs }));
  };

  async function connect() {
    waiting = 0;
    heardMs = Date.now();
    trying = new AbortController();
    if (failures === 0) tell('connecting');
    let delayMs = 0;
    try {
      delayMs = await follow(trying.signal);
    } catch {
      // Broken off, not to be reached, or silent for too long: all the same, try again.
    }
    if (closed) return;
    failures += 1;
    const waitMs = Math.max(delayMs, backoffMs(failures, Math.random()));
    // The first try after a working connection comes so soon that nobody need know.
    tell(failures > 1 ? 'lost' : 'connecting', Date.now() + waitMs);
    waiting = setTimeout(connect, waitMs);
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<number>}  how long to wait at least before the next try
   */
  async function follow(signal) {
    const headers = { Accept: 'text/event-stream' };
    const response = await fetch(address(), { signal, headers, cache: 'no-store' });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      const seconds = Number(response.headers.get('Retry-After') ?? NaN);
      if (seconds > 0) return Math.min(seconds, MOST_RETRY_AFTER_S) * 1000;
      return response.status < 500 ? REFUSED_MS : 0;
    }
    const read = frameReader();
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await pieces.read();
      if (done || closed) return 0;
      heardMs = Date.now();
      failures = 0;
      tell('live');
      safely(onAlive);
      for (const { event, id, data } of read(value)) {
        safely(() => onFrame({ event, id: id ?? '', data: JSON.parse(data) }));
      }
    }
  }

  void connect();
  return {
    retry() {
      if (closed || waiting === 0) return;
      clearTimeout(waiting);
      void connect();
    },
    renew() {
      if (waiting === 0) trying.abort();
    },
    close() {
      closed = true;
      clearTimeout(waiting);
      clearInterval(watch);
      trying.abort();
    },
  };
}
