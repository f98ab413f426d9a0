/**
 * What the server refuses, in the language of the page: by the `type` of the problem, by its
 * `reason`, and by the `code` of each faulty field, with the values that come beside them. The
 * server's own sentence is English; it is shown only of kinds that are not known here.
 */

import { formatList, hasMessage, t } from './text.js';

/** @typedef {import('./types.js').Failure} Failure */
/** @typedef {import('./types.js').FieldError} FieldError */
/** @typedef {import('./text.js').MessageKey} MessageKey */

/** What came was no problem of this server: of a proxy, perhaps. */
export const NAMELESS = 'other';

/** Values of a field that set its limit, of which a message chooses its plural form. */
const LIMITS = ['min_length', 'max_length', 'ge', 'le', 'most', 'expected'];

/**
 * What went wrong, in a sentence or two.
 * @param {Failure} failure
 * @returns {string}
 */
export function problemText(failure) {
  if (failure.errors.length > 0) return [...new Set(failure.errors.map(fieldText))].join(' ');
  const key = `problem.${failure.type}`;
  const otherwise = hasMessage(key) ? t(key, { n: Math.max(1, failure.waitS ?? 1) }) : failure.detail;
  return reasonText(failure.reason, failure.words) ?? otherwise;
}

/**
 * Why a move, or anything else in a match, is refused; null where nothing is known of it.
 * @param {string | null | undefined} reason
 * @param {readonly string[]} [words]  those that a reason speaks of
 * @returns {string | null}
 */
export function reasonText(reason, words = []) {
  const key = `reason.${reason}`;
  return hasMessage(key) ? t(key, { words: formatList(words), n: words.length }) : null;
}

/**
 * What is wrong with one field.
 * @param {FieldError} error
 * @returns {string}
 */
export function fieldText({ code, detail, params = {} }) {
  const key = `field.${code}`;
  if (!hasMessage(key)) return detail;
  if (code === 'unknown-tile' && params['got'] === undefined) return t('field.unknown-tile.some');
  const limit = LIMITS.find((name) => name in params);
  const tile = params['tile'] === '?' ? t('tile.blank') : params['tile'];
  const row = Number(params['row']) + 1;
  return t(key, { ...params, tile: tile ?? '', row, n: limit === undefined ? 0 : Number(params[limit]) });
}
