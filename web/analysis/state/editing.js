/** Edits of the position: board, rack, lexicon and layout. */

import { BLANK } from '../../model/alphabet.js';
import { emptySquares, moveSquares } from '../../model/board.js';
import { squareName } from '../../model/coordinates.js';
import { movedCursor } from '../../model/cursor.js';
import { t } from '../../text.js';
import { commit, focusOn, positionFromCgp, say, step, withLexicon } from './position.js';
import { rackOf } from './selectors.js';
import { erase, hold, letterBlank, placeAtCursor, putDown } from './tiles.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('./actions.js').EditAction} EditAction */
/** @typedef {import('./selectors.js').Game} Game */

/**
 * @param {State} state
 * @param {EditAction} action
 * @param {Game} game
 * @returns {State}
 */
export function edit(state, action, game) {
  switch (action.type) {
    case 'square-picked':
      return pickSquare(state, action, game);
    case 'cursor-moved': {
      const cursor = movedCursor(state.cursor, action.key, game.layout);
      return focusOn({ ...state, picked: true, receiver: 'board', cursor }, 'square');
    }
    case 'direction-turned':
      return turn(state);
    case 'character-typed':
      return typeCharacter(state, action, game);
    case 'tray-picked':
      return pickFromTray(state, action.letter, game);
    case 'erased':
      return erase(state, game, action.back);
    case 'blank-mode-turned':
      return { ...state, blankMode: !state.blankMode };
    case 'board-cleared':
      return clearBoard(state, game);
    case 'rack-chosen': {
      // On a touch screen the focus would bring up a keyboard that hides the tiles.
      const chosen = { ...state, receiver: /** @type {const} */ ('rack'), tab: /** @type {const} */ ('tiles') };
      return action.touch ? chosen : focusOn(chosen, 'rack');
    }
    case 'receiver-chosen':
      return state.receiver === action.receiver ? state : { ...state, receiver: action.receiver };
    case 'roved': {
      const roving = { ...state.roving, [action.group]: action.index };
      return focusOn({ ...state, roving }, action.group === 'rack' ? 'rack-tile' : 'tray');
    }
    case 'rack-typed':
      return commit(state, { rackText: action.text }, 'rack');
    case 'lexicon-chosen':
      return withLexicon(state, game, action.ref);
    case 'layout-chosen':
      return chooseLayout(state, action.name, game);
    case 'position-loaded':
      return loadPosition(state, action.stored, action.title);
    case 'undone':
    case 'redone':
      return step(state, action.type);
    default:
      return carry(state, action, game);
  }
}

/** @typedef {'tile-held' | 'square-lifted' | 'hold-ended' | 'drag-began' | 'drag-moved'
 *   | 'drag-ended' | 'blank-lettered'} CarryType */

/**
 * Tiles under way, by click or by drag.
 * @param {State} state
 * @param {Extract<EditAction, {type: CarryType}>} action
 * @param {Game} game
 * @returns {State}
 */
function carry(state, action, game) {
  switch (action.type) {
    case 'tile-held': {
      const held = hold(state, game, action.source);
      return held.held ? focusOn(held, 'square') : held;
    }
    case 'square-lifted':
      return hold(state, game, { kind: 'square', row: state.cursor.row, col: state.cursor.col });
    case 'hold-ended':
      return state.held ? say({ ...state, held: null }, t('say.held.ended')) : state;
    case 'drag-began':
      return { ...state, held: null, drag: { source: action.source, over: { kind: 'off' } } };
    case 'drag-moved':
      return state.drag ? { ...state, drag: { ...state.drag, over: action.over } } : state;
    case 'drag-ended': {
      if (!state.drag) return state;
      const { source, over } = state.drag;
      return action.dropped ? putDown(state, game, source, over) : { ...state, drag: null };
    }
    case 'blank-lettered':
      return letterBlank(state, game, action.letter);
  }
}

/**
 * @param {State} state
 * @param {{row: number, col: number, touch: boolean}} picked
 * @param {Game} game
 * @returns {State}
 */
function pickSquare(state, { row, col, touch }, game) {
  if (state.held) return putDown(state, game, state.held, { kind: 'square', row, col });
  const { cursor } = state;
  const again = state.picked && cursor.row === row && cursor.col === col;
  const direction = again ? other(cursor.direction) : cursor.direction;
  const tab = touch && !state.browse.throughSquare ? 'tiles' : state.tab;
  return { ...state, picked: true, receiver: 'board', tab, cursor: { row, col, direction } };
}

/**
 * @param {import('../../types.js').Direction} direction
 * @returns {import('../../types.js').Direction}
 */
function other(direction) {
  return direction === 'across' ? 'down' : 'across';
}

/**
 * @param {State} state
 * @returns {State}
 */
function turn(state) {
  const { cursor } = state;
  const direction = other(cursor.direction);
  const turned = { ...state, picked: true, cursor: { ...cursor, direction } };
  return say(turned, t(`direction.${direction}`));
}

/**
 * @param {State} state
 * @param {{text: string, shift: boolean}} typed
 * @param {Game} game
 * @returns {State}
 */
function typeCharacter(state, { text, shift }, game) {
  if (text === '?') return { ...state, blankMode: !state.blankMode };
  const letter = game.alphabet.letterOf(text);
  if (letter === 0) return say(state, t('say.no-tile', { text, alphabet: game.alphabet.name }));
  const placed = placeAtCursor(state, game, letter, shift || state.blankMode);
  return focusOn({ ...placed, receiver: 'board' }, 'square');
}

/**
 * @param {State} state
 * @param {number} letter
 * @param {Game} game
 * @returns {State}
 */
function pickFromTray(state, letter, game) {
  if (state.receiver === 'rack') {
    const rack = rackOf(state, game).values;
    return putDown(state, game, { kind: 'tray', letter }, { kind: 'rack', index: rack.length });
  }
  if (letter === BLANK) return { ...state, blankMode: !state.blankMode };
  return placeAtCursor(state, game, letter, state.blankMode);
}

/**
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
function clearBoard(state, game) {
  const { squares, rackText } = state.position;
  if (rackText === '' && squares.every((value) => value === 0)) return state;
  const patch = { squares: emptySquares(game.layout), rackText: '', lastPlay: [] };
  return say({ ...atStart(commit(state, patch), game), picked: false }, t('say.cleared'));
}

/**
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
function atStart(state, game) {
  const [row, col] = game.layout.start;
  return { ...state, cursor: { row, col, direction: 'across' } };
}

/**
 * @param {State} state
 * @param {string} name
 * @param {Game} game
 * @returns {State}
 */
function chooseLayout(state, name, game) {
  const layout = state.catalogue.layouts.find((one) => one.name === name);
  if (!layout) return state;
  const { layout: from } = game;
  const same = layout.rows === from.rows && layout.cols === from.cols;
  const kept = state.position.squares;
  const squares = same ? kept : moveSquares(kept, from, layout);
  const settings = { ...state.settings, layout: name };
  const chosen = commit({ ...state, settings }, { layout: name, squares, lastPlay: [] });
  return same ? chosen : { ...atStart(chosen, { ...game, layout }), picked: false };
}

/**
 * @param {State} state
 * @param {import('../../types.js').StoredPosition} stored
 * @param {string} title
 * @returns {State}
 */
export function loadPosition(state, stored, title) {
  const read = positionFromCgp(state, stored.cgp, stored);
  if ('fault' in read) return say(state, read.fault);
  const layout = state.catalogue.layouts.find((one) => one.name === read.position.layout);
  const [row, col] = layout?.start ?? [0, 0];
  const settings = {
    ...state.settings,
    lexicon: read.position.lexicon,
    layout: read.position.layout,
    rackSize: stored.rackSize ?? state.settings.rackSize,
    bingoBonus: stored.bingoBonus ?? state.settings.bingoBonus,
  };
  const loaded = commit({ ...state, settings, dialog: null }, read.position);
  return say(
    { ...loaded, cursor: { row, col, direction: 'across' }, picked: false },
    t('say.loaded', { title: title || squareName(row, col) }),
  );
}
