/**
 * The tab that holds the browser's one connection: gathers what every tab wants and hands out
 * what comes. Effects are handed in.
 */

import { covers, joinWants, streamAddress, takeEvents, takeMessages, wantsNothing } from './cursor.js';

/** @typedef {import('./types.js').Wants} Wants */
/** @typedef {import('./types.js').Frame} Frame */
/** @typedef {import('./types.js').Connection} Connection */
/** @typedef {import('./connection.js').Line} Line */

/** @type {Connection} */
const IDLE = { status: 'idle', retryAtMs: null };

export class Leader {
  /** @type {Map<string, Wants>} */
  #tabs = new Map();
  /** @type {Wants} */
  #open = { matches: {}, lobby: false };
  /** @type {Line | null} */
  #line = null;
  #planned = false;
  #stopped = false;

  /**
   * @param {object} to
   * @param {typeof import('./connection.js').keepConnected} to.connect
   * @param {(job: () => void) => void} to.later  runs a job a moment later, so that the wants of
   *   several tabs make one connection
   * @param {(frame: Frame) => void} to.onFrame  for every tab
   * @param {() => void} to.onAlive
   * @param {(connection: Connection) => void} to.onStatus
   */
  constructor(to) {
    this.to = to;
    this.connection = IDLE;
  }

  /**
   * @param {string} tab
   * @param {Wants} wants
   */
  want(tab, wants) {
    this.#tabs.set(tab, structuredClone(wants));
    this.#plan();
  }

  /** @param {string} tab */
  gone(tab) {
    if (this.#tabs.delete(tab)) this.#plan();
  }

  /** Connect anew, from where each tab is. */
  reset() {
    this.#line?.close();
    this.#line = null;
    this.#plan();
  }

  retry() {
    this.#line?.retry();
  }

  renew() {
    this.#line?.renew();
  }

  stop() {
    this.#stopped = true;
    this.#line?.close();
    this.#line = null;
  }

  #plan() {
    if (this.#planned) return;
    this.#planned = true;
    this.to.later(() => {
      this.#planned = false;
      if (!this.#stopped) this.#settle();
    });
  }

  #settle() {
    const wanted = joinWants(this.#tabs.values());
    if (this.#line && covers(this.#open, wanted)) return;
    this.#line?.close();
    this.#line = null;
    this.#open = wanted;
    if (wantsNothing(wanted)) {
      this.#tell(IDLE);
      return;
    }
    this.#line = this.to.connect({
      address: () => streamAddress(this.#open),
      onFrame: (frame) => this.#take(frame),
      onAlive: this.to.onAlive,
      onStatus: (connection) => this.#tell(connection),
    });
  }

  /** @param {Connection} connection */
  #tell(connection) {
    const { status, retryAtMs } = this.connection;
    if (status === connection.status && retryAtMs === connection.retryAtMs) return;
    this.connection = connection;
    this.to.onStatus(connection);
  }

  /** @param {Frame} frame */
  #take(frame) {
    for (const wants of [this.#open, ...this.#tabs.values()]) advance(wants, frame);
    this.to.onFrame(frame);
  }
}

/**
 * Every tab gets every frame, so every tab has come as far as the frame.
 * @param {Wants} wants
 * @param {Frame} frame
 */
function advance(wants, { event, data }) {
  const cursor = wants.matches[data?.match];
  if (!cursor) return;
  if (event === 'match') wants.matches[data.match] = takeEvents(cursor, data.events).cursor;
  if (event === 'chat') wants.matches[data.match] = takeMessages(cursor, data.messages).cursor;
  // Asking for it again would be refused again.
  if (event === 'gone') delete wants.matches[data.match];
}
