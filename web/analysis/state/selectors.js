/** What the views and the updates read out of the state. Pure; the costly ones remember. */

import { rowTexts, unseenCounts } from '../../model/board.js';
import { formatCgp } from '../../model/cgp.js';
import { listMoves } from '../../model/listing.js';
import { memoLast } from '../../model/memo.js';
import { isMendable } from '../../model/problems.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Catalogue} Catalogue */
/** @typedef {import('../../types.js').Position} Position */
/** @typedef {import('../../types.js').Settings} Settings */

/**
 * @typedef {object} Game  what gives a position its meaning
 * @property {import('../../types.js').Alphabet} alphabet
 * @property {import('../../types.js').Layout} layout
 * @property {import('../../types.js').LexiconInfo} lexicon
 */

const findGame = memoLast(
  /**
   * @param {Catalogue} catalogue
   * @param {string} lexiconRef
   * @param {string} layoutName
   * @returns {Game | null}
   */
  (catalogue, lexiconRef, layoutName) => {
    const lexicon = catalogue.lexicons.find((one) => one.ref === lexiconRef);
    const layout = catalogue.layouts.find((one) => one.name === layoutName);
    return lexicon && layout ? { alphabet: lexicon.alphabet, layout, lexicon } : null;
  },
);

/** @param {State} state */
export function gameOf(state) {
  return findGame(state.catalogue, state.position.lexicon, state.position.layout);
}

const readRack = memoLast(
  (/** @type {Game} */ game, /** @type {string} */ rackText) => game.alphabet.readRack(rackText),
);

/**
 * @param {State} state
 * @param {Game} game
 */
export function rackOf(state, game) {
  return readRack(game, state.position.rackText);
}

const countUnseen = memoLast(
  (
    /** @type {Game} */ game,
    /** @type {readonly number[]} */ squares,
    /** @type {readonly number[]} */ rack,
  ) => unseenCounts(game.alphabet, squares, rack),
);

/**
 * @param {State} state
 * @param {Game} game
 */
export function unseenOf(state, game) {
  return countUnseen(game, state.position.squares, rackOf(state, game).values);
}

/**
 * Why the rack cannot be solved, or null. `overdrawn` does not stop a request: the server judges.
 * @param {State} state
 * @param {Game} game
 * @returns {{code: 'unread', text: string} | {code: 'long', size: number}
 *   | {code: 'overdrawn', letter: number} | null}
 */
export function rackFault(state, game) {
  const { values, unread } = rackOf(state, game);
  if (unread) return { code: 'unread', text: unread.text };
  if (values.length > state.settings.rackSize) return { code: 'long', size: values.length };
  const unseen = unseenOf(state, game);
  const letter = unseen.findIndex((count) => count < 0);
  return letter < 0 ? null : { code: 'overdrawn', letter };
}

/**
 * Whether only moves of common words are asked for: never of a lexicon that tells of none.
 * @param {Settings} settings
 * @param {Game} game
 */
export function isOfCommon(settings, game) {
  return settings.common && game.lexicon.commonWords > 0;
}

const buildBody = memoLast(
  /**
   * @param {Game} game
   * @param {Position} position
   * @param {Settings} settings
   */
  (game, position, settings) => {
    /** @type {import('../../types.js').MovesBody} */
    const body = {
      lexicon: game.lexicon.ref,
      layout: game.layout.name,
      board: rowTexts(position.squares, game.layout, game.alphabet),
      rack: game.alphabet.rackTexts(game.alphabet.readRack(position.rackText).values),
      rack_size: settings.rackSize,
      bingo_bonus: settings.bingoBonus,
      ...(isOfCommon(settings, game) ? { words: 'common' } : {}),
      include_exchanges: settings.exchanges,
      include_pass: settings.exchanges,
    };
    return { body, key: JSON.stringify(body) };
  },
);

/**
 * The request that the state stands for, and its key: equal keys have equal answers.
 * @param {State} state
 * @param {Game} game
 */
export function requestOf(state, game) {
  return buildBody(game, state.position, state.settings);
}

/** @param {State} state */
export function answerOf(state) {
  const game = gameOf(state);
  if (!game) return null;
  const { key } = requestOf(state, game);
  return state.solve.answers.find((one) => one.key === key)?.answer ?? null;
}

/** @param {State} state */
export function failureOf(state) {
  const game = gameOf(state);
  const { failed } = state.solve;
  return game && failed?.key === requestOf(state, game).key ? failed.failure : null;
}

/**
 * @param {State} state
 * @returns {import('../../types.js').Status}
 */
export function statusOf(state) {
  const answer = answerOf(state);
  const failure = failureOf(state);
  if (state.solve.pending && !answer) return 'loading';
  if (failure && !answer) return isMendable(failure) ? 'validation-error' : 'service-error';
  if (answer) return answer.moves.length > 0 ? 'success' : 'no-move';
  return state.touched ? 'editing' : 'idle';
}

/** @param {State} state */
export function listOf(state) {
  const game = gameOf(state);
  const answer = answerOf(state);
  if (!game || !answer) return [];
  const { word, throughSquare, column, descending } = state.browse;
  const { row, col } = throughSquare ? state.cursor : { row: -1, col: -1 };
  return listMoves(answer.moves, game.alphabet, word, row, col, column, descending);
}

/** @param {State} state */
export function previewOf(state) {
  if (statusOf(state) !== 'success') return null;
  const { hovered, focused, inList } = state.browse;
  const index = hovered >= 0 ? hovered : inList ? focused : -1;
  return listOf(state)[index] ?? null;
}

/**
 * @param {State} state
 * @param {Game} game
 */
export function cgpOf(state, game) {
  const rack = game.alphabet.rackTexts(rackOf(state, game).values);
  return formatCgp(state.position.squares, rack, game.layout, game.alphabet, game.lexicon.ref);
}

/**
 * The position as it is kept and shared.
 * @param {State} state
 * @param {Game} game
 * @returns {import('../../types.js').StoredPosition}
 */
export function storedOf(state, game) {
  const rack = game.alphabet.rackTexts(rackOf(state, game).values);
  return {
    cgp: formatCgp(state.position.squares, rack, game.layout, game.alphabet, ''),
    lexicon: game.lexicon.ref,
    layout: game.layout.name,
    rackSize: state.settings.rackSize,
    bingoBonus: state.settings.bingoBonus,
  };
}
