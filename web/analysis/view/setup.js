/** What the position is judged by: lexicon, board, rack size, bonus. */

import { formatLayout, t } from '../../text.js';
import { live } from '../../vendor/lit-html/directives/live.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { amount, tick } from '../../view/fields.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Dispatch} Dispatch */
/** @typedef {import('../state/selectors.js').Game} Game */

/**
 * @param {State} state
 * @param {Game} game
 * @param {Dispatch} dispatch
 */
export function setupView(state, game, dispatch) {
  const { settings } = state;
  const change = (/** @type {Partial<State['settings']>} */ patch) =>
    dispatch({ type: 'settings-changed', patch });
  return html`<section class="panel setup" data-panel="setup" aria-labelledby="setup-title">
    <header class="panel-head">
      <h2 id="setup-title">${t('setup.title')}</h2>
      <span class="figure">${t('setup.words', { n: game.lexicon.words })}</span>
    </header>
    <div class="setup-grid">
      ${lexiconField(state, game, dispatch)} ${layoutField(state, game, dispatch)}
      ${amount({
        name: 'rackSize',
        label: t('setup.rack'),
        bounds: [1, 10],
        value: settings.rackSize,
        choose: (rackSize) => change({ rackSize }),
      })}
      ${amount({
        name: 'bingoBonus',
        label: t('setup.bonus'),
        bounds: [0, 10_000],
        value: settings.bingoBonus,
        choose: (bingoBonus) => change({ bingoBonus }),
      })}
      ${tick({
        name: 'exchanges',
        label: t('setup.exchanges'),
        value: settings.exchanges,
        choose: (exchanges) => change({ exchanges }),
      })}
      ${game.lexicon.commonWords > 0
        ? tick({
            name: 'common',
            label: t('words.common'),
            value: settings.common,
            choose: (common) => change({ common }),
          })
        : nothing}
    </div>
  </section>`;
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {Dispatch} dispatch
 */
function lexiconField(state, game, dispatch) {
  return html`<label class="labelled">
    <span>${t('setup.lexicon')}</span>
    <select
      class="field"
      name="lexicon"
      @change=${(/** @type {Event} */ event) =>
        dispatch({
          type: 'lexicon-chosen',
          ref: /** @type {HTMLSelectElement} */ (event.target).value,
        })}
    >
      ${state.catalogue.lexicons.map(
        ({ ref, name, version }) => html`<option
          value=${ref}
          .selected=${live(ref === game.lexicon.ref)}
        >${t('setup.lexicon.option', { name, version })}</option>`,
      )}
    </select>
  </label>`;
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {Dispatch} dispatch
 */
function layoutField(state, game, dispatch) {
  return html`<label class="labelled">
    <span>${t('setup.layout')}</span>
    <select
      class="field"
      name="layout"
      @change=${(/** @type {Event} */ event) =>
        dispatch({
          type: 'layout-chosen',
          name: /** @type {HTMLSelectElement} */ (event.target).value,
        })}
    >
      ${state.catalogue.layouts.map(
        ({ name, rows, cols }) => html`<option
          value=${name}
          title=${t('setup.layout.option', { name: formatLayout(name), rows, cols })}
          .selected=${live(name === game.layout.name)}
        >${formatLayout(name)}</option>`,
      )}
    </select>
  </label>`;
}
