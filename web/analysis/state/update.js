/** The one function that makes the next state; pure, so every feature can be tested without a page. */

import { emptySquares } from '../../model/board.js';
import { readCatalogue } from '../../model/catalogue.js';
import { toHash } from '../../model/share.js';
import { turnZoom } from '../../model/zoom.js';
import { problemText } from '../../problem-text.js';
import { t } from '../../text.js';
import { browse } from './browsing.js';
import { edit, loadPosition } from './editing.js';
import { positionFromCgp, say } from './position.js';
import { cgpOf, gameOf, listOf, requestOf, storedOf } from './selectors.js';
import { askForRest, solve } from './solving.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('./actions.js').Action} Action */
/** @typedef {import('./actions.js').SessionAction} SessionAction */

/**
 * @param {State} state
 * @param {Action} action
 * @returns {State}
 */
export function update(state, action) {
  const next = reduce(state, action);
  return next === state ? state : settle(next);
}

/**
 * @param {State} state
 * @param {Action} action
 * @returns {State}
 */
function reduce(state, action) {
  switch (action.type) {
    case 'catalogue-asked':
    case 'catalogue-loaded':
    case 'catalogue-failed':
    case 'settings-changed':
    case 'dialog-opened':
    case 'dialog-closed':
    case 'cgp-typed':
    case 'cgp-loaded':
    case 'share-asked':
    case 'copy-asked':
    case 'copied':
    case 'tab-chosen':
    case 'board-measured':
    case 'zoom-turned':
    case 'ticked':
      return session(state, action);
    default:
  }
  const game = gameOf(state);
  if (!game) return state;
  switch (action.type) {
    case 'solve-asked':
    case 'all-asked':
    case 'solve-cancelled':
    case 'answered':
    case 'failed':
      return solve(state, action, game);
    case 'sorted':
    case 'word-filtered':
    case 'square-filter-turned':
    case 'filters-cleared':
    case 'move-focused':
    case 'list-left':
    case 'move-hovered':
    case 'list-scrolled':
    case 'move-played':
      return browse(state, action, game);
    default:
      return edit(state, action, game);
  }
}

/**
 * What must hold after every action: no request for a position that is no more, no focused row
 * beyond the list, and the whole list where a filter or an order needs it.
 * @param {State} state
 * @returns {State}
 */
function settle(state) {
  const game = gameOf(state);
  if (!game) return state;
  let next = state;
  const { pending } = next.solve;
  if (pending && pending.key !== requestOf(next, game).key) {
    next = { ...next, solve: { ...next.solve, pending: null } };
  }
  const last = Math.max(0, listOf(next).length - 1);
  if (next.browse.focused > last || next.browse.hovered > last) {
    const focused = Math.min(last, next.browse.focused);
    next = { ...next, browse: { ...next.browse, focused, hovered: -1 } };
  }
  return askForRest(next, game);
}

/**
 * @param {State} state
 * @param {SessionAction} action
 * @returns {State}
 */
function session(state, action) {
  switch (action.type) {
    case 'catalogue-asked':
      return { ...state, catalogue: { ...state.catalogue, status: 'loading', failure: null } };
    case 'catalogue-loaded':
      return begin(state, action);
    case 'catalogue-failed': {
      const { failure } = action;
      const catalogue = { ...state.catalogue, status: /** @type {const} */ ('failed'), failure };
      return say({ ...state, catalogue }, problemText(failure));
    }
    case 'settings-changed':
      return { ...state, settings: { ...state.settings, ...action.patch } };
    case 'dialog-opened': {
      const game = gameOf(state);
      const text = game ? cgpOf(state, game) : '';
      return { ...state, dialog: action.dialog, cgp: { text, fault: '' } };
    }
    case 'dialog-closed':
      return { ...state, dialog: null, blankFor: null, share: { link: '', note: '' } };
    case 'cgp-typed':
      return { ...state, cgp: { text: action.text, fault: '' } };
    case 'cgp-loaded':
      return loadCgp(state, action.text);
    case 'share-asked':
      return share(state);
    case 'copy-asked': {
      const text = action.what === 'link' ? state.share.link : state.cgp.text;
      return { ...state, clip: { text, what: action.what, count: state.clip.count + 1 } };
    }
    case 'copied': {
      const note = t(action.done ? `copied.${action.what}` : 'copied.not');
      return say({ ...state, share: { ...state.share, note } }, note);
    }
    case 'tab-chosen':
      return { ...state, tab: action.tab };
    case 'board-measured':
    case 'zoom-turned': {
      const zoom = turnZoom(state.zoom, action);
      return zoom === state.zoom ? state : { ...state, zoom };
    }
    case 'ticked':
      return { ...state, nowMs: action.nowMs };
  }
}

/**
 * @param {State} state
 * @returns {State}
 */
function share(state) {
  const game = gameOf(state);
  if (!game) return state;
  const link = state.address + toHash(storedOf(state, game));
  return { ...state, dialog: 'share', share: { link, note: '' } };
}

/**
 * @param {State} state
 * @param {Extract<SessionAction, {type: 'catalogue-loaded'}>} loaded
 * @returns {State}
 */
function begin(state, { offer, stored }) {
  const { lexicons, layouts } = readCatalogue(offer);
  const status = /** @type {const} */ ('ready');
  const catalogue = { status, lexicons, layouts, failure: null };
  const lexicon = lexicons.find((one) => one.ref === state.settings.lexicon) ?? lexicons[0];
  const layout = layouts.find((one) => one.name === state.settings.layout) ?? layouts[0];
  const known = { ...state, catalogue };
  if (!lexicon || !layout) return say(known, t('setup.none'));
  const [row, col] = layout.start;
  const fresh = {
    ...known,
    settings: { ...state.settings, lexicon: lexicon.ref, layout: layout.name },
    position: {
      lexicon: lexicon.ref,
      layout: layout.name,
      squares: emptySquares(layout),
      rackText: '',
      lastPlay: [],
    },
    cursor: { row, col, direction: /** @type {const} */ ('across') },
  };
  if (!stored) return fresh;
  const opened = loadPosition(fresh, stored, t('say.loaded.own'));
  return { ...opened, edits: fresh.edits, touched: opened.position.rackText !== '' };
}

/**
 * @param {State} state
 * @param {string} text
 * @returns {State}
 */
function loadCgp(state, text) {
  const read = positionFromCgp(state, text, { lexicon: '', layout: '' });
  if ('fault' in read) {
    return say({ ...state, dialog: 'cgp', cgp: { text, fault: read.fault } }, read.fault);
  }
  return loadPosition(state, { cgp: text, lexicon: '', layout: '' }, t('say.loaded.cgp'));
}
