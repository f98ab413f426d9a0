/** How big the squares of a board are, and whether it is better looked at in parts. */

/** @typedef {import('../types.js').Zoom} Zoom */

/** Squares of fewer pixels are hard to read and to hit. */
const LEAST_SIDE = 22;

/** @type {Zoom} */
export const WHOLE = { width: 0, big: false };

/**
 * The side of a square of a board that is shown whole, as `board.css` has it.
 * @param {number} width  of the board's frame, in pixels
 * @param {number} cols
 */
export function wholeSide(width, cols) {
  const label = Math.max(14, 0.03 * width);
  const gap = Math.max(1, 0.0025 * width);
  return (width - 2 * label - (cols - 1) * gap) / cols;
}

/**
 * Whether a board can be looked at in parts: where its squares would be small otherwise.
 * @param {Zoom} zoom
 * @param {number} cols
 */
export function canZoom({ width }, cols) {
  return width > 0 && wholeSide(width, cols) < LEAST_SIDE;
}

/**
 * @param {Zoom} zoom
 * @param {{type: 'board-measured', width: number} | {type: 'zoom-turned'}} action
 * @returns {Zoom}
 */
export function turnZoom(zoom, action) {
  if (action.type === 'zoom-turned') return { ...zoom, big: !zoom.big };
  return action.width === zoom.width ? zoom : { ...zoom, width: action.width };
}
