/** What was found: a word between its hooks, or words in columns by their length. */

import { problemText } from '../problem-text.js';
import { formatList, t } from '../text.js';
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { failureView } from '../view/failure.js';
import { moreView } from '../view/more.js';
import { tile } from '../view/tile.js';
import { addressOf } from './query.js';
import { countText, groupsOf, lexiconOf, plainWord, verdictText } from './state.js';

/** @typedef {import('./query.js').Query} Query */
/** @typedef {import('./state.js').WordsState} WordsState */
/** @typedef {import('./state.js').Verdict} Verdict */
/** @typedef {import('./view.js').Ways} Ways */
/** @typedef {import('./view.js').WordsDispatch} WordsDispatch */
/** @typedef {import('../types.js').Alphabet} Alphabet */

const SKELETONS = [0, 1, 2, 3];
const MENDABLE = new Set(['invalid-request', 'unknown-lexicon', 'no-common-words']);

/**
 * @param {WordsState} state
 * @param {WordsDispatch} dispatch
 * @param {Ways} ways
 */
export function resultsView(state, dispatch, ways) {
  return html`<section
    class="card-box results"
    tabindex="-1"
    data-results
    aria-labelledby="results-title"
    aria-busy=${state.status === 'loading' ? 'true' : 'false'}
  >
    <h2 class="sr" id="results-title">${t('words.results')}</h2>
    ${contentView(state, dispatch, ways)}
  </section>`;
}

/**
 * @param {WordsState} state
 * @param {WordsDispatch} dispatch
 * @param {Ways} ways
 */
function contentView(state, dispatch, { retry }) {
  const alphabet = lexiconOf(state)?.alphabet ?? null;
  switch (state.status) {
    case 'idle':
      return idleView(state);
    case 'loading':
      return html`<p class="sr">${t('words.loading')}</p>
        ${SKELETONS.map(() => html`<span class="skeleton"></span>`)}`;
    case 'failed':
      return failedView(state, retry);
    case 'ready':
      return state.verdict
        ? verdictView(state, state.verdict, alphabet)
        : listView(state, dispatch, alphabet);
  }
}

/**
 * Examples of the lexicon's own tiles, since its language may be any.
 * @param {WordsState} state
 */
function idleView(state) {
  const first = lexiconOf(state)?.alphabet.tiles[0]?.text ?? '';
  const shown = { ...state.shown, side: /** @type {const} */ ('any'), common: false };
  const typed = [...first].length > 1 ? `[${first}]` : first;
  const pattern = `${typed}??*${typed}`;
  return html`<div class="idle">
    <p>${t('words.idle')}</p>
    ${first === ''
      ? nothing
      : html`<h3>${t('words.examples')}</h3>
          <ul>
            <li>${link({ ...shown, kind: 'starts', q: typed }, t('words.example.letter', { text: typed }))}</li>
            <li>${link({ ...shown, kind: 'pattern', q: pattern }, t('words.example.pattern', { text: pattern }))}</li>
            <li>${link({ ...shown, kind: 'length', q: '2' }, t('words.example.length', { n: 2 }))}</li>
          </ul>`}
  </div>`;
}

/**
 * @param {WordsState} state
 * @param {() => void} retry
 */
function failedView({ failure, fault, nowMs }, retry) {
  if (!failure) return nothing;
  if (!MENDABLE.has(failure.type)) return failureView(failure, nowMs, retry);
  // What is wrong stands at the field already, and is spoken there.
  if (fault !== '') return html`<p class="empty">${t('words.invalid')}</p>`;
  return html`<div class="message validation-error" role="alert">
    <p class="message-title">${t('words.invalid')}</p>
    <p>${problemText(failure)}</p>
    ${failure.available.length > 0
      ? html`<p>${t('invalid.available', { names: formatList(failure.available) })}</p>`
      : nothing}
  </div>`;
}

/**
 * @param {Query} query
 * @param {unknown} content
 */
function link(query, content) {
  return html`<a href=${addressOf(query)}>${content}</a>`;
}

/**
 * @param {WordsState} state
 * @param {Verdict} verdict
 * @param {Alphabet | null} alphabet
 */
function verdictView(state, verdict, alphabet) {
  const { shown } = state;
  const { word, valid, front, back } = verdict;
  const letters = alphabet?.readWord(word).values ?? [];
  return html`<p class=${`verdict ${valid ? 'good' : 'bad'}`}>${verdictText(state, verdict)}</p>
    <div class="hooked" dir="ltr">
      ${hooksView('front', front, alphabet, (hook) => ({ ...shown, q: bracketed(hook) + word }))}
      <div class="hooked-word" role="img" aria-label=${plainWord(state, word)}>
        ${alphabet ? letters.map((letter) => html`<span class="hook-tile">${tile(alphabet, letter)}</span>`) : word}
      </div>
      ${hooksView('back', back, alphabet, (hook) => ({ ...shown, q: word + bracketed(hook) }))}
    </div>
    <p>
      <a href=${addressOf({ ...shown, kind: 'extensions', side: 'any', q: word })}
        >${t('words.longer', { word: plainWord(state, word) })}</a
      >
    </p>`;
}

/** @param {string} text */
function bracketed(text) {
  return [...text].length > 1 ? `[${text}]` : text;
}

/**
 * @param {'front' | 'back'} side
 * @param {readonly string[]} hooks
 * @param {Alphabet | null} alphabet
 * @param {(hook: string) => Query} queryOf
 */
function hooksView(side, hooks, alphabet, queryOf) {
  return html`<section class=${`hooks ${side}`} aria-labelledby=${`hooks-${side}`}>
    <h3 id=${`hooks-${side}`}>${t(`words.${side}`)}</h3>
    ${hooks.length === 0
      ? html`<p class="note">${t('words.hooks.none')}</p>`
      : html`<ul>
          ${hooks.map((hook) => {
            const query = queryOf(hook);
            return html`<li>
              <a class="hook-tile" href=${addressOf(query)} aria-label=${query.q}
                >${alphabet ? tile(alphabet, alphabet.letterOf(hook)) : hook}</a
              >
            </li>`;
          })}
        </ul>`}
  </section>`;
}

/**
 * @param {WordsState} state
 * @param {WordsDispatch} dispatch
 * @param {Alphabet | null} alphabet
 */
function listView(state, dispatch, alphabet) {
  const { words, next, shown } = state;
  if (words.length === 0 && next === null) return html`<p class="empty">${t('words.none')}</p>`;
  const readings = new Map(words.map((word) => [word, alphabet?.readWord(word).values ?? []]));
  const groups = groupsOf(words, (word) => readings.get(word)?.length ?? 0);
  const textOf = (/** @type {string} */ word) =>
    readings.get(word)?.map((letter) => alphabet?.glyph(letter)).join('') || word;
  return html`<p class="found-count">${countText(state)}</p>
    ${groups.map(
      ([length, group]) => html`<section class="found-group" .style=${`--length:${length}`}>
        <h3>${t('words.group', { n: length })}</h3>
        <ul class="found">
          ${group.map((word) => html`<li>${link({ ...shown, kind: 'is', q: word }, html`<bdi>${textOf(word)}</bdi>`)}</li>`)}
        </ul>
      </section>`,
    )}
    ${moreView(state, () => dispatch({ type: 'more-asked' }))}`;
}
