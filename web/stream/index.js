/**
 * The browser's one event stream. The tab that holds a Web Lock keeps the connection and hands
 * what comes to the others over a BroadcastChannel; when it goes, the next in line takes over from
 * where the tabs have come to. Where a browser gives a page no locks (an address without https,
 * other than localhost), each tab has a connection of its own.
 */

import { Client } from './client.js';
import { keepConnected } from './connection.js';
import { Leader } from './leader.js';

/** @typedef {import('./types.js').Connection} Connection */
/** @typedef {import('./types.js').Frame} Frame */
/** @typedef {import('./types.js').Wants} Wants */

/**
 * @typedef {{type: 'want', tab: string, wants: Wants} | {type: 'lead'} | {type: 'retry'}
 *   | {type: 'reset'} | {type: 'frame', frame: Frame} | {type: 'alive'}
 *   | {type: 'connection', connection: Connection, offsetMs: number}} Message
 */

const CHANNEL = 'tilewright.stream';
/** Tabs that want something at the same time are served by one connection. */
const GATHER_MS = 40;
const CHECK_MS = 5_000;
/** A leader that has not been heard for that long hangs; the server writes every 15 s. */
const LEADER_SILENCE_MS = 75_000;
const RETRY_GRACE_MS = 2_000;

/** @returns {import('./types.js').Stream} */
export function createStream() {
  const tab = [...crypto.getRandomValues(new Uint8Array(8))].map((one) => one.toString(36)).join('-');
  const channel = new BroadcastChannel(CHANNEL);
  /** @type {LockManager | undefined} */
  const locks = navigator.locks;
  const client = new Client(() => want());
  /** @type {Set<(connection: Connection) => void>} */
  const listeners = new Set();
  /** @type {Connection} */
  let connection = { status: 'idle', retryAtMs: null };
  /** Tabs whose end is waited for. @type {Set<string>} */
  const known = new Set();
  let offsetMs = 0;
  let heardMs = Date.now();
  /** @type {Leader | null} */
  let leader = null;
  let started = false;

  /** @param {Message} message */
  const post = (message) => channel.postMessage(message);

  /** @param {Connection} next */
  function connected(next) {
    // A tab that watches nothing has no connection to speak of, whatever the others have.
    const wants = client.wants();
    const idle = !wants.lobby && Object.keys(wants.matches).length === 0;
    connection = idle ? { status: 'idle', retryAtMs: null } : next;
    for (const changed of [...listeners]) changed(connection);
  }

  /** @param {Frame} frame */
  function take(frame) {
    if (frame.event === 'hello') offsetMs = frame.data.now_ms - Date.now();
    client.take(frame);
  }

  function want() {
    start();
    const wants = client.wants();
    if (leader) leader.want(tab, wants);
    else post({ type: 'want', tab, wants });
    if (leader) connected(leader.connection);
    else if (!wants.lobby && Object.keys(wants.matches).length === 0) connected(connection);
  }

  function start() {
    if (started) return;
    started = true;
    setInterval(check, CHECK_MS);
    if (!locks) {
      lead();
      return;
    }
    // Held for the life of the tab: whoever is granted it knows that the tab is gone.
    void locks.request(`${CHANNEL}.${tab}`, () => new Promise(() => {}));
    contend(locks, {});
  }

  /**
   * Lead once it is this tab's turn. The lock is held until the tab goes or another steals it,
   * because this one was not heard, for instance after a sleep.
   * @param {LockManager} manager
   * @param {LockOptions} how
   */
  function contend(manager, how) {
    const held = manager.request(CHANNEL, how, () => new Promise(() => lead()));
    held.catch(() => {
      leader?.stop();
      leader = null;
      post({ type: 'want', tab, wants: client.wants() });
      contend(manager, {});
    });
  }

  function lead() {
    heardMs = Date.now();
    leader = new Leader({
      connect: keepConnected,
      later: (job) => setTimeout(job, GATHER_MS),
      onFrame(frame) {
        if (locks) post({ type: 'frame', frame });
        take(frame);
      },
      onAlive() {
        if (locks) post({ type: 'alive' });
      },
      onStatus(next) {
        if (locks) post({ type: 'connection', connection: next, offsetMs });
        connected(next);
      },
    });
    if (locks) post({ type: 'lead' });
    leader.want(tab, client.wants());
  }

  /** @param {string} other */
  function watchTab(other) {
    if (known.has(other)) return;
    known.add(other);
    void locks?.request(`${CHANNEL}.${other}`, { mode: 'shared' }, () => {
      known.delete(other);
      leader?.gone(other);
    });
  }
  /** A hidden leader's timers are slow; the tab in sight sees to it that it does not sleep. */
  function check() {
    if (leader || !started || document.hidden || connection.status === 'idle') return;
    const late = Date.now() - (connection.retryAtMs ?? Infinity) > RETRY_GRACE_MS;
    if (connection.status !== 'live' && late) post({ type: 'retry' });
    if (!locks || Date.now() - heardMs <= LEADER_SILENCE_MS) return;
    heardMs = Date.now();
    contend(locks, { steal: true });
  }

  function retry() {
    if (leader) leader.retry();
    else post({ type: 'retry' });
  }

  channel.addEventListener('message', ({ data }) => {
    const message = /** @type {Message} */ (data);
    heardMs = Date.now();
    switch (message.type) {
      case 'want':
        if (!leader) return;
        leader.want(message.tab, message.wants);
        watchTab(message.tab);
        post({ type: 'connection', connection: leader.connection, offsetMs });
        return;
      case 'lead':
        if (!leader && started) post({ type: 'want', tab, wants: client.wants() });
        return;
      case 'retry':
        leader?.retry();
        return;
      case 'reset':
        leader?.reset();
        return;
      case 'frame':
        if (!leader) take(message.frame);
        return;
      case 'connection':
        if (leader || !started) return;
        offsetMs = message.offsetMs;
        connected(message.connection);
        return;
      case 'alive':
    }
  });
  addEventListener('online', retry);
  // A connection that was cut is silent for long; only another try tells. Every tab hears of it.
  addEventListener('offline', () => leader?.renew());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && connection.status === 'lost') retry();
  });

  return {
    subscribe: (match, after, watcher) => client.subscribe(match, after, watcher),
    lobby: (changed) => client.lobby(changed),
    connection: () => connection,
    onConnection(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    retry,
    reset() {
      if (leader) leader.reset();
      else if (started) post({ type: 'reset' });
    },
    clockOffsetMs: () => offsetMs,
  };
}
