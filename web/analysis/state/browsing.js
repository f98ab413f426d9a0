/** Looking through the list of moves. */

import { afterMove } from '../../model/moves.js';
import { ROW_HEIGHT, scrollFor } from '../../model/virtual.js';
import { t } from '../../text.js';
import { commit, focusOn, say } from './position.js';
import { listOf, rackOf } from './selectors.js';
import { fromTop } from './solving.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Move} Move */
/** @typedef {import('./actions.js').BrowseAction} BrowseAction */
/** @typedef {import('./selectors.js').Game} Game */

/**
 * @param {State} state
 * @param {BrowseAction} action
 * @param {Game} game
 * @returns {State}
 */
export function browse(state, action, game) {
  const { browse: now } = state;
  switch (action.type) {
    case 'sorted': {
      const fresh = action.column === 'score';
      const descending = now.column === action.column ? !now.descending : fresh;
      return { ...state, browse: fromTop({ ...now, column: action.column, descending }) };
    }
    case 'word-filtered':
      return { ...state, browse: fromTop({ ...now, word: action.word }) };
    case 'square-filter-turned':
      return { ...state, browse: fromTop({ ...now, throughSquare: !now.throughSquare }) };
    case 'filters-cleared':
      return { ...state, browse: fromTop({ ...now, word: '', throughSquare: false }) };
    case 'move-focused':
      return focusMove(state, action.index, action.byKey);
    case 'list-left':
      return { ...state, browse: { ...now, inList: false } };
    case 'move-hovered':
      return now.hovered === action.index
        ? state
        : { ...state, browse: { ...now, hovered: action.index } };
    case 'list-scrolled':
      return { ...state, browse: { ...now, top: action.top, height: action.height } };
    case 'move-played':
      return play(state, action.index, action.byKey, game);
  }
}

/**
 * @param {State} state
 * @param {number} index
 * @param {boolean} byKey
 * @returns {State}
 */
function focusMove(state, index, byKey) {
  const last = listOf(state).length - 1;
  if (last < 0) return state;
  const focused = Math.max(0, Math.min(last, index));
  const { top, height, jumps } = state.browse;
  const browse = { ...state.browse, focused, inList: true, hovered: -1 };
  if (!byKey) return { ...state, browse };
  const jump = { top: scrollFor(focused, ROW_HEIGHT, top, height), jumps: jumps + 1 };
  return focusOn({ ...state, browse: { ...browse, ...jump } }, 'move');
}

/**
 * @param {State} state
 * @param {number} index
 * @param {boolean} byKey
 * @param {Game} game
 * @returns {State}
 */
function play(state, index, byKey, game) {
  const move = listOf(state)[index];
  if (!move) return state;
  const { alphabet, layout } = game;
  const rack = rackOf(state, game).values;
  const { squares, rack: left, played } = afterMove(
    move,
    state.position.squares,
    rack,
    alphabet,
    layout,
  );
  const after = commit(state, { squares, rackText: alphabet.rackTexts(left), lastPlay: played });
  const calm = {
    ...after,
    browse: { ...fromTop(after.browse), inList: false, word: '', throughSquare: false },
  };
  return say(focusOn(calm, byKey ? 'rack' : 'solve'), saidPlayed(move));
}

/** @param {Move} move */
function saidPlayed(move) {
  switch (move.type) {
    case 'placement':
      return t('say.played', { coord: move.coord, word: move.word, n: move.score });
    case 'exchange':
      return t('say.exchanged', { tiles: move.tiles });
    case 'pass':
      return t('say.passed');
  }
}
