/** The board: a grid with one square in the tab order, ghosts of a preview, marks of faults. */

import { tileOf } from '../../model/board.js';
import { squareName } from '../../model/coordinates.js';
import { laidTiles } from '../../model/moves.js';
import { mapFaults } from '../../model/problems.js';
import { t } from '../../text.js';
import { gridView, squareLabel } from '../../view/grid.js';
import { tileName } from '../../view/tile.js';
import { answerOf, failureOf, previewOf, statusOf, unseenOf } from '../state/selectors.js';
import { boardKey } from './keys.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Dispatch} Dispatch */
/** @typedef {import('../state/selectors.js').Game} Game */

/**
 * @typedef {object} Marks  what is drawn besides the position itself, by flat index
 * @property {ReadonlyMap<number, number>} ghosts  square value, or 0 for a tile played through
 * @property {ReadonlySet<number>} faults
 * @property {ReadonlySet<number>} odd  squares of a warning
 * @property {ReadonlySet<number>} last
 * @property {number} over  square under a dragged tile, -1 for none
 * @property {number} lifted  square whose tile is picked up, -1 for none
 */

/**
 * @param {State} state
 * @param {Game} game
 * @param {Dispatch} dispatch
 */
export function boardView(state, game, dispatch) {
  const { layout, alphabet } = game;
  const { row, col } = state.cursor;
  const marks = marksOf(state, game);
  const cursor = row * layout.cols + col;
  return gridView({
    layout,
    alphabet,
    cursor: state.cursor,
    arrow: true,
    keys: t('board.keys'),
    look(index) {
      const value = state.position.squares[index] ?? 0;
      const ghost = marks.ghosts.get(index) ?? 0;
      return {
        value: value || ghost,
        kind: value === 0 && ghost !== 0 ? 'tile-ghost' : '',
        classes: classesOf(index, value, index === cursor, marks),
        label: value === 0 && ghost !== 0 ? ghostLabel(game, index, ghost) : squareLabel(layout, alphabet, index, value),
        carried: value !== 0,
        faulty: marks.faults.has(index),
      };
    },
    onClick: (atRow, atCol, event) =>
      dispatch({ type: 'square-picked', row: atRow, col: atCol, touch: event.pointerType === 'touch' }),
    onKey: (event) => boardKey(event, state, dispatch),
    zoom: state.zoom,
    onZoom: () => dispatch({ type: 'zoom-turned' }),
    onFocus: () => dispatch({ type: 'receiver-chosen', receiver: 'board' }),
  });
}

/**
 * @param {Game} game
 * @param {number} index
 * @param {number} ghost
 */
function ghostLabel({ alphabet, layout }, index, ghost) {
  const square = squareName(Math.floor(index / layout.cols), index % layout.cols);
  return t('square.ghost', { square, tile: tileName(alphabet, ghost) });
}

/**
 * @param {number} index
 * @param {number} value
 * @param {boolean} here
 * @param {Marks} marks
 */
function classesOf(index, value, here, marks) {
  return [
    ...(value === 0 ? [] : ['taken']),
    ...(here ? ['cursor'] : []),
    ...(marks.faults.has(index) ? ['fault'] : []),
    ...(marks.odd.has(index) ? ['odd'] : []),
    ...(marks.last.has(index) ? ['last'] : []),
    ...(marks.ghosts.get(index) === 0 ? ['through'] : []),
    ...(marks.over === index ? ['over'] : []),
    ...(marks.lifted === index ? ['lifted'] : []),
  ];
}

/**
 * @param {State} state
 * @param {Game} game
 * @returns {Marks}
 */
function marksOf(state, game) {
  const { rows, cols } = game.layout;
  const move = previewOf(state);
  const failure = statusOf(state) === 'validation-error' ? failureOf(state) : null;
  const flat = (/** @type {[number, number]} */ [row, col]) => row * cols + col;
  const { drag, held } = state;
  const lifted = drag?.source ?? held;
  return {
    ghosts: new Map(
      move?.type === 'placement'
        ? laidTiles(move, game.alphabet, game.layout).map(({ index, value }) => [index, value])
        : [],
    ),
    faults: failure ? narrowed(mapFaults(failure, rows, cols).squares, state, game) : new Set(),
    odd: new Set((answerOf(state)?.warnings ?? []).flatMap((one) => one.squares.map(flat))),
    last: new Set(state.position.lastPlay),
    over: drag?.over.kind === 'square' ? flat([drag.over.row, drag.over.col]) : -1,
    lifted: lifted?.kind === 'square' ? flat([lifted.row, lifted.col]) : -1,
  };
}

/**
 * The server points at a row; where the row shows tiles that the set has too few of, at those.
 * @param {ReadonlySet<number>} faults
 * @param {State} state
 * @param {Game} game
 * @returns {ReadonlySet<number>}
 */
function narrowed(faults, state, game) {
  const unseen = unseenOf(state, game);
  const overdrawn = [...faults].filter((index) => {
    const value = state.position.squares[index] ?? 0;
    return value !== 0 && (unseen[tileOf(value)] ?? 0) < 0;
  });
  return overdrawn.length > 0 ? new Set(overdrawn) : faults;
}
