/** Follows the pointer while a tile is dragged, whatever the screen makes of it. */

import { edgeScroller } from './board.js';

/** A pointer that moved less than this is a click. */
const DRAG_DISTANCE = 6;

/**
 * @template S, T
 * @param {object} given
 * @param {HTMLElement} given.root  learns where the pointer is, as `--drag-x` and `--drag-y`
 * @param {(element: Element) => S | null} given.sourceOf  what is taken up at an element
 * @param {(element: Element | null) => T} given.targetOf  where it would land
 * @param {() => {over: T} | null} given.drag  the drag under way
 * @param {(action: {type: 'drag-began', source: S} | {type: 'drag-moved', over: T}
 *   | {type: 'drag-ended', dropped: boolean}) => void} given.dispatch
 * @param {AbortSignal} given.signal  ends it
 * @returns {() => void}  forgets a press, when the drag has been given up by key
 */
export function followPointer({ root, sourceOf, targetOf, drag, dispatch, signal }) {
  /** @type {{id: number, source: S, x: number, y: number} | null} */
  let press = null;
  let [pointerX, pointerY] = [0, 0];
  const edge = edgeScroller(look);

  function look() {
    const over = targetOf(document.elementFromPoint(pointerX, pointerY));
    if (JSON.stringify(over) !== JSON.stringify(drag()?.over)) dispatch({ type: 'drag-moved', over });
  }

  /** @param {PointerEvent} event */
  function onPress(event) {
    const source = sourceOf(/** @type {Element} */ (event.target));
    if (source === null || event.button !== 0 || !event.isPrimary) return;
    press = { id: event.pointerId, source, x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  function onMove(event) {
    if (!press || event.pointerId !== press.id) return;
    const { clientX: x, clientY: y } = event;
    if (!drag()) {
      if (Math.hypot(x - press.x, y - press.y) < DRAG_DISTANCE) return;
      dispatch({ type: 'drag-began', source: press.source });
      // Touch captures the pointer at its first element; the drag is over the whole page.
      /** @type {Element} */ (event.target).releasePointerCapture?.(event.pointerId);
    }
    [pointerX, pointerY] = [x, y];
    look();
    edge.at(x, y);
    root.style.setProperty('--drag-x', `${x}px`);
    root.style.setProperty('--drag-y', `${y}px`);
  }

  /** @param {PointerEvent} event */
  function onRelease(event) {
    if (!press || event.pointerId !== press.id) return;
    press = null;
    edge.stop();
    if (!drag()) return;
    dispatch({ type: 'drag-ended', dropped: event.type === 'pointerup' });
    // The click that follows a drag belongs to it.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
  }

  addEventListener('pointerdown', onPress, { signal });
  addEventListener('pointermove', onMove, { signal });
  addEventListener('pointerup', onRelease, { signal });
  addEventListener('pointercancel', onRelease, { signal });
  return () => {
    press = null;
    edge.stop();
  };
}
