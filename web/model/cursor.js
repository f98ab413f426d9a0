/** Keys that move the cursor of a board. */

/** @typedef {import('../types.js').Cursor} Cursor */
/** @typedef {{rows: number, cols: number}} Size */

/**
 * Columns of a board run from left to right in every language of the page, as the board is drawn,
 * so the arrows mean what they show and `Home` is column A.
 * @type {Record<string, (cursor: Cursor, size: Size) => readonly [number, number]>}
 */
const MOVES = {
  ArrowUp: ({ row, col }) => [row - 1, col],
  ArrowDown: ({ row, col }) => [row + 1, col],
  ArrowLeft: ({ row, col }) => [row, col - 1],
  ArrowRight: ({ row, col }) => [row, col + 1],
  Home: ({ row }) => [row, 0],
  End: ({ row }, { cols }) => [row, cols - 1],
  PageUp: ({ col }) => [0, col],
  PageDown: ({ col }, { rows }) => [rows - 1, col],
};

/** @param {string} key */
export function movesCursor(key) {
  return Object.hasOwn(MOVES, key);
}

/**
 * Where a key takes the cursor; it stays on the board and keeps its direction.
 * @param {Cursor} cursor
 * @param {string} key
 * @param {Size} size
 * @returns {Cursor}
 */
export function movedCursor(cursor, key, size) {
  const [row, col] = MOVES[key]?.(cursor, size) ?? [cursor.row, cursor.col];
  return {
    ...cursor,
    row: Math.max(0, Math.min(size.rows - 1, row)),
    col: Math.max(0, Math.min(size.cols - 1, col)),
  };
}
