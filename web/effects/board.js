/** Watches how wide the board is, and scrolls it where it is shown in parts. */

/**
 * @param {object} given
 * @param {HTMLElement} given.root  where the screen is drawn
 * @param {(action: {type: 'board-measured', width: number}) => void} given.dispatch
 * @param {AbortSignal} given.signal  ends it
 * @returns {{follow: () => void, reveal: (selector: string) => void}}  `follow` is called after
 *   every drawing; `reveal` brings squares into sight
 */
export function watchBoard({ root, dispatch, signal }) {
  /** @type {HTMLElement | null} */
  let frame = null;
  let big = false;
  const sizes = new ResizeObserver(([entry]) =>
    dispatch({ type: 'board-measured', width: entry?.contentRect.width ?? 0 }),
  );
  signal.addEventListener('abort', () => sizes.disconnect());

  /** @param {string} selector */
  function reveal(selector) {
    const view = /** @type {HTMLElement | null} */ (root.querySelector('.board-view.big'));
    if (view) bringIntoSight(view, [...view.querySelectorAll(selector)]);
  }

  function follow() {
    const now = /** @type {HTMLElement | null} */ (root.querySelector('.board-frame'));
    if (now !== frame) {
      sizes.disconnect();
      if (now) sizes.observe(now);
      frame = now;
    }
    const wasBig = big;
    const view = root.querySelector('.board-view.big');
    big = view !== null;
    if (view && !wasBig) centre(view, view.querySelector('[data-square][tabindex="0"]'));
  }

  return { follow, reveal };
}

/**
 * @param {Element} view
 * @param {Element | null} square
 */
function centre(view, square) {
  if (!square) return;
  const [inner, outer] = [square.getBoundingClientRect(), view.getBoundingClientRect()];
  view.scrollBy({
    left: (inner.left + inner.right - outer.left - outer.right) / 2,
    top: (inner.top + inner.bottom - outer.top - outer.bottom) / 2,
    behavior: 'instant',
  });
}

/**
 * Scroll no further than it takes; where not all fits, the first square is what counts.
 * @param {HTMLElement} view
 * @param {Element[]} squares
 */
function bringIntoSight(view, squares) {
  const [first] = squares;
  if (!first) return;
  const outer = view.getBoundingClientRect();
  const all = squares.map((square) => square.getBoundingClientRect());
  // The labels stand over the first row and column of what is in sight.
  const { width: side } = first.getBoundingClientRect();
  const label = side / 2 + 4;
  view.scrollBy({
    left: shift(all.map(({ left }) => left), side, outer.left + label, outer.right - 4),
    top: shift(all.map(({ top }) => top), side, outer.top + label, outer.bottom - 4),
    behavior: 'instant',
  });
}

/**
 * @param {number[]} starts  of squares along one axis
 * @param {number} side
 * @param {number} from  where what is in sight begins
 * @param {number} to
 */
function shift(starts, side, from, to) {
  const least = Math.min(...starts);
  const beyond = Math.max(...starts) + side - to;
  return least < from ? least - from : Math.min(Math.max(0, beyond), least - from);
}
