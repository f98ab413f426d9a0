/** A board as every screen draws it: a grid with one square in the tab order. */

import { BLANK_FLAG } from '../model/alphabet.js';
import { columnName, squareName } from '../model/coordinates.js';
import { memoLast } from '../model/memo.js';
import { canZoom } from '../model/zoom.js';
import { t } from '../text.js';
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { icon } from './icons.js';
import { premium } from './premium.js';
import { tile, tileName } from './tile.js';

/** @typedef {import('../types.js').Layout} Layout */
/** @typedef {import('../types.js').Alphabet} Alphabet */

/**
 * @typedef {object} SquareLook
 * @property {number} value  square value of the tile that is drawn, 0 for none
 * @property {string} kind  further classes of that tile
 * @property {readonly string[]} classes  of the square
 * @property {string} label
 * @property {boolean} carried  whether the tile can be taken up
 * @property {boolean} faulty
 *
 * @typedef {object} Grid
 * @property {Layout} layout
 * @property {Alphabet} alphabet
 * @property {import('../types.js').Cursor} cursor
 * @property {boolean} arrow  whether an empty square under the cursor shows the direction
 * @property {string} keys  what the keyboard does, in words
 * @property {(index: number) => SquareLook} look
 * @property {(row: number, col: number, event: PointerEvent) => void} onClick
 * @property {(event: KeyboardEvent) => void} onKey
 * @property {() => void} [onFocus]
 * @property {(row: number, col: number, event: Event) => void} [onMenu]
 * @property {import('../types.js').Zoom} zoom
 * @property {() => void} onZoom
 */

const premiums = memoLast((/** @type {Layout} */ layout) =>
  Array.from({ length: layout.rows * layout.cols }, (_, index) =>
    premium(layout, Math.floor(index / layout.cols), index % layout.cols),
  ),
);

/** @param {Grid} grid */
export function gridView(grid) {
  const { rows, cols } = grid.layout;
  const small = canZoom(grid.zoom, cols);
  const big = small && grid.zoom.big;
  return html`<div class="board-frame" .style=${`--rows:${rows};--cols:${cols}`}>
    <div class=${big ? 'board-view big' : 'board-view'}><div
      class="board"
      role="grid"
      aria-label=${t('board.label', { rows, cols })}
      aria-describedby="board-keys"
      data-direction=${grid.cursor.direction}
      @click=${(/** @type {PointerEvent} */ event) => onSquare(event, grid.onClick)}
      @contextmenu=${grid.onMenu
        ? (/** @type {PointerEvent} */ event) => onSquare(event, grid.onMenu)
        : nothing}
      @focusin=${grid.onFocus ?? nothing}
      @keydown=${grid.onKey}
    >
      <div class="board-row board-head" aria-hidden="true">
        <span></span>
        ${Array.from({ length: cols }, (_, col) => html`<span>${columnName(col)}</span>`)}
      </div>
      ${Array.from({ length: rows }, (_, row) => rowView(grid, row))}
    </div></div>
    <p class="sr" id="board-keys">${grid.keys}</p>
  </div>
  ${small ? zoomButton(big, grid.onZoom) : nothing}`;
}

/**
 * @param {boolean} big
 * @param {() => void} act
 */
function zoomButton(big, act) {
  return html`<button
    class="zoom"
    type="button"
    aria-label=${t('board.zoom')}
    title=${t('board.zoom')}
    aria-pressed=${big ? 'true' : 'false'}
    @click=${act}
  >${icon(big ? 'whole' : 'zoom')}</button>`;
}

/**
 * @param {Grid} grid
 * @param {number} row
 */
function rowView(grid, row) {
  return html`<div class="board-row" role="row">
    <span class="board-number" aria-hidden="true">${row + 1}</span>
    ${Array.from({ length: grid.layout.cols }, (_, col) => squareView(grid, row, col))}
  </div>`;
}

/**
 * @param {Grid} grid
 * @param {number} row
 * @param {number} col
 */
function squareView(grid, row, col) {
  const { layout, cursor } = grid;
  const index = row * layout.cols + col;
  const here = cursor.row === row && cursor.col === col;
  const look = grid.look(index);
  return html`<div
    class=${['square', ...look.classes].join(' ')}
    role="gridcell"
    data-square=${`${row},${col}`}
    data-premium=${premiums(layout)[index]?.hue || nothing}
    data-drag=${look.carried ? 'square' : nothing}
    tabindex=${here ? 0 : -1}
    aria-selected=${here ? 'true' : 'false'}
    aria-invalid=${look.faulty ? 'true' : nothing}
    aria-label=${look.label}
  >${look.value === 0 ? emptyContent(layout, index) : tile(grid.alphabet, look.value, look.kind)}${here &&
    grid.arrow &&
    look.value === 0
      ? html`<span class="arrow">${icon(cursor.direction)}</span>`
      : nothing}</div>`;
}

/**
 * @param {Layout} layout
 * @param {number} index
 */
function emptyContent(layout, index) {
  const [row, col] = layout.start;
  if (index === row * layout.cols + col) {
    return html`<span class="star" aria-hidden="true"></span>`;
  }
  const label = premiums(layout)[index]?.label;
  return label ? html`<span class="premium" aria-hidden="true" data-text=${label}></span>` : nothing;
}

/**
 * What stands on a square, in words.
 * @param {Layout} layout
 * @param {Alphabet} alphabet
 * @param {number} index
 * @param {number} value
 */
export function squareLabel(layout, alphabet, index, value) {
  const row = Math.floor(index / layout.cols);
  const col = index % layout.cols;
  const square = squareName(row, col);
  if (value & BLANK_FLAG) return t('square.blank', { square, tile: tileName(alphabet, value) });
  if (value !== 0) {
    return t('square.tile', { square, tile: tileName(alphabet, value), n: alphabet.points[value] ?? 0 });
  }
  if (layout.start[0] === row && layout.start[1] === col) return t('square.start', { square });
  const name = premiums(layout)[index]?.name ?? '';
  return name === '' ? t('square.empty', { square }) : t('square.premium', { square, premium: name });
}

/**
 * @param {PointerEvent} event
 * @param {((row: number, col: number, event: PointerEvent) => void) | undefined} act
 */
function onSquare(event, act) {
  const square = /** @type {Element} */ (event.target).closest('[data-square]');
  const [row, col] = (square?.getAttribute('data-square') ?? '').split(',').map(Number);
  if (act && row !== undefined && col !== undefined) act(row, col, event);
}
