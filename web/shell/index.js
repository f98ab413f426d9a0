/** Draws what is around every screen and carries out what its state asks for. */

import * as requests from '../api.js';
import * as players from '../api/players.js';
import { t } from '../text.js';
import { html, render } from '../vendor/lit-html/lit-html.js';
import { initialShell, updateShell } from './update.js';
import { accountView } from './view/account.js';
import { headerView } from './view/header.js';

/** @typedef {import('./types.js').ShellState} ShellState */
/** @typedef {import('./types.js').ShellAction} ShellAction */
/** @typedef {import('./types.js').Player} Player */

/** Other tabs of this browser have the same session. */
const CHANNEL = 'tilewright.session';
const UNAUTHORIZED = 401;

export class Shell {
  #bar = /** @type {HTMLElement} */ (document.getElementById('bar'));
  #over = /** @type {HTMLElement} */ (document.getElementById('over'));
  #channel = new BroadcastChannel(CHANNEL);
  #frame = 0;
  #ticking = 0;
  /** @type {Set<(player: Player | null) => void>} */
  #players = new Set();
  /** @type {Set<(settings: import('./types.js').PageSettings) => void>} */
  #settings = new Set();
  /** What waits for the server's word on the session, or for a person to say who they are.
   *  @type {((player: Player | null) => void)[]} */
  #waiting = [];
  /** @type {((player: Player | null) => void)[]} */
  #wanting = [];

  /** @param {import('../stream/types.js').Stream} stream */
  constructor(stream) {
    this.stream = stream;
    this.state = initialShell(requests.load('page'), Date.now());
    stream.onConnection((connection) => this.dispatch({ type: 'connection-changed', connection }));
    this.#channel.addEventListener('message', ({ data }) =>
      this.dispatch({ type: 'session-loaded', player: data.player }),
    );
    this.#bar.addEventListener('click', (event) => this.#clicked(event));
    this.#showTheme();
    this.#draw();
    if (this.state.session === 'loading') this.#ask();
  }

  /** The place in the bar that belongs to the screen. */
  get tools() {
    return /** @type {HTMLElement} */ (this.#bar.querySelector('[data-tools]'));
  }

  /** @param {ShellAction} action */
  dispatch = (action) => {
    const before = this.state;
    this.state = updateShell(before, action);
    if (this.state === before) return;
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
    this.#act(before, this.state);
  };

  /** @returns {import('./types.js').Session} */
  session() {
    return {
      current: () => this.state.player,
      subscribe: (changed) => {
        this.#players.add(changed);
        return () => this.#players.delete(changed);
      },
      ready: () => this.#ready(),
      ensure: async () => {
        const player = await this.#ready();
        if (player) return player;
        const given = new Promise((resolve) => this.#wanting.push(resolve));
        this.dispatch({ type: 'dialog-opened', dialog: 'guest', wanted: true });
        return /** @type {Promise<Player | null>} */ (given);
      },
      begin: async (name) => {
        const player = await players.beGuest(name);
        this.#changed(player);
        return player;
      },
      open: (dialog) => this.dispatch({ type: 'dialog-opened', dialog, wanted: false }),
    };
  }

  /** @returns {import('./types.js').SettingsStore} */
  settings() {
    return {
      get: () => this.state.settings,
      change: (patch) => this.dispatch({ type: 'settings-changed', patch }),
      subscribe: (changed) => {
        this.#settings.add(changed);
        return () => this.#settings.delete(changed);
      },
    };
  }

  /** @returns {Promise<Player | null>} */
  #ready() {
    if (this.state.session === 'ready') return Promise.resolve(this.state.player);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #draw() {
    this.#frame = 0;
    if (!this.state.dialog) this.#over.querySelector('dialog')?.close();
    render(headerView(this.state, this.dispatch), this.#bar);
    render(html`${this.#said()}${accountView(this.state, this.dispatch)}`, this.#over);
    const dialog = this.#over.querySelector('dialog');
    if (dialog && !dialog.open) dialog.showModal();
  }

  /** The same words twice in a row are spoken twice, since a no-break space makes them differ. */
  #said() {
    const { text, count } = this.state.said;
    return html`<p class="sr" role="status" aria-live="polite" aria-label=${t('app.live')}>${
      count % 2 === 0 ? text : `${text}\u00a0`
    }</p>`;
  }

  /**
   * @param {ShellState} before
   * @param {ShellState} now
   */
  #act(before, now) {
    if (before.settings !== now.settings) {
      requests.save('page', now.settings);
      this.#showTheme();
      // Every screen keeps what it shows, so a new start in the other language loses nothing.
      if (before.settings.language !== now.settings.language) location.reload();
      for (const changed of [...this.#settings]) changed(now.settings);
    }
    if (before.session !== now.session) {
      for (const done of this.#waiting.splice(0)) done(now.player);
    }
    if (JSON.stringify(before.player) !== JSON.stringify(now.player)) {
      // What a stream shows depends on who watches.
      if (before.player?.id !== now.player?.id) this.stream.reset();
      for (const changed of [...this.#players]) changed(now.player);
    }
    if (before.dialog?.pending !== now.dialog?.pending && now.dialog?.pending) this.#send(now.dialog);
    // Whoever waits for a player has one now, or has been given up.
    if (now.player || (before.dialog?.wanted && !now.dialog)) {
      for (const done of this.#wanting.splice(0)) done(now.player);
    }
    if (before.leaving !== now.leaving) void this.#leave();
    if (before.retries !== now.retries) this.stream.retry();
    if (now.loud && this.#ticking === 0) this.#ticking = setTimeout(() => this.#tick());
  }

  /** Ask the server who plays in this browser. */
  #ask() {
    players.fetchPlayer().then(
      (player) => this.dispatch({ type: 'session-loaded', player }),
      (error) => {
        if (!(error instanceof requests.RequestError)) throw error;
        if (error.failure.status === UNAUTHORIZED) {
          this.dispatch({ type: 'session-loaded', player: null });
          return;
        }
        // The server is away: who plays is not known, and not forgotten.
        setTimeout(() => this.#ask(), Math.max(2000, (error.failure.retryAtMs ?? 0) - Date.now()));
      },
    );
  }

  /** @param {import('./types.js').AccountForm} dialog */
  #send({ name, pending }) {
    if (!pending) return;
    const { id, values } = pending;
    account(name, values).then(
      (player) => {
        this.dispatch({ type: 'form-answered', id, player });
        if (player || name === 'delete') this.#channel.postMessage({ player });
      },
      (error) => {
        if (!(error instanceof requests.RequestError)) throw error;
        this.dispatch({ type: 'form-refused', id, failure: error.failure });
      },
    );
  }

  async #leave() {
    try {
      await players.logOut();
    } catch (error) {
      if (!(error instanceof requests.RequestError)) throw error;
      if (error.failure.status !== UNAUTHORIZED) {
        this.dispatch({ type: 'said', text: t('problem.network') });
        return;
      }
    }
    this.#changed(null);
    this.dispatch({ type: 'said', text: t('account.left') });
  }

  /** @param {Player | null} player */
  #changed(player) {
    this.dispatch({ type: 'session-loaded', player });
    this.#channel.postMessage({ player });
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.closest('[data-skip-link]')) {
      event.preventDefault();
      const place = document.querySelector('#screen [data-skip]') ?? document.querySelector('main');
      /** @type {HTMLElement | null} */ (place)?.focus();
    }
    if (target.closest('.menu a, [data-hides]')) this.hideMenu();
  }

  hideMenu() {
    /** @type {HTMLElement | null} */ (this.#bar.querySelector('.menu:popover-open'))?.hidePopover();
  }

  /** Count down to the next try, only while there is something to count. */
  #tick() {
    this.dispatch({ type: 'ticked', nowMs: Date.now() });
    this.#ticking = this.state.loud ? setTimeout(() => this.#tick(), 1000) : 0;
  }

  #showTheme() {
    document.documentElement.dataset['theme'] = this.state.settings.theme;
  }
}

/**
 * @param {import('./types.js').AccountDialog} name
 * @param {Record<string, string>} values
 * @returns {Promise<Player | null>}
 */
async function account(name, { name: who = '', password = '', old = '' }) {
  switch (name) {
    case 'guest':
      return players.beGuest(who.trim());
    case 'login':
      return players.logIn(who.trim(), password);
    case 'register':
      return players.register(who.trim(), password);
    case 'password':
      await players.changePassword(old, password);
      return null;
    case 'delete':
      await players.deleteAccount(password);
      return null;
  }
}
