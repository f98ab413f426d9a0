/** What the room asks of the server, each kind with its own way to be given up. */

import { previewRequest } from '../state/selectors.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').RoomDispatch} RoomDispatch */
/** @typedef {import('../../shell/types.js').Services} Services */
/** @typedef {import('../../types.js').Failure} Failure */

const PREVIEW_DELAY_MS = 120;
const KEY_BYTES = 16;
const RETRY_MS = 3000;

export class Requests {
  #preview = new AbortController();
  #delay = 0;
  #words = new AbortController();
  #load = new AbortController();
  #again = 0;
  /** The key of the write under way: the same for each of its tries. */
  #key = { id: 0, text: '' };
  /** The same of the message being said. */
  #chatKey = { attempt: -1, text: '' };

  /**
   * @param {string} id
   * @param {Services} services
   * @param {RoomDispatch} dispatch
   * @param {() => boolean} shown  whether a match is shown
   */
  constructor(id, { api }, dispatch, shown) {
    this.id = id;
    this.api = api;
    this.dispatch = dispatch;
    this.shown = shown;
  }

  /** @param {(seq: number, chat: number) => void} loaded  called once the match is shown */
  load(loaded) {
    clearTimeout(this.#again);
    this.#load.abort();
    this.#load = new AbortController();
    const { signal } = this.#load;
    this.#fetch(signal).then(
      ({ messages, match }) => {
        const { options, events, ...view } = match;
        this.dispatch({ type: 'match-loaded', view, options, events, messages, nowMs: Date.now() });
        loaded(view.seq, messages.at(-1)?.n ?? 0);
      },
      (error) =>
        this.#report(error, signal, (failure) => {
          this.dispatch({ type: 'match-failed', failure });
          this.#again = setTimeout(() => this.retry(), RETRY_MS);
        }),
    );
  }

  /** What is shown may be behind for as long as it was not read anew. */
  retry() {
    if (this.shown()) this.dispatch({ type: 'match-asked' });
  }

  /** @param {AbortSignal} signal */
  async #fetch(signal) {
    const match = await this.api.fetchMatch(this.id, signal);
    const messages = match.chat ? (await this.api.fetchChat(this.id, 0, signal)).messages : [];
    return { match, messages };
  }

  /**
   * The write that the state waits for. It is not given up when the room is left: it was meant.
   * @param {import('../types.js').Attempt} attempt
   */
  write({ id, path, body }) {
    if (this.#key.id !== id) this.#key = { id, text: this.api.randomHex(KEY_BYTES) };
    const headers = { 'Idempotency-Key': this.#key.text };
    const own = `v1/matches/${encodeURIComponent(this.id)}/${path}`;
    const address = path.startsWith('v1/') ? path : own;
    this.api.send('POST', address, { body, headers }).then(
      (answer) => this.dispatch({ type: 'answered', id, answer, nowMs: Date.now() }),
      (error) =>
        this.#report(error, null, (failure) =>
          this.dispatch({ type: 'refused', id, failure, nowMs: Date.now() }),
        ),
    );
  }

  /**
   * A little later, since it changes with every tile; an answer to what is laid out no more is
   * given up.
   * @param {RoomState} state
   */
  preview(state) {
    this.#preview.abort();
    clearTimeout(this.#delay);
    const request = previewRequest(state);
    if (!request || request.key === state.preview.key) return;
    this.#preview = new AbortController();
    const { signal } = this.#preview;
    const { key, coord, tiles } = request;
    this.#delay = setTimeout(() => {
      this.api.previewMove(this.id, coord, tiles, signal).then(
        (answer) => this.dispatch({ type: 'previewed', key, answer }),
        (error) => this.#report(error, signal, () => this.dispatch({ type: 'previewed', key, answer: null })),
      );
    }, PREVIEW_DELAY_MS);
  }

  /** @param {NonNullable<import('../types.js').Words['asked']>} asked */
  words({ kind, query, cursor }) {
    this.#words.abort();
    this.#words = new AbortController();
    const { signal } = this.#words;
    this.api.lookUp(this.id, kind, query, { cursor: cursor || null, signal }).then(
      (answer) => this.dispatch({ type: 'words-came', answer }),
      (error) =>
        this.#report(error, signal, (failure) =>
          this.dispatch({ type: 'words-failed', failure }),
        ),
    );
  }

  /** @param {RoomState['chat']} chat */
  chat({ sending, attempt }) {
    if (sending === null) return;
    if (this.#chatKey.attempt !== attempt) {
      this.#chatKey = { attempt, text: this.api.randomHex(KEY_BYTES) };
    }
    this.api.sendChat(this.id, sending, this.#chatKey.text).then(
      (answer) => this.dispatch({ type: 'chat-accepted', messages: [answer] }),
      (error) =>
        this.#report(error, null, (failure) =>
          this.dispatch({ type: 'chat-failed', failure }),
        ),
    );
  }

  stop() {
    clearTimeout(this.#delay);
    clearTimeout(this.#again);
    for (const one of [this.#preview, this.#words, this.#load]) one.abort();
  }

  /**
   * @param {unknown} error
   * @param {AbortSignal | null} signal
   * @param {(failure: Failure) => void} tell
   */
  #report(error, signal, tell) {
    if (error instanceof this.api.RequestError) tell(error.failure);
    else if (!signal?.aborted) throw error;
  }
}
