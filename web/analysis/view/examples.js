/** Example positions, as chips in the empty state and as cards in their dialog. */

import { EXAMPLES } from '../../model/examples.js';
import { t } from '../../text.js';
import { html } from '../../vendor/lit-html/lit-html.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Dispatch} Dispatch */

/**
 * Examples that the server's boards and lexicons can show.
 * @param {State} state
 */
function offered(state) {
  const { layouts } = state.catalogue;
  return EXAMPLES.filter(({ layout }) => layouts.some((one) => one.name === layout));
}

/**
 * @param {import('../../model/examples.js').Example} example
 * @param {Dispatch} dispatch
 */
function open(example, dispatch) {
  const { cgp, layout, id } = example;
  const stored = { cgp, layout, lexicon: '', rackSize: 7, bingoBonus: 50 };
  dispatch({ type: 'position-loaded', stored, title: t(`example.${id}`) });
}

/**
 * @param {State} state
 * @param {Dispatch} dispatch
 */
export function exampleChips(state, dispatch) {
  return html`<div class="chips">
    ${offered(state)
      .slice(0, 4)
      .map(
        (example) => html`<button class="chip" type="button" @click=${() => open(example, dispatch)}>
          ${t(`example.${example.id}`)}
        </button>`,
      )}
  </div>`;
}

/**
 * @param {State} state
 * @param {Dispatch} dispatch
 */
export function exampleCards(state, dispatch) {
  return html`<div class="cards">
    ${offered(state).map(
      (example) => html`<button class="card" type="button" @click=${() => open(example, dispatch)}>
        <strong>${t(`example.${example.id}`)}</strong>
        <span>${t(`example.${example.id}.body`)}</span>
      </button>`,
    )}
  </div>`;
}
