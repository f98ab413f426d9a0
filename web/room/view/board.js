/** The match's board: what stands, what I have laid out, what was played last. */

import { squareName } from '../../model/coordinates.js';
import { t } from '../../text.js';
import { gridView, squareLabel } from '../../view/grid.js';
import { tileName } from '../../view/tile.js';
import { onBoard, valueOf } from '../model/rack.js';
import { filledLater } from '../model/record.js';
import { mySeat, recordRows } from '../state/selectors.js';
import { boardKey } from './keys.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').RoomDispatch} RoomDispatch */
/** @typedef {import('../types.js').Game} Game */

/**
 * @param {RoomState} state
 * @param {Game} game
 * @param {RoomDispatch} dispatch
 */
export function boardView(state, game, dispatch) {
  const { layout, alphabet } = game;
  const { cols } = layout;
  const marks = marksOf(state, game);
  const playing = mySeat(state) !== null && state.view?.phase === 'playing';
  return gridView({
    layout,
    alphabet,
    cursor: state.cursor,
    arrow: playing && state.picked && !state.held,
    keys: t(playing ? 'room.board.keys' : 'room.board.keys.watch'),
    look(index) {
      const mine = marks.mine.get(index) ?? 0;
      const value = mine || (state.squares[index] ?? 0);
      return {
        value,
        kind: mine ? 'tile-laid' : '',
        classes: classesOf(state, marks, index, value, mine),
        label: mine ? mineLabel(game, index, mine) : squareLabel(layout, alphabet, index, value),
        carried: mine !== 0,
        faulty: marks.faults.has(index),
      };
    },
    onClick: (row, col) => dispatch({ type: 'square-clicked', index: row * cols + col }),
    onKey: (event) => boardKey(event, state, dispatch),
    zoom: state.zoom,
    onZoom: () => dispatch({ type: 'zoom-turned' }),
    onMenu: (row, col, event) => {
      event.preventDefault();
      // On a touch screen a long press is the beginning of a drag.
      if (/** @type {PointerEvent} */ (event).pointerType === 'touch') return;
      dispatch({ type: 'square-recalled', index: row * cols + col });
    },
  });
}

/**
 * @param {Game} game
 * @param {number} index
 * @param {number} value
 */
function mineLabel({ alphabet, layout }, index, value) {
  const square = squareName(Math.floor(index / layout.cols), index % layout.cols);
  return t('room.square.mine', { square, tile: tileName(alphabet, value) });
}

/**
 * @param {RoomState} state
 * @param {Game} game
 */
function marksOf(state, game) {
  const { cols } = game.layout;
  const rows = recordRows(state);
  const shown = state.shown >= 0 ? rows.find((row) => row.seq === state.shown) : undefined;
  const flat = (/** @type {readonly [number, number]} */ [row, col]) => row * cols + col;
  const last = shown ? shown.squares : state.view?.last?.squares ?? [];
  const lifted = state.drag?.source ?? state.held;
  return {
    mine: new Map(
      onBoard(state.tiles).map((at) => {
        const tile = state.tiles[at];
        return tile ? [tile.square, valueOf(tile)] : [-1, 0];
      }),
    ),
    last: new Set(last.map(flat)),
    later: shown ? filledLater(rows, shown.seq, cols) : new Set(),
    faults: new Set(state.faults),
    over: state.drag?.over.kind === 'square' ? state.drag.over.index : -1,
    lifted: lifted?.kind === 'square' ? lifted.index : -1,
    held: state.held?.kind === 'square' ? state.held.index : -1,
  };
}

/**
 * @param {RoomState} state
 * @param {ReturnType<typeof marksOf>} marks
 * @param {number} index
 * @param {number} value
 * @param {number} mine
 */
function classesOf(state, marks, index, value, mine) {
  const { cursor, game } = state;
  const here = game && cursor.row * game.layout.cols + cursor.col === index;
  return [
    ...(value === 0 ? [] : ['standing']),
    ...(mine === 0 ? [] : ['taken']),
    ...(here && state.picked ? ['cursor'] : []),
    ...(marks.faults.has(index) ? ['fault'] : []),
    ...(marks.last.has(index) ? ['last'] : []),
    ...(marks.later.has(index) ? ['later'] : []),
    ...(marks.over === index && (value === 0 || mine !== 0) ? ['over'] : []),
    ...(marks.lifted === index ? ['lifted'] : []),
    ...(marks.held === index ? ['held'] : []),
  ];
}
