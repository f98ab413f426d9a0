/** Names of squares and plays: `H8` is a square, `8H` a play across, `H8` a play down. */

const FIRST_COLUMN = 'A'.charCodeAt(0);

/** @param {number} col  zero-based */
export function columnName(col) {
  return String.fromCharCode(FIRST_COLUMN + col);
}

/**
 * @param {number} row  zero-based
 * @param {number} col  zero-based
 */
export function squareName(row, col) {
  return `${columnName(col)}${row + 1}`;
}

/**
 * @param {string} coord  `8D` across, `D8` down
 * @returns {import('../types.js').Cursor | null}
 */
export function parseCoordinate(coord) {
  const match = /^(?:(\d{1,2})([A-U])|([A-U])(\d{1,2}))$/u.exec(coord);
  if (!match) return null;
  const across = match[1] !== undefined;
  const row = Number(across ? match[1] : match[4]) - 1;
  const col = (across ? match[2] : match[3] ?? '')?.charCodeAt(0) ?? 0;
  if (row < 0) return null;
  return { row, col: col - FIRST_COLUMN, direction: across ? 'across' : 'down' };
}

/**
 * The square `steps` further in a direction.
 * @param {import('../types.js').Square} square
 * @param {import('../types.js').Direction} direction
 * @param {number} steps
 */
export function along(square, direction, steps) {
  return direction === 'across'
    ? { row: square.row, col: square.col + steps }
    : { row: square.row + steps, col: square.col };
}
