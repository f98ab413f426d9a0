/** How a position is replaced, with the way back kept. */

import { translateSquares } from '../../model/board.js';
import { CgpError, cgpLexicon, parseCgp } from '../../model/cgp.js';
import { t } from '../../text.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Position} Position */
/** @typedef {import('./selectors.js').Game} Game */

const MAX_STEPS = 300;

/**
 * @param {State} state
 * @param {string} text
 * @returns {State}
 */
export function say(state, text) {
  return { ...state, said: { text, count: state.said.count + 1 } };
}

/**
 * @param {State} state
 * @param {'square' | 'rack' | 'rack-tile' | 'tray' | 'move' | 'solve' | 'cgp'} on
 * @returns {State}
 */
export function focusOn(state, on) {
  return { ...state, focus: { on, count: state.focus.count + 1 } };
}

/**
 * @param {State} state
 * @param {Partial<Position>} patch
 * @param {string} [tag]  edits in a row with the same tag are one step of undo
 * @returns {State}
 */
export function commit(state, patch, tag = '') {
  const { past, tag: lastTag } = state.edits;
  const joined = tag !== '' && tag === lastTag;
  return inBounds({
    ...state,
    position: { ...state.position, ...patch },
    edits: {
      past: joined ? past : [...past.slice(1 - MAX_STEPS), state.position],
      future: [],
      tag,
    },
    touched: true,
    held: null,
  });
}

/**
 * @param {State} state
 * @param {'undone' | 'redone'} way
 * @returns {State}
 */
export function step(state, way) {
  const { past, future } = state.edits;
  const back = way === 'undone';
  const position = back ? past.at(-1) : future[0];
  if (!position) return say(state, t(back ? 'say.undo.none' : 'say.redo.none'));
  return say(
    inBounds({
      ...state,
      position,
      edits: {
        past: back ? past.slice(0, -1) : [...past, state.position],
        future: back ? [state.position, ...future] : future.slice(1),
        tag: '',
      },
      touched: true,
      held: null,
      blankFor: null,
    }),
    t(back ? 'say.undo' : 'say.redo'),
  );
}

/**
 * Keep the cursor on the board when the board changes size.
 * @param {State} state
 * @returns {State}
 */
function inBounds(state) {
  const layout = state.catalogue.layouts.find((one) => one.name === state.position.layout);
  const { cursor } = state;
  if (!layout || (cursor.row < layout.rows && cursor.col < layout.cols)) return state;
  const [row, col] = layout.start;
  return { ...state, cursor: { ...cursor, row, col }, picked: false };
}

/**
 * A position from a CGP, by the lexicon and layout it names or else the present ones.
 * @param {State} state
 * @param {string} text
 * @param {{lexicon: string, layout: string}} wanted  names to prefer; empty for none
 * @returns {{position: Position} | {fault: string}}
 */
export function positionFromCgp(state, text, wanted) {
  const { lexicons, layouts } = state.catalogue;
  const named = wanted.lexicon || cgpLexicon(text);
  const lexicon =
    lexicons.find((one) => one.ref === named) ??
    lexicons.find((one) => one.name === named) ??
    lexicons.find((one) => one.ref === state.position.lexicon) ??
    lexicons[0];
  if (!lexicon) return { fault: t('cgp.fault.lexicon') };
  const { alphabet } = lexicon;
  const first = wanted.layout || state.position.layout;
  const ordered = [...layouts].sort(
    (a, b) => Number(b.name === first) - Number(a.name === first),
  );
  try {
    const { squares, rackText, layout } = parseCgp(text, alphabet, ordered);
    return {
      position: { lexicon: lexicon.ref, layout: layout.name, squares, rackText, lastPlay: [] },
    };
  } catch (error) {
    if (error instanceof CgpError) return { fault: cgpFault(error, alphabet.name) };
    throw error;
  }
}

/**
 * @param {CgpError} error
 * @param {string} alphabet
 */
function cgpFault(error, alphabet) {
  return t(`cgp.fault.${error.code}`, { ...error.facts, alphabet });
}

/**
 * The present position read in another lexicon's alphabet.
 * @param {State} state
 * @param {Game} game
 * @param {string} ref
 * @returns {State}
 */
export function withLexicon(state, game, ref) {
  const lexicon = state.catalogue.lexicons.find((one) => one.ref === ref);
  if (!lexicon) return state;
  const { alphabet } = lexicon;
  const settings = { ...state.settings, lexicon: ref };
  if (alphabet === game.alphabet) return { ...commit(state, { lexicon: ref }), settings };
  const squares = translateSquares(state.position.squares, game.alphabet, alphabet);
  const rack = alphabet.readRack(state.position.rackText).values;
  const patch = { lexicon: ref, squares, rackText: alphabet.rackTexts(rack), lastPlay: [] };
  return { ...commit(state, patch), settings };
}
