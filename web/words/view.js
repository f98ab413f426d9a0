/** The dictionary explorer: what to look for, and where it is answered. */

import { formatLexicon, formatVersioned, t } from '../text.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { focusFault } from '../view/faulty.js';
import { choice, segments, tick } from '../view/fields.js';
import { KINDS, SIDES } from './query.js';
import { resultsView } from './results.js';
import { isNamed } from './state.js';

/** @typedef {import('./query.js').Query} Query */
/** @typedef {import('./query.js').Kind} Kind */
/** @typedef {import('./state.js').WordsState} WordsState */
/** @typedef {(action: import('./state.js').WordsAction) => void} WordsDispatch */
/** @typedef {{submit: () => void, follow: (query: Query) => void, retry: () => void}} Ways */

const MAX_QUERY = 128;

const SIGNS = /** @type {const} */ ([
  ['?', 'words.help.any'],
  ['*', 'words.help.run'],
  ['[AEI]', 'words.help.set'],
  ['[^AEI]', 'words.help.not'],
]);

/**
 * @param {WordsState} state
 * @param {WordsDispatch} dispatch
 * @param {Ways} ways
 */
export function wordsView(state, dispatch, ways) {
  return html`<main class="sheet explorer" id="main" tabindex="-1">
    <h1 tabindex="-1">${t('shell.place.words')}</h1>
    <div class="two">
      ${formView(state, dispatch, ways)} ${resultsView(state, dispatch, ways)}
    </div>
  </main>`;
}

/**
 * @param {WordsState} state
 * @param {WordsDispatch} dispatch
 * @param {Ways} ways
 */
function formView(state, dispatch, { submit }) {
  const { form, lexicons } = state;
  const change = (/** @type {Partial<Query>} */ patch) => dispatch({ type: 'typed', patch });
  const lexicon = lexicons?.find((one) => isNamed(one, form.lexicon)) ?? null;
  return html`<form
    class="card-box stack"
    novalidate
    role="search"
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      submit();
      focusFault(event);
    }}
  >
    ${choice({
      name: 'lexicon',
      label: t('setup.lexicon'),
      choices: lexiconChoices(state),
      value: lexicon?.ref ?? form.lexicon,
      choose: (ref) => change({ lexicon: ref, common: false }),
    })}
    ${lexicon && lexicon.commonWords > 0
      ? tick({
          name: 'common',
          label: t('words.common'),
          value: form.common,
          choose: (common) => change({ common }),
        })
      : nothing}
    ${choice({
      name: 'kind',
      label: t('words.kind'),
      choices: KINDS.map((kind) => [kind, t(`words.kind.${kind}`)]),
      value: form.kind,
      choose: (kind) => change({ kind }),
    })}
    ${form.kind === 'extensions'
      ? segments({
          name: 'side',
          label: t('words.side'),
          choices: SIDES.map((side) => [side, t(`words.side.${side}`)]),
          value: form.side,
          choose: (side) => change({ side }),
        })
      : nothing}
    ${queryField(state, change)}
    ${form.kind === 'pattern' ? helpView() : nothing}
  </form>`;
}

/**
 * @param {WordsState} state
 * @returns {[string, string][]}
 */
function lexiconChoices({ lexicons, form }) {
  const known = lexicons ?? [];
  /** @type {[string, string][]} */
  const choices = known.map((one) => [one.ref, formatVersioned(one)]);
  const absent = form.lexicon !== '' && !known.some((one) => isNamed(one, form.lexicon));
  return absent ? [[form.lexicon, formatLexicon(form.lexicon)], ...choices] : choices;
}

/**
 * @param {WordsState} state
 * @param {(patch: Partial<Query>) => void} change
 */
function queryField({ form, fault }, change) {
  const number = form.kind === 'length';
  return html`<div class="look-line"><label class="labelled">
      <span>${t(labelOf(form.kind))}</span>
      <input
        class="field look-up"
        name="q"
        type="text"
        dir="auto"
        autocomplete="off"
        autocapitalize="characters"
        autocorrect="off"
        spellcheck="false"
        enterkeyhint="search"
        inputmode=${number ? 'numeric' : 'text'}
        required
        maxlength=${MAX_QUERY}
        aria-describedby="words-note"
        aria-invalid=${fault === '' ? 'false' : 'true'}
        .value=${live(form.q)}
        @input=${(/** @type {Event} */ event) =>
          change({ q: /** @type {HTMLInputElement} */ (event.target).value })}
      />
    </label>
    <button class="button primary" type="submit">${t('words.send')}</button></div>
    <p class="note bad" id="words-note" role="alert">${fault}</p>`;
}

/**
 * @param {Kind} kind
 * @returns {import('../text.js').MessageKey}
 */
function labelOf(kind) {
  switch (kind) {
    case 'is':
    case 'extensions':
      return 'words.query.is';
    case 'pattern':
    case 'length':
      return `words.query.${kind}`;
    case 'anagrams':
    case 'subanagrams':
      return 'words.query.rack';
    default:
      return 'words.query';
  }
}

function helpView() {
  return html`<section class="signs" aria-labelledby="signs-title">
    <h2 id="signs-title">${t('words.help')}</h2>
    <dl>
      ${SIGNS.map(([sign, key]) => html`<div><dt><code>${sign}</code></dt><dd>${t(key)}</dd></div>`)}
    </dl>
  </section>`;
}
