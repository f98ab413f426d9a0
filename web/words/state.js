/** The state of the dictionary explorer. Pure. */

import { isMendable } from '../model/problems.js';
import { fieldText } from '../problem-text.js';
import { t } from '../text.js';
import { lackOf } from './query.js';

/** @typedef {import('./query.js').Query} Query */
/** @typedef {import('../types.js').Failure} Failure */
/** @typedef {import('../types.js').LexiconInfo} LexiconInfo */
/** @typedef {{word: string, valid: boolean, front: readonly string[], back: readonly string[]}} Verdict */

/**
 * @typedef {object} WordsState
 * @property {Query} form  what is typed and chosen
 * @property {Query} shown  what is looked up, as the address has it
 * @property {readonly LexiconInfo[] | null} lexicons  once they are known
 * @property {'idle' | 'loading' | 'ready' | 'failed'} status
 * @property {Verdict | null} verdict
 * @property {readonly string[]} words
 * @property {number | null} total
 * @property {string | null} next
 * @property {boolean} more
 * @property {Failure | null} failure
 * @property {string} fault  of the field of letters
 * @property {number} asked  counts what has been asked for
 * @property {{text: string, count: number}} said
 * @property {number} nowMs
 *
 * @typedef {{type: 'addressed', query: Query}
 *   | {type: 'typed', patch: Partial<Query>}
 *   | {type: 'lexicons-known', lexicons: readonly LexiconInfo[], preferred: string}
 *   | {type: 'lacking'} | {type: 'retried'} | {type: 'more-asked'}
 *   | {type: 'judged', asked: number, verdict: Verdict}
 *   | {type: 'found', asked: number, words: readonly string[], next: string | null,
 *       total: number | null, more: boolean}
 *   | {type: 'failed', asked: number, failure: Failure}
 *   | {type: 'ticked', nowMs: number}} WordsAction
 */

const NOTHING = /** @type {const} */ ({
  verdict: null,
  words: [],
  total: null,
  next: null,
  more: false,
  failure: null,
  fault: '',
});

/**
 * @param {Query} query
 * @param {number} nowMs
 * @returns {WordsState}
 */
export function initialWords(query, nowMs) {
  return {
    ...NOTHING,
    form: query,
    shown: query,
    lexicons: null,
    status: query.q === '' ? 'idle' : 'loading',
    asked: 0,
    said: { text: '', count: 0 },
    nowMs,
  };
}

/**
 * The lexicon that a query means; one that this server does not have means none.
 * @param {WordsState} state
 * @returns {LexiconInfo | null}
 */
export function lexiconOf({ lexicons, shown }) {
  return lexicons?.find((one) => isNamed(one, shown.lexicon)) ?? null;
}

/**
 * @param {LexiconInfo} lexicon
 * @param {string} name
 */
export function isNamed({ ref, name: bare, version }, name) {
  return ref === name || `${bare}@${version}` === name;
}

/**
 * @param {WordsState} state
 * @param {WordsAction} action
 * @returns {WordsState}
 */
export function updateWords(state, action) {
  switch (action.type) {
    case 'addressed':
      return begun(withLexicon({ ...state, form: action.query, shown: action.query }, ''));
    case 'typed':
      return { ...state, form: { ...state.form, ...action.patch }, fault: '' };
    case 'lexicons-known':
      return begun(withLexicon({ ...state, lexicons: action.lexicons }, action.preferred));
    case 'lacking': {
      const lack = lackOf(state.form);
      return lack === null ? state : { ...state, fault: t(lack) };
    }
    case 'retried':
      return begun(state);
    case 'more-asked':
      return state.next === null || state.more ? state : { ...state, more: true, failure: null };
    case 'ticked':
      return { ...state, nowMs: action.nowMs };
    default:
      return action.asked === state.asked ? answered(state, action) : state;
  }
}

/**
 * A query that names no lexicon gets the one used last, else the first.
 * @param {WordsState} state
 * @param {string} preferred
 * @returns {WordsState}
 */
function withLexicon(state, preferred) {
  const { lexicons, shown, form } = state;
  if (!lexicons || shown.lexicon !== '') return state;
  const liked = lexicons.find((one) => one.ref === form.lexicon || one.ref === preferred);
  const lexicon = (liked ?? lexicons[0])?.ref ?? '';
  return { ...state, shown: { ...shown, lexicon }, form: { ...form, lexicon } };
}

/**
 * @param {WordsState} state
 * @returns {WordsState}
 */
function begun(state) {
  if (state.shown.q.trim() === '') return { ...state, ...NOTHING, status: 'idle' };
  const fresh = { ...state, ...NOTHING, status: /** @type {const} */ ('loading') };
  return state.lexicons ? { ...fresh, asked: state.asked + 1 } : fresh;
}

/**
 * @param {WordsState} state
 * @param {Extract<WordsAction, {asked: number}>} action
 * @returns {WordsState}
 */
function answered(state, action) {
  switch (action.type) {
    case 'judged':
      return said({ ...state, status: 'ready', verdict: action.verdict }, verdictText(state, action.verdict));
    case 'found': {
      const words = action.more ? [...state.words, ...action.words] : action.words;
      const { next } = action;
      const total = action.more ? state.total : action.total;
      const now = { ...state, status: /** @type {const} */ ('ready'), words, next, total, more: false };
      return said(now, countText(now));
    }
    case 'failed': {
      const { failure } = action;
      if (state.more && !isMendable(failure)) return { ...state, failure, more: false };
      const fault = failure.errors.filter((one) => one.pointer === '/q').map(fieldText).join(' ');
      return { ...state, status: 'failed', failure, fault, more: false };
    }
  }
}

/**
 * @param {WordsState} state
 * @param {Verdict} verdict
 */
export function verdictText(state, { word, valid }) {
  const common = state.shown.common ? '.common' : '';
  const key = /** @type {'words.yes'} */ (`words.${valid ? 'yes' : 'no'}${common}`);
  return t(key, { word: plainWord(state, word) });
}

/**
 * A word as people write it, without the brackets that set tiles of several letters apart.
 * @param {WordsState} state
 * @param {string} word
 */
export function plainWord(state, word) {
  const alphabet = lexiconOf(state)?.alphabet;
  const letters = alphabet?.readWord(word).values ?? [];
  return letters.map((letter) => alphabet?.glyph(letter)).join('') || word;
}

/**
 * How many words there are; as long as more may come, how many are shown.
 * @param {WordsState} state
 */
export function countText({ words, next, total }) {
  if (words.length === 0 && next === null) return t('words.none');
  if (next === null) return t('words.total', { n: words.length });
  if (total !== null) return t('words.total', { n: total });
  return t('words.partial', { n: words.length });
}

/**
 * Words by their number of tiles, as they came within each.
 * @param {readonly string[]} words
 * @param {(word: string) => number} lengthOf
 * @returns {[number, string[]][]}
 */
export function groupsOf(words, lengthOf) {
  /** @type {Map<number, string[]>} */
  const groups = new Map();
  for (const word of words) {
    const length = lengthOf(word);
    const group = groups.get(length);
    if (group) group.push(word);
    else groups.set(length, [word]);
  }
  return [...groups].sort(([one], [other]) => one - other);
}

/**
 * @param {WordsState} state
 * @param {string} text
 * @returns {WordsState}
 */
function said(state, text) {
  return { ...state, said: { text, count: state.said.count + 1 } };
}
