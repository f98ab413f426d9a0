/** Which part of the position an element of the page stands for. */

/** @typedef {import('../../types.js').Source} Source */
/** @typedef {import('../../types.js').Target} Target */

/**
 * The tile that is taken up at an element, if any.
 * @param {Element} element
 * @returns {Source | null}
 */
export function sourceOf(element) {
  const at = closest(element, '[data-drag]');
  switch (at?.dataset['drag']) {
    case 'rack':
      return { kind: 'rack', index: Number(at.dataset['rack']) };
    case 'tray':
      return { kind: 'tray', letter: Number(at.dataset['letter']) };
    case 'square':
      return squareOf(at);
    default:
      return null;
  }
}

/**
 * Where a tile lands that is let go over an element.
 * @param {Element | null} under
 * @returns {Target}
 */
export function targetOf(under) {
  const square = closest(under, '[data-square]');
  if (square) return squareOf(square);
  const rack = closest(under, '[data-rack]');
  if (!rack) return { kind: 'off' };
  const at = Number(rack.dataset['rack']);
  return { kind: 'rack', index: Number.isNaN(at) ? Infinity : at };
}

/**
 * @param {Element | null} element
 * @param {string} selector
 */
function closest(element, selector) {
  return /** @type {HTMLElement | null} */ (element?.closest(selector) ?? null);
}

/**
 * @param {HTMLElement} element
 * @returns {{kind: 'square', row: number, col: number}}
 */
function squareOf(element) {
  const [row = 0, col = 0] = (element.dataset['square'] ?? '').split(',').map(Number);
  return { kind: 'square', row, col };
}
