/**
 * Texts of the page in the language it speaks, with numbers and plurals as the language has them.
 *
 * English is always there; another language is one module more, fetched before anything is drawn.
 * A message that a language lacks is told in English.
 */

import * as english from './messages/en.js';
import { LANGUAGES } from './messages/languages.js';

/** @typedef {keyof typeof english.messages} MessageKey */
/** @typedef {Partial<Record<Intl.LDMLPluralRule, string>> & {other: string}} PluralForms */
/** @typedef {Partial<Record<MessageKey, string | PluralForms>>} Messages */
/** @typedef {{locale: string, name: string, messages: Messages, near?: string}} Catalogue */

/** @param {Catalogue} catalogue */
function tongueOf({ locale, messages, near }) {
  // A browser that has no data for a language writes numbers and dates as a near one does.
  const tags = near ? [locale, near] : [locale];
  return {
    locale,
    messages: /** @type {Record<MessageKey, string | PluralForms>} */ ({
      ...english.messages,
      ...messages,
    }),
    plurals: new Intl.PluralRules(tags),
    whole: new Intl.NumberFormat(tags, { maximumFractionDigits: 0 }),
    tenths: new Intl.NumberFormat(tags, { maximumFractionDigits: 1 }),
    percents: new Intl.NumberFormat(tags, { style: 'percent', maximumFractionDigits: 0 }),
    days: new Intl.DateTimeFormat(tags, { dateStyle: 'medium' }),
    languages: new Intl.DisplayNames(tags, { type: 'language', fallback: 'none' }),
    list: new Intl.ListFormat(tags, { type: 'conjunction' }),
  };
}

let tongue = tongueOf(english);

/** The language that is spoken, as a BCP 47 tag. */
export function spoken() {
  return tongue.locale;
}

/**
 * The language to speak: the one that was chosen, else the first that the browser asks for and
 * the page knows, else English.
 * @param {string} chosen  a code, or anything else where none was chosen
 * @param {readonly string[]} preferred  BCP 47 tags, best first
 */
export function languageFor(chosen, preferred) {
  const known = (/** @type {string} */ code) => Object.hasOwn(LANGUAGES, code);
  if (known(chosen)) return chosen;
  const bases = preferred.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return bases.find(known) ?? english.locale;
}

/**
 * Speak a language from now on. Throws where its module cannot be fetched.
 * @param {string} code  one of `LANGUAGES`
 */
export async function speak(code) {
  tongue = tongueOf((await LANGUAGES[code]?.load()) ?? english);
}

/**
 * A message with its `{name}` places filled; of a message with plural forms the one for `n`.
 * @param {MessageKey} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const message = tongue.messages[key];
  const pattern = typeof message === 'string' ? message : pluralForm(message, Number(values['n']));
  return pattern.replace(/\{(\w+)\}/gu, (_, name) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? tongue.whole.format(value) : isolated(value);
  });
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A word or a name that runs from right to left, kept from turning what stands round it.
 * @param {string} text
 */
function isolated(text) {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/**
 * Whether a key that was put together is one of a message.
 * @param {string} key
 * @returns {key is MessageKey}
 */
export function hasMessage(key) {
  return Object.hasOwn(english.messages, key);
}

/**
 * @param {PluralForms} forms
 * @param {number} n
 */
function pluralForm(forms, n) {
  return forms[tongue.plurals.select(n)] ?? forms.other;
}

/** @param {number} value */
export function formatNumber(value) {
  return tongue.whole.format(value);
}

/** @param {number} chance  0..1 */
export function formatChance(chance) {
  return tongue.percents.format(chance);
}

/** @param {readonly string[]} parts */
export function formatList(parts) {
  return tongue.list.format(parts);
}

/** @param {number} micros */
export function formatMicros(micros) {
  if (micros < 1000) return t('time.us', { n: tongue.whole.format(micros) });
  if (micros < 1_000_000) return t('time.ms', { n: tongue.tenths.format(micros / 1000) });
  return t('time.s', { n: tongue.tenths.format(micros / 1_000_000) });
}

/** @param {number} value  with one decimal place where it has one */
export function formatTenths(value) {
  return tongue.tenths.format(value);
}

/** @param {number} atMs */
export function formatDay(atMs) {
  return tongue.days.format(atMs);
}

/**
 * A time span in its largest unit, such as "2 d" or "45 s".
 * @param {number} seconds
 */
export function formatSpan(seconds) {
  const rounded = Math.max(0, Math.round(seconds));
  if (rounded < 90) return t('span.s', { n: rounded });
  if (rounded < 90 * 60) return t('span.min', { n: Math.round(rounded / 60) });
  if (rounded < 36 * 3600) return t('span.h', { n: Math.round(rounded / 3600) });
  return t('span.d', { n: Math.round(rounded / 86_400) });
}

/**
 * A board that comes with the program has a name of the language, any other one its own.
 * @param {string} name
 */
export function formatLayout(name) {
  const key = `layout.${name}`;
  return hasMessage(key) ? t(key) : name;
}

/**
 * A lexicon that is called by the code of its language is called by the language; what follows
 * the code after a hyphen, as in `gl-basic`, stays behind it.
 * @param {string} name
 */
export function formatLexicon(name) {
  const [, code = '', kind] = /^([a-z]{2,3})(?:-([a-z0-9-]+))?$/u.exec(name) ?? [];
  // A browser need not know how one language calls another: then as that calls itself.
  const own = code && new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code);
  const language = (code && tongue.languages.of(code)) || LANGUAGES[code]?.name || own;
  if (!language) return name;
  return kind ? `${language} (${kind})` : language;
}

/**
 * What a lexicon is called in a list; two versions under one name are told apart by the version.
 * @param {{ ref: string, name: string, version: string }} lexicon
 */
export function formatVersioned({ ref, name, version }) {
  return ref === name ? formatLexicon(name) : t('setup.lexicon.option', { name: formatLexicon(name), version });
}
