/** The table of moves: only the rows in sight are drawn, whatever its length. */

import { wordRuns } from '../../model/moves.js';
import { ROW_HEIGHT, visibleRows } from '../../model/virtual.js';
import { formatNumber, t } from '../../text.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { icon } from '../../view/icons.js';
import { listKey } from './keys.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Dispatch} Dispatch */
/** @typedef {import('../../types.js').Move} Move */
/** @typedef {import('../../types.js').PlacementMove} PlacementMove */
/** @typedef {import('../../types.js').Column} Column */
/** @typedef {import('../state/selectors.js').Game} Game */

const COLUMNS = /** @type {const} */ (['move', 'words', 'score', 'left']);

/** Rows drawn before the height of the window is known. */
const FIRST_HEIGHT = 20 * ROW_HEIGHT;

/**
 * @param {State} state
 * @param {Game} game
 * @param {readonly Move[]} moves
 * @param {Dispatch} dispatch
 */
export function listView(state, game, moves, dispatch) {
  const { top, height, focused } = state.browse;
  const rows = visibleRows(moves.length, ROW_HEIGHT, top, height || FIRST_HEIGHT, focused);
  return html`<div
    class="list"
    role="grid"
    aria-label=${t('moves.table')}
    aria-rowcount=${moves.length + 1}
    aria-colcount=${COLUMNS.length}
  >
    <div class="list-head" role="row" aria-rowindex="1">
      ${COLUMNS.map((column) => headView(state, column, dispatch))}
    </div>
    <div
      class="list-body"
      role="rowgroup"
      data-list
      @scroll=${(/** @type {Event} */ event) => {
        const { scrollTop, clientHeight } = /** @type {Element} */ (event.target);
        dispatch({ type: 'list-scrolled', top: scrollTop, height: clientHeight });
      }}
      @keydown=${(/** @type {KeyboardEvent} */ event) =>
        listKey(event, indexOf(event), Math.max(1, Math.floor(height / ROW_HEIGHT) - 1), dispatch)}
      @click=${(/** @type {Event} */ event) => picked(event, dispatch, 'move-focused')}
      @dblclick=${(/** @type {Event} */ event) => picked(event, dispatch, 'move-played')}
      @focusin=${(/** @type {Event} */ event) => picked(event, dispatch, 'move-focused')}
      @focusout=${(/** @type {FocusEvent} */ event) => left(event, dispatch)}
      @pointerover=${(/** @type {PointerEvent} */ event) => hovered(event, dispatch)}
      @pointerleave=${() => dispatch({ type: 'move-hovered', index: -1 })}
    >
      <div class="list-space" role="presentation" .style=${`--count:${moves.length}`}>
        ${repeat(
          rows,
          (index) => index,
          (index) => moveView(state, game, moves, index, dispatch),
        )}
      </div>
    </div>
  </div>`;
}

/**
 * @param {State} state
 * @param {Column} column
 * @param {Dispatch} dispatch
 */
function headView(state, column, dispatch) {
  const { browse } = state;
  const sorted = browse.column === column;
  const order = browse.descending ? 'descending' : 'ascending';
  const name = t(`moves.column.${column}`);
  return html`<span
    class=${`cell-${column}`}
    role="columnheader"
    aria-sort=${sorted ? order : 'none'}
  ><button
      class=${sorted ? `sort ${order}` : 'sort'}
      type="button"
      title=${t('moves.sort', { column: name })}
      @click=${() => dispatch({ type: 'sorted', column })}
    ><span>${name}</span>${icon('sort')}</button></span>`;
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {readonly Move[]} moves
 * @param {number} index
 * @param {Dispatch} dispatch
 */
function moveView(state, game, moves, index, dispatch) {
  const move = moves[index];
  if (!move) return nothing;
  const { focused, inList } = state.browse;
  const here = focused === index;
  return html`<div
    class=${here && inList ? 'move chosen' : 'move'}
    role="row"
    aria-rowindex=${index + 2}
    aria-selected=${here && inList ? 'true' : 'false'}
    data-index=${index}
    data-focus=${here ? 'move' : nothing}
    tabindex=${here ? 0 : -1}
    .style=${`--at:${index}`}
  >
    <span class="cell-move" role="gridcell">${move.type === 'placement' ? move.coord : ''}</span>
    <span class="cell-words" role="gridcell">${wordsView(move, game)}</span>
    <span class="cell-score" role="gridcell">${scoreView(move)}</span>
    <span class="cell-left" role="gridcell">${leftView(move, game)}<button
      class="play"
      type="button"
      tabindex="-1"
      aria-label=${t('moves.play.long', { move: move.type === 'placement' ? `${move.coord} ${move.word}` : moveName(move) })}
      @click=${(/** @type {Event} */ event) => {
        event.stopPropagation();
        dispatch({ type: 'move-played', index, byKey: false });
      }}
    >${t('moves.play')}</button></span>
  </div>`;
}

/**
 * @param {Exclude<Move, PlacementMove>} move
 */
function moveName(move) {
  return move.type === 'exchange'
    ? t('moves.exchange.tiles', { tiles: move.tiles })
    : t('moves.pass');
}

/**
 * @param {Move} move
 * @param {Game} game
 */
function wordsView(move, game) {
  if (move.type !== 'placement') return html`<span class="other">${moveName(move)}</span>`;
  const runs = wordRuns(move, game.alphabet).map(
    ({ text, kind }) => html`<span class=${`run-${kind}`}>${text}</span>`,
  );
  const cross = move.words.slice(1).map((one) => one.word);
  return html`<span class="main-word">${runs}</span>${cross.length > 0
    ? html` <span class="cross-words">${cross.join(' ')}</span>`
    : nothing}`;
}

/** @param {Move} move */
function scoreView(move) {
  const bonus = move.type === 'placement' ? move.bonus : 0;
  const mark = bonus > 0
    ? html`<span class="bonus" title=${t('moves.bonus', { n: bonus })}></span
        ><span class="sr">${t('moves.bonus', { n: bonus })}</span>`
    : nothing;
  return html`${mark}${formatNumber(move.score)}`;
}

/**
 * @param {Move} move
 * @param {Game} game
 */
function leftView(move, game) {
  const tiles = game.alphabet.readRack(move.leave).values;
  if (tiles.length === 0) {
    return html`<span aria-hidden="true">${t('moves.left.none')}</span
      ><span class="sr">${t('moves.left.none.long')}</span>`;
  }
  return html`<span>${tiles.map((one) => (one === 0 ? '?' : game.alphabet.glyph(one))).join('')}</span>`;
}

/** @param {Event} event */
function indexOf(event) {
  const row = /** @type {Element} */ (event.target).closest('[data-index]');
  return row ? Number(row.getAttribute('data-index')) : -1;
}

/**
 * @param {Event} event
 * @param {Dispatch} dispatch
 * @param {'move-focused' | 'move-played'} type
 */
function picked(event, dispatch, type) {
  const index = indexOf(event);
  if (index >= 0) dispatch({ type, index, byKey: false });
}

/**
 * @param {FocusEvent} event
 * @param {Dispatch} dispatch
 */
function left(event, dispatch) {
  const list = /** @type {Element} */ (event.currentTarget);
  const next = /** @type {Node | null} */ (event.relatedTarget);
  if (!list.contains(next)) dispatch({ type: 'list-left' });
}

/**
 * A finger has no hover; a tap chooses the row instead.
 * @param {PointerEvent} event
 * @param {Dispatch} dispatch
 */
function hovered(event, dispatch) {
  if (event.pointerType === 'mouse') dispatch({ type: 'move-hovered', index: indexOf(event) });
}
