/** What one tab watches, and which part of what comes is new to whom. Without effects. */

import { cursorFrom, earlier, takeEvents, takeMessages } from './cursor.js';

/** @typedef {import('./types.js').Watcher} Watcher */
/** @typedef {import('./types.js').Cursor} Cursor */
/** @typedef {import('./types.js').Wants} Wants */
/** @typedef {import('./types.js').Frame} Frame */

/** @typedef {{match: string, cursor: Cursor, watcher: Watcher}} Watch */

export class Client {
  /** @type {Set<Watch>} */
  #watches = new Set();
  /** @type {Set<() => void>} */
  #lobby = new Set();

  /** @param {() => void} changed  called when what is wanted has changed */
  constructor(changed) {
    this.changed = changed;
  }

  /**
   * @param {string} match
   * @param {string | null} after
   * @param {Watcher} watcher
   */
  subscribe(match, after, watcher) {
    /** @type {Watch} */
    const watch = { match, cursor: cursorFrom(after), watcher };
    this.#watches.add(watch);
    this.changed();
    return () => {
      if (this.#watches.delete(watch)) this.changed();
    };
  }

  /** @param {() => void} changed */
  lobby(changed) {
    const one = () => changed();
    this.#lobby.add(one);
    this.changed();
    return () => {
      if (this.#lobby.delete(one)) this.changed();
    };
  }

  /** @returns {Wants} */
  wants() {
    /** @type {Wants} */
    const wants = { matches: {}, lobby: this.#lobby.size > 0 };
    for (const { match, cursor } of this.#watches) {
      const known = wants.matches[match];
      wants.matches[match] = known ? earlier(known, cursor) : cursor;
    }
    return wants;
  }

  /** @param {Frame} frame */
  take({ event, data }) {
    // A list may have changed unseen while there was no connection.
    if (event === 'lobby' || event === 'hello') for (const changed of [...this.#lobby]) changed();
    for (const watch of [...this.#watches]) {
      if (watch.match === data?.match) deliver(watch, event, data);
    }
    if (event === 'gone') {
      for (const watch of this.#watches) if (watch.match === data?.match) this.#watches.delete(watch);
    }
  }
}

/**
 * @param {Watch} watch
 * @param {string} event
 * @param {any} data
 */
function deliver(watch, event, data) {
  const { watcher } = watch;
  switch (event) {
    case 'match': {
      const { fresh, cursor, gap } = takeEvents(watch.cursor, data.events);
      watch.cursor = cursor;
      if (gap) watcher.onGap?.();
      else if (fresh.length > 0) watcher.onEvents?.(fresh, data.view);
      return;
    }
    case 'chat': {
      const { fresh, cursor } = takeMessages(watch.cursor, data.messages);
      watch.cursor = cursor;
      if (fresh.length > 0) watcher.onChat?.(fresh);
      return;
    }
    case 'presence':
      watcher.onPresence?.({ connected: data.connected, bot_waiting: data.bot_waiting });
      return;
    case 'gone':
      watcher.onGone?.();
  }
}
