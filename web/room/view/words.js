/** The dictionary of the match. */

import { t } from '../../text.js';
import { live } from '../../vendor/lit-html/directives/live.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { offers } from '../state/selectors.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').RoomDispatch} RoomDispatch */

const KINDS = /** @type {const} */ (['is', 'starts', 'ends', 'contains', 'pattern']);
const MAX_QUERY = 60;

/** @param {RoomState} state */
export function hasWords(state) {
  return offers(state, 'look-up');
}

/**
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
export function wordsView(state, dispatch) {
  const { kind, query, asked, fault } = state.words;
  return html`<section class="panel words" aria-labelledby="words-title">
    <header class="panel-head"><h2 id="words-title">${t('room.words')}</h2></header>
    <form
      class="words-form"
      @submit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        dispatch({ type: 'words-asked', more: false });
      }}
    >
      <select
        class="field"
        aria-label=${t('room.words.kind')}
        @change=${(/** @type {Event} */ event) =>
          dispatch({
            type: 'words-kind',
            kind: /** @type {any} */ (/** @type {HTMLSelectElement} */ (event.target).value),
          })}
      >
        ${KINDS.map(
          (one) => html`<option value=${one} ?selected=${one === kind}>${t(`room.words.kind.${one}`)}</option>`,
        )}
      </select>
      <input
        class="field"
        name="look-up"
        type="text"
        dir="auto"
        autocomplete="off"
        autocapitalize="characters"
        autocorrect="off"
        spellcheck="false"
        enterkeyhint="search"
        maxlength=${MAX_QUERY}
        aria-label=${t('room.words.query')}
        aria-describedby="words-answer"
        aria-invalid=${fault === '' ? 'false' : 'true'}
        .value=${live(query)}
        @input=${(/** @type {Event} */ event) =>
          dispatch({ type: 'words-typed', query: /** @type {HTMLInputElement} */ (event.target).value })}
      />
      <button class="button" type="submit" aria-disabled=${asked ? 'true' : 'false'}>${t('room.words.ask')}</button>
    </form>
    ${answerView(state, dispatch)}
  </section>`;
}

/**
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
function answerView(state, dispatch) {
  const { answer, fault } = state.words;
  if (fault !== '') return html`<p class="note bad" id="words-answer" role="status">${fault}</p>`;
  if (!answer) return html`<p class="note" id="words-answer" role="status">${t('room.words.hint')}</p>`;
  if (answer.kind === 'is') {
    const key = answer.valid ? 'room.words.yes' : 'room.words.no';
    return html`<div class="looked-up">
      <p class=${`verdict ${answer.valid ? 'good' : 'bad'}`} id="words-answer" role="status">
        ${t(key, { word: answer.query })}
      </p>
      ${state.view?.you.player && state.words.proposals
        ? html`<button class="button small quiet" type="button" @click=${() => dispatch({ type: 'propose-opened' })}>
            ${t('room.words.propose')}
          </button>`
        : nothing}
    </div>`;
  }
  if (answer.words.length === 0) {
    return html`<p class="note" id="words-answer" role="status">${t('room.words.none')}</p>`;
  }
  return html`<div class="words-found" tabindex="0" role="group" aria-label=${t('room.words.found')}>
    <p class="sr" id="words-answer" role="status">${t('room.words.count', { n: answer.words.length })}</p>
    <ul>
      ${answer.words.map((word) => html`<li><bdi>${word}</bdi></li>`)}
    </ul>
    ${answer.next
      ? html`<button class="button small" type="button" @click=${() => dispatch({ type: 'words-asked', more: true })}>
          ${t('room.words.more')}
        </button>`
      : nothing}
  </div>`;
}
