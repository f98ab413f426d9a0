/** Dialogs; `index.js` opens the one that is drawn as modal. */

import { t } from '../../text.js';
import { live } from '../../vendor/lit-html/directives/live.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { exampleCards } from './examples.js';
import { helpView } from './help.js';
import { dialogFrame } from '../../view/dialog.js';
import { tile, tileName } from '../../view/tile.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Dispatch} Dispatch */
/** @typedef {import('../state/selectors.js').Game} Game */

/**
 * @param {State} state
 * @param {Game | null} game
 * @param {Dispatch} dispatch
 */
export function dialogView(state, game, dispatch) {
  switch (state.dialog) {
    case 'help':
      return frame('help', t('help.title'), helpView(), dispatch);
    case 'examples':
      return frame('examples', t('examples.title'), examplesView(state, dispatch), dispatch);
    case 'cgp':
      return frame('cgp', t('cgp.title'), cgpView(state, dispatch), dispatch);
    case 'share':
      return frame('share', t('share.title'), shareView(state, dispatch), dispatch);
    case 'blank':
      return game
        ? frame('blank', t('blank.title'), blankView(game, dispatch), dispatch, (event) => {
            const letter = game.alphabet.letterOf(event.key);
            if (letter !== 0) dispatch({ type: 'blank-lettered', letter });
          })
        : nothing;
    case null:
      return nothing;
  }
}

/**
 * @param {string} name
 * @param {string} title
 * @param {unknown} content
 * @param {Dispatch} dispatch
 * @param {(event: KeyboardEvent) => void} [onKey]
 */
function frame(name, title, content, dispatch, onKey) {
  const close = () => dispatch({ type: 'dialog-closed' });
  return dialogFrame({ name, title, content, close, ...(onKey ? { onKey } : {}) });
}

/**
 * @param {State} state
 * @param {Dispatch} dispatch
 */
function examplesView(state, dispatch) {
  return html`<p>${t('examples.body')}</p>
    ${exampleCards(state, dispatch)}`;
}

/**
 * @param {State} state
 * @param {Dispatch} dispatch
 */
function cgpView(state, dispatch) {
  const { text, fault } = state.cgp;
  return html`<form
    class="stack"
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      // What stands in the field now: it may have been typed after this was drawn.
      const { elements } = /** @type {HTMLFormElement} */ (event.currentTarget);
      const field = /** @type {HTMLTextAreaElement} */ (elements.namedItem('cgp'));
      dispatch({ type: 'cgp-loaded', text: field.value });
    }}
  >
    <p>${t('cgp.body')}</p>
    <textarea
      class="field code"
      name="cgp"
      rows="5"
      maxlength="8192"
      spellcheck="false"
      autocomplete="off"
      aria-label=${t('cgp.label')}
      aria-describedby="cgp-note"
      aria-invalid=${fault === '' ? 'false' : 'true'}
      .value=${live(text)}
      @input=${(/** @type {Event} */ event) =>
        dispatch({
          type: 'cgp-typed',
          text: /** @type {HTMLTextAreaElement} */ (event.target).value,
        })}
    ></textarea>
    <p class=${fault === '' ? 'note' : 'note bad'} id="cgp-note" role="status">
      ${fault || state.share.note}
    </p>
    <div class="actions">
      <button class="button" type="button" @click=${() => dispatch({ type: 'copy-asked', what: 'cgp' })}>
        ${t('cgp.copy')}
      </button>
      <button class="button primary" type="submit">${t('cgp.load')}</button>
    </div>
  </form>`;
}

/**
 * @param {State} state
 * @param {Dispatch} dispatch
 */
function shareView(state, dispatch) {
  return html`<div class="stack">
    <p>${t('share.body')}</p>
    <input class="field code" readonly aria-label=${t('share.label')} .value=${state.share.link} />
    <p class="note" role="status">${state.share.note}</p>
    <div class="actions">
      <button
        class="button primary"
        type="button"
        @click=${() => dispatch({ type: 'copy-asked', what: 'link' })}
      >${t('share.copy')}</button>
    </div>
  </div>`;
}

/**
 * @param {Game} game
 * @param {Dispatch} dispatch
 */
function blankView(game, dispatch) {
  return html`<div class="stack">
    <p>${t('blank.body')}</p>
    <div class="letters">
      ${game.alphabet.tiles.map(
        (_, at) => html`<button
          class="letter"
          type="button"
          ?autofocus=${at === 0}
          aria-label=${t('blank.letter', { tile: tileName(game.alphabet, at + 1) })}
          @click=${() => dispatch({ type: 'blank-lettered', letter: at + 1 })}
        >${tile(game.alphabet, (at + 1) | 0x80)}</button>`,
      )}
    </div>
  </div>`;
}
