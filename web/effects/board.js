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

/** A tile held so near to the edge of what is in sight asks for what lies beyond it. */
const EDGE = 24;
/** For so long it may be on its way from the rack. */
const LINGER_MS = 250;
const STEP = 5;

/**
 * Scrolls a board that is shown in parts while a tile is held at its edge.
 * @param {() => void} scrolled  another square lies under the pointer now
 * @returns {{at: (x: number, y: number) => void, stop: () => void}}
 */
export function edgeScroller(scrolled) {
  let [pointerX, pointerY, frame, since] = [0, 0, 0, 0];

  /** @param {number} nowMs */
  function step(nowMs) {
    frame = 0;
    const view = document.elementFromPoint(pointerX, pointerY)?.closest('.board-view.big');
    if (!view) return;
    const { left, top, right, bottom } = view.getBoundingClientRect();
    const x = pull(pointerX, left, right);
    const y = pull(pointerY, top, bottom);
    if (x === 0 && y === 0) return;
    frame = requestAnimationFrame(step);
    if (since === 0) since = nowMs;
    if (nowMs - since < LINGER_MS) return;
    view.scrollBy({ left: x * STEP, top: y * STEP, behavior: 'instant' });
    scrolled();
  }

  return {
    at(x, y) {
      [pointerX, pointerY] = [x, y];
      if (frame !== 0) return;
      since = 0;
      frame = requestAnimationFrame(step);
    },
    stop() {
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
}

/**
 * @param {number} at
 * @param {number} from
 * @param {number} to
 * @returns {-1 | 0 | 1}
 */
function pull(at, from, to) {
  if (at < from + EDGE) return -1;
  return at > to - EDGE ? 1 : 0;
}
