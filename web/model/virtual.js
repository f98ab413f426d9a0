/** Which rows of a long list of equal rows are drawn. */

/** Height of a row in pixels; `--row-height` in the style sheet says the same. */
export const ROW_HEIGHT = 40;

/** Rows drawn beyond each edge of the window, so that a quick scroll shows no gap. */
export const OVERSCAN = 8;

/**
 * @param {number} count  rows in the list
 * @param {number} rowHeight  pixels
 * @param {number} top  scroll offset in pixels
 * @param {number} height  height of the window in pixels
 * @param {number} [kept]  a row drawn in any case, since it holds the focus; -1 for none
 * @returns {number[]}  indices, ascending
 */
export function visibleRows(count, rowHeight, top, height, kept = -1) {
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - OVERSCAN);
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + OVERSCAN);
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  if (kept < 0 || kept >= count || (kept >= first && kept < last)) return rows;
  return kept < first ? [kept, ...rows] : [...rows, kept];
}

/**
 * The scroll offset that brings a row into the window with the least movement.
 * @param {number} row
 * @param {number} rowHeight
 * @param {number} top
 * @param {number} height
 */
export function scrollFor(row, rowHeight, top, height) {
  const start = row * rowHeight;
  if (start < top) return start;
  if (start + rowHeight > top + height) return start + rowHeight - height;
  return top;
}
