/** Which part of board and rack an element of the page stands for. */

/** @typedef {import('../types.js').Held} Held */
/** @typedef {import('../types.js').Over} Over */

/**
 * The tile of mine that is taken up at an element, if any.
 * @param {Element} element
 * @param {number} cols
 * @returns {Held | null}
 */
export function sourceOf(element, cols) {
  const at = closest(element, '[data-drag]');
  if (at?.dataset['drag'] === 'rack') return { kind: 'rack', at: Number(at.dataset['at']) };
  return at ? { kind: 'square', index: indexOf(at, cols) } : null;
}

/**
 * Where a tile lands that is let go over an element.
 * @param {Element | null} under
 * @param {number} cols
 * @returns {Over}
 */
export function targetOf(under, cols) {
  const square = closest(under, '[data-square]');
  if (square) return { kind: 'square', index: indexOf(square, cols) };
  const rack = closest(under, '[data-rack]');
  if (!rack) return { kind: 'off' };
  const at = Number(rack.dataset['rack']);
  return { kind: 'rack', at: Number.isNaN(at) ? Number.MAX_SAFE_INTEGER : at };
}

/**
 * @param {Element | null} element
 * @param {string} selector
 */
function closest(element, selector) {
  return /** @type {HTMLElement | null} */ (element?.closest(selector) ?? null);
}

/**
 * @param {HTMLElement} square
 * @param {number} cols
 */
function indexOf(square, cols) {
  const [row = 0, col = 0] = (square.dataset['square'] ?? '').split(',').map(Number);
  return row * cols + col;
}
