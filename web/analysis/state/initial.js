/** The state of a page that has just opened. */

import { WHOLE } from '../../model/zoom.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Settings} Settings */

/** @type {Settings} */
export const DEFAULT_SETTINGS = {
  lexicon: '',
  layout: 'standard15',
  rackSize: 7,
  bingoBonus: 50,
  exchanges: false,
  common: false,
};

/**
 * Settings from storage, each kept only if it is of the right kind.
 * @param {unknown} stored
 * @returns {Settings}
 */
export function settingsFrom(stored) {
  const given = /** @type {Record<string, unknown>} */ (
    typeof stored === 'object' && stored !== null ? stored : {}
  );
  const text = (/** @type {'lexicon' | 'layout'} */ name) => {
    const value = given[name];
    return typeof value === 'string' ? value : DEFAULT_SETTINGS[name];
  };
  return {
    lexicon: text('lexicon'),
    layout: text('layout'),
    rackSize: whole(given['rackSize'], 1, 10) ?? DEFAULT_SETTINGS.rackSize,
    bingoBonus: whole(given['bingoBonus'], 0, 10_000) ?? DEFAULT_SETTINGS.bingoBonus,
    exchanges: given['exchanges'] === true,
    common: given['common'] === true,
  };
}

/**
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
export function whole(value, least, most) {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
    ? value
    : undefined;
}

/**
 * @param {unknown} storedSettings
 * @param {string} address  the page's own address, without a hash
 * @param {number} nowMs
 * @returns {State}
 */
export function initialState(storedSettings, address, nowMs) {
  return {
    catalogue: { status: 'loading', lexicons: [], layouts: [], failure: null },
    settings: settingsFrom(storedSettings),
    position: { lexicon: '', layout: '', squares: [], rackText: '', lastPlay: [] },
    edits: { past: [], future: [], tag: '' },
    touched: false,
    cursor: { row: 0, col: 0, direction: 'across' },
    picked: false,
    blankMode: false,
    zoom: WHOLE,
    receiver: 'board',
    roving: { rack: 0, tray: 0 },
    held: null,
    drag: null,
    blankFor: null,
    solve: { lastId: 0, pending: null, answers: [], failed: null },
    browse: {
      column: 'score',
      descending: true,
      word: '',
      throughSquare: false,
      focused: 0,
      inList: false,
      hovered: -1,
      top: 0,
      jumps: 0,
      height: 0,
    },
    dialog: null,
    cgp: { text: '', fault: '' },
    address,
    share: { link: '', note: '' },
    clip: { text: '', what: 'link', count: 0 },
    tab: 'moves',
    said: { text: '', count: 0 },
    focus: { on: '', count: 0 },
    nowMs,
  };
}
