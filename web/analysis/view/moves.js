/** The panel of the moves in each of its states. */

import { squareName } from '../../model/coordinates.js';
import { answerOf, failureOf, isOfCommon, listOf, statusOf } from '../state/selectors.js';
import { MAX_LIMIT } from '../state/solving.js';
import { formatMicros, hasMessage, t } from '../../text.js';
import { live } from '../../vendor/lit-html/directives/live.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { exampleChips } from './examples.js';
import { failureView, invalidView } from '../../view/failure.js';
import { icon } from '../../view/icons.js';
import { listView } from './list.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Dispatch} Dispatch */
/** @typedef {import('../../types.js').MovesAnswer} MovesAnswer */
/** @typedef {import('../state/selectors.js').Game} Game */

/**
 * @param {State} state
 * @param {Game} game
 * @param {Dispatch} dispatch
 */
export function movesView(state, game, dispatch) {
  const status = statusOf(state);
  const answer = answerOf(state);
  const busy = state.solve.pending !== null;
  return html`<section
    class="panel moves"
    id="moves"
    data-skip
    tabindex="-1"
    data-panel="moves"
    data-status=${status}
    aria-labelledby="moves-title"
    aria-busy=${busy ? 'true' : 'false'}
  >
    <header class="panel-head">
      <h2 id="moves-title">${t('moves.title')}</h2>
      ${answer ? summaryView(answer, game) : nothing}
    </header>
    ${bodyView(state, game, status, dispatch)}
  </section>`;
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {import('../../types.js').Status} status
 * @param {Dispatch} dispatch
 */
function bodyView(state, game, status, dispatch) {
  const failure = failureOf(state);
  switch (status) {
    case 'idle':
      return messageView('idle', t('idle.title'), t('idle.body'), exampleChips(state, dispatch));
    case 'editing':
      return messageView('editing', t('editing.title'), t('editing.body'));
    case 'loading':
      return html`<div class="skeleton" role="status" aria-label=${t('loading.title')}>
        ${Array.from({ length: 9 }, () => html`<span></span>`)}
      </div>`;
    case 'no-move':
      return isOfCommon(state.settings, game)
        ? messageView('no-move', t('none.title'), t('none.common'), allWordsButton(dispatch))
        : messageView('no-move', t('none.title'), t('none.body'), exchangesButton(state, dispatch));
    case 'validation-error':
      return failure ? invalidView(failure) : nothing;
    case 'service-error':
      return failure ? failureView(failure, state.nowMs, () => dispatch({ type: 'solve-asked' })) : nothing;
    case 'success':
      return resultView(state, game, dispatch);
  }
}

/**
 * @param {string} kind
 * @param {string} title
 * @param {string} body
 * @param {unknown} [more]
 */
export function messageView(kind, title, body, more = nothing) {
  return html`<div class=${`message ${kind}`}>
    <p class="message-title">${title}</p>
    <p>${body}</p>
    ${more}
  </div>`;
}

/** @param {Dispatch} dispatch */
function allWordsButton(dispatch) {
  return html`<button
    class="button"
    type="button"
    @click=${() => {
      dispatch({ type: 'settings-changed', patch: { common: false } });
      dispatch({ type: 'solve-asked' });
    }}
  >${t('none.common.all')}</button>`;
}

/**
 * @param {State} state
 * @param {Dispatch} dispatch
 */
function exchangesButton(state, dispatch) {
  if (state.settings.exchanges) return nothing;
  return html`<button
    class="button"
    type="button"
    @click=${() => {
      dispatch({ type: 'settings-changed', patch: { exchanges: true } });
      dispatch({ type: 'solve-asked' });
    }}
  >${t('none.exchanges')}</button>`;
}

/**
 * @param {MovesAnswer} answer
 * @param {Game} game
 */
function summaryView(answer, game) {
  const { solve_us: solve, parse_us: parse, encode_us: encode } = answer.timings_us;
  const { name, version } = answer.lexicon;
  const times = {
    solve: formatMicros(solve),
    parse: formatMicros(parse),
    encode: formatMicros(encode),
  };
  return html`<p class="summary">
    <strong>${t('moves.total', { n: answer.total ?? answer.moves.length })}</strong>
    <span title=${t('moves.time.long', times)}>${t('moves.time', { time: times.solve })}</span>
    <span class="lexicon" title=${t('moves.lexicon', { name, version })}>${game.lexicon.name}</span>
  </p>`;
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {Dispatch} dispatch
 */
function resultView(state, game, dispatch) {
  const answer = answerOf(state);
  if (!answer) return nothing;
  const moves = listOf(state);
  const total = answer.total ?? answer.moves.length;
  return html`${filterView(state, dispatch)} ${warningsView(answer)}
    ${moves.length > 0
      ? listView(state, game, moves, dispatch)
      : html`<div class="message">
          <p class="message-title">${t('filter.none')}</p>
          <p>${t('filter.none.body', { n: answer.moves.length })}</p>
          <button class="button" type="button" @click=${() => dispatch({ type: 'filters-cleared' })}>
            ${t('filter.clear')}
          </button>
        </div>`}
    ${footView(state, answer, moves.length, total, dispatch)}`;
}

/**
 * @param {State} state
 * @param {Dispatch} dispatch
 */
function filterView(state, dispatch) {
  const { word, throughSquare } = state.browse;
  const square = squareName(state.cursor.row, state.cursor.col);
  return html`<div class="filters">
    <label class="search">
      <span class="sr">${t('filter.word')}</span>
      ${icon('search')}
      <input
        class="field"
        type="search"
        name="word"
        autocomplete="off"
        autocorrect="off"
        spellcheck="false"
        maxlength="40"
        placeholder=${t('filter.word.placeholder')}
        title=${t('filter.word.hint')}
        .value=${live(word)}
        @input=${(/** @type {Event} */ event) =>
          dispatch({
            type: 'word-filtered',
            word: /** @type {HTMLInputElement} */ (event.target).value,
          })}
      />
    </label>
    <button
      class="chip"
      type="button"
      aria-pressed=${throughSquare ? 'true' : 'false'}
      title=${t('filter.square.long', { square })}
      @click=${() => dispatch({ type: 'square-filter-turned' })}
    >${icon('target')}<span>${t('filter.square', { square })}</span></button>
  </div>`;
}

/** @param {MovesAnswer} answer */
function warningsView(answer) {
  const texts = answer.warnings.map(({ code, detail }) => {
    const key = `warning.${code}`;
    return hasMessage(key) ? t(key) : detail;
  });
  return [...new Set(texts)].map((text) => html`<p class="warning">${text}</p>`);
}

/**
 * @param {State} state
 * @param {MovesAnswer} answer
 * @param {number} listed
 * @param {number} total
 * @param {Dispatch} dispatch
 */
function footView(state, answer, listed, total, dispatch) {
  const failure = failureOf(state);
  const filtered = listed !== answer.moves.length;
  const busy = state.solve.pending !== null;
  const all = busy ? t('moves.all.busy') : t('moves.all', { n: total });
  const shown = t('moves.shown', {
    shown: listed,
    total: t('moves.total', { n: filtered ? answer.moves.length : total }),
  });
  return html`<footer class="list-foot">
    ${answer.exhausted || answer.moves.length >= MAX_LIMIT
      ? html`<span class=${filtered || !answer.exhausted ? 'shown' : 'hint'}
          >${filtered || !answer.exhausted ? shown : t('moves.hint')}</span
        >`
      : html`<span class="shown">${failure ? t('problem.other') : shown}</span>
          <button
            class="button small"
            type="button"
            data-rest
            aria-disabled=${busy ? 'true' : 'false'}
            aria-label=${all}
            @click=${() => dispatch({ type: 'all-asked' })}
          ><span class="if-wide">${all}</span
            ><span class="if-narrow">${busy ? all : t('moves.all.short')}</span></button>`}
  </footer>`;
}
