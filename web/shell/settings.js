/** What the whole page remembers in this browser. */

/**
 * @typedef {object} PageSettings
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {string} language  a code of `LANGUAGES`, or empty for the browser's
 * @property {boolean} sounds
 * @property {string} name  the name a guest gave last
 * @property {string} lexicon  of the match created last, or empty
 * @property {string} level  of the bot played last, or empty
 * @property {string} clock  of that game, or empty
 * @property {boolean} known  whether this browser has been given a session
 */

/** @type {PageSettings} */
export const DEFAULT_PAGE_SETTINGS = {
  theme: 'auto',
  language: '',
  sounds: false,
  name: '',
  lexicon: '',
  level: '',
  clock: '',
  known: false,
};

const MAX_TEXT = 80;

/**
 * Settings from storage, each kept only if it is of the right kind.
 * @param {unknown} stored
 * @returns {PageSettings}
 */
export function pageSettingsFrom(stored) {
  const given = /** @type {Record<string, unknown>} */ (
    typeof stored === 'object' && stored !== null ? stored : {}
  );
  const text = (/** @type {'language' | 'name' | 'lexicon' | 'level' | 'clock'} */ name) => {
    const value = given[name];
    return typeof value === 'string' && value.length <= MAX_TEXT ? value : '';
  };
  const { theme } = given;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    language: text('language'),
    sounds: given['sounds'] === true,
    name: text('name'),
    lexicon: text('lexicon'),
    level: text('level'),
    clock: text('clock'),
    known: given['known'] === true,
  };
}
