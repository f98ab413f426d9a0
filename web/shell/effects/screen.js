/** What every screen does around its own state: draw in the next frame, open dialogs, speak, end. */

import { render } from '../../vendor/lit-html/lit-html.js';

/** @typedef {import('../types.js').Services} Services */

const SECOND_MS = 1000;

/**
 * @template State
 * @template {{type: string}} Action
 */
export class Screen {
  #frame = 0;
  #life = new AbortController();
  /** @type {(() => void)[]} */
  #stops = [];

  /**
   * @param {object} given
   * @param {HTMLElement} given.root
   * @param {Services} given.services
   * @param {State} given.state
   * @param {(state: State, action: Action) => State} given.update
   * @param {(state: State, dispatch: (action: Action) => void) => unknown} given.view
   * @param {(before: State, now: State) => void} given.act  does what a change asks for
   * @param {(state: State) => boolean} [given.hasDialog]  whether the view has a dialog in it
   */
  constructor(given) {
    this.given = given;
    this.state = given.state;
    this.#draw();
  }

  /** Ends with the screen. */
  get signal() {
    return this.#life.signal;
  }

  /** @param {Action} action */
  dispatch = (action) => {
    const before = this.state;
    const now = this.given.update(before, action);
    if (now === before || this.signal.aborted) return;
    this.state = now;
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
    this.given.act(before, now);
  };

  /**
   * Something to be ended with the screen.
   * @param {() => void} stop
   */
  until(stop) {
    this.#stops.push(stop);
  }

  /**
   * Something to be done each second while the screen is there, such as counting down.
   * @param {() => void} work
   */
  eachSecond(work) {
    const ticking = setInterval(work, SECOND_MS);
    this.until(() => clearInterval(ticking));
  }

  /**
   * Wait for an answer of the server; what comes too late is dropped.
   * @template Answer
   * @param {Promise<Answer>} answer
   * @param {AbortSignal} signal
   * @param {(answer: Answer) => void} done
   * @param {(failure: import('../../types.js').Failure) => void} failed
   */
  wait(answer, signal, done, failed) {
    const { RequestError } = this.given.services.api;
    answer.then(
      (value) => {
        if (!signal.aborted) done(value);
      },
      (error) => {
        if (signal.aborted) return;
        if (!(error instanceof RequestError)) throw error;
        failed(error.failure);
      },
    );
  }

  stop() {
    this.#life.abort();
    cancelAnimationFrame(this.#frame);
    for (const stop of this.#stops) stop();
  }

  #draw() {
    this.#frame = 0;
    const { root, view, hasDialog } = this.given;
    // Closing gives the focus back to where it was; a dialog that just vanishes would lose it.
    if (!hasDialog?.(this.state)) root.querySelector('dialog')?.close();
    render(view(this.state, this.dispatch), root);
    const dialog = root.querySelector('dialog');
    if (dialog && !dialog.open) dialog.showModal();
  }
}
