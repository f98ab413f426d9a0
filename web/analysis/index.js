/** The analysis desk: carries out what its state asks for: requests, focus, storage, drags. */

import { watchBoard } from '../effects/board.js';
import { followPointer } from '../effects/dragging.js';
import { fromHash, toHash } from '../model/share.js';
import { t } from '../text.js';
import { render } from '../vendor/lit-html/lit-html.js';
import { initialState } from './state/initial.js';
import { gameOf, previewOf, storedOf } from './state/selectors.js';
import { update } from './state/update.js';
import { view } from './view/app.js';
import { barView } from './view/bar.js';
import { pageAction } from './view/keys.js';
import { sourceOf, targetOf } from './view/places.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Action} Action */

const SAVE_DELAY_MS = 250;
/** Where the desk stands while no link to a position is in the address. */
const HOME = '#/analysis';

/** What was on the desk when another screen took its place. @type {State | null} */
let kept = null;

/** @type {import('../shell/types.js').Mount} */
export function mount(root, services, route) {
  const { api } = services;
  const address = location.href.split('#')[0] ?? '';
  const life = new AbortController();
  let state = kept ?? initialState(api.load('settings'), address, Date.now());
  let drawn = state;
  let frame = 0;
  let saving = 0;
  /** The position that the link in the address stands for. */
  let linked = state.position;
  let ticking = 0;
  let asking = new AbortController();

  /** The list of moves draws the rows that fit, so it has to know its height. */
  const sizes = new ResizeObserver(measureList);
  /** @type {Element | null} */
  let measured = null;
  const board = watchBoard({ root, dispatch, signal: life.signal });

  /** @param {Action} action */
  function dispatch(action) {
    const next = update(state, action);
    if (next === state || life.signal.aborted) return;
    const before = state;
    state = next;
    // A moved focus must be there before the next key comes; the rest can wait for the frame.
    if (next.focus !== before.focus) draw();
    else if (frame === 0) frame = requestAnimationFrame(draw);
    act(before, next);
  }

  function draw() {
    cancelAnimationFrame(frame);
    frame = 0;
    const before = drawn;
    drawn = state;
    // Closing gives the focus back to where it was; a dialog that just vanishes would lose it.
    if (!state.dialog) root.querySelector('dialog')?.close();
    const held = document.activeElement;
    const inList = measured?.contains(held) ?? false;
    const onRest = held?.matches('[data-rest]') ?? false;
    const inMoves = Boolean(held?.closest('#moves'));
    render(view(state, dispatch), root);
    render(barView(state, gameOf(state) !== null, dispatch), services.tools);
    openDialog();
    observeList();
    board.follow();
    if (previewOf(before) !== previewOf(state)) board.reveal('.square:has(.tile-ghost), .square.through');
    if (before.cursor !== state.cursor) board.reveal('[data-square][tabindex="0"]');
    if (before.browse.jumps !== state.browse.jumps) scrollList();
    if (before.focus.count !== state.focus.count) takeFocus(state.focus.on);
    // A row that had to move in the document while the list scrolled has lost the focus.
    else if (inList && !measured?.contains(document.activeElement)) takeFocus('move');
    // The button that asks for the rest goes once the list is whole: on with the moves.
    else if (onRest && !held?.isConnected) takeFocus('move');
    // So does a button that asked anew; what it asked for comes in its panel.
    else if (inMoves && !held?.isConnected) /** @type {HTMLElement | null} */ (root.querySelector('#moves'))?.focus();
    // On the board the focus goes where the cursor goes, whatever moved it.
    else if (before.cursor !== state.cursor && document.activeElement?.matches('[data-square]')) {
      takeFocus('square');
    }
  }

  function openDialog() {
    const dialog = /** @type {HTMLDialogElement | null} */ (root.querySelector('dialog'));
    if (dialog && !dialog.open) dialog.showModal();
  }

  function observeList() {
    const list = root.querySelector('[data-list]');
    if (list === measured) return;
    sizes.disconnect();
    if (list) sizes.observe(list);
    measured = list;
  }

  function measureList() {
    if (!measured || measured.clientHeight === state.browse.height) return;
    const { scrollTop, clientHeight } = measured;
    dispatch({ type: 'list-scrolled', top: scrollTop, height: clientHeight });
  }

  function scrollList() {
    const list = root.querySelector('[data-list]');
    if (list) list.scrollTop = state.browse.top;
  }

  /** @param {string} on */
  function takeFocus(on) {
    const { row, col } = state.cursor;
    const target = on === 'square' ? `[data-square="${row},${col}"]` : `[data-focus="${on}"]`;
    /** @type {HTMLElement | null} */ (root.querySelector(target))?.focus({ preventScroll: on === 'move' });
  }

  /**
   * @param {State} before
   * @param {State} now
   */
  function act(before, now) {
    if (before.solve.pending !== now.solve.pending) ask();
    if (before.catalogue.status !== now.catalogue.status) loadCatalogue(now);
    if (before.settings !== now.settings) api.save('settings', now.settings);
    if (before.said !== now.said) services.say(now.said.text);
    if (before.position !== now.position || before.settings !== now.settings) savePosition();
    if (before.share.link !== now.share.link && now.share.link !== '') {
      history.replaceState(null, '', now.share.link);
      linked = now.position;
    }
    if (before.clip.count !== now.clip.count) {
      const { text, what } = now.clip;
      void api.copy(text).then((done) => dispatch({ type: 'copied', what, done }));
    }
    const retryAtMs = now.solve.failed?.failure.retryAtMs ?? now.catalogue.failure?.retryAtMs ?? 0;
    if (retryAtMs > Date.now() && ticking === 0) ticking = setTimeout(tick);
  }

  /** Ask for what the state waits for; whatever was under way before is of no use any more. */
  function ask() {
    asking.abort();
    const { pending } = state.solve;
    if (!pending) return;
    asking = new AbortController();
    const { signal } = asking;
    const { id } = pending;
    api.fetchMoves(pending, signal).then(
      (answer) => dispatch({ type: 'answered', id, answer }),
      (error) => report(error, signal, (failure) => dispatch({ type: 'failed', id, failure })),
    );
  }

  /** @param {State} now */
  function loadCatalogue(now) {
    if (now.catalogue.status !== 'loading') return;
    services.offer().then(
      (offer) => {
        dispatch({ type: 'catalogue-loaded', offer, stored: storedPosition() });
        linked = state.position;
      },
      (error) => report(error, life.signal, (failure) => dispatch({ type: 'catalogue-failed', failure })),
    );
  }

  /**
   * @param {unknown} error
   * @param {AbortSignal} signal
   * @param {(failure: import('../types.js').Failure) => void} tell
   */
  function report(error, signal, tell) {
    if (error instanceof api.RequestError) tell(error.failure);
    else if (!signal.aborted) throw error;
  }

  /** The link's position goes before the one that was left here. */
  function storedPosition() {
    const stored = /** @type {Record<string, unknown> | null} */ (api.load('position'));
    return fromHash(location.hash) ?? (stored ? fromHash(String(stored['hash'])) : null);
  }

  /** Keep the position, a little later, since it changes with every key. */
  function savePosition() {
    clearTimeout(saving);
    saving = setTimeout(savePositionNow, SAVE_DELAY_MS);
  }

  function savePositionNow() {
    clearTimeout(saving);
    const game = gameOf(state);
    if (!game) return;
    api.save('position', { hash: toHash(storedOf(state, game)) });
    // After an edit the link in the address no longer tells what is shown.
    if (fromHash(location.hash) && state.position !== linked) history.replaceState(null, '', HOME);
  }

  /** Count down to the next try once a second, only while there is something to count. */
  function tick() {
    dispatch({ type: 'ticked', nowMs: Date.now() });
    const { solve, catalogue, nowMs } = state;
    const until = solve.failed?.failure.retryAtMs ?? catalogue.failure?.retryAtMs ?? 0;
    ticking = until > nowMs ? setTimeout(tick, Math.min(1000, until - nowMs + 1)) : 0;
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.defaultPrevented) return;
    const field = /** @type {HTMLElement} */ (event.target).closest('input, textarea, select');
    const inText = field !== null && !field.matches('[data-focus="rack"]');
    const action = pageAction(event, state, inText);
    if (!action) return;
    event.preventDefault();
    if (action.type === 'drag-ended') forget();
    dispatch(action);
  }

  /** @param {ClipboardEvent} event */
  function onPaste(event) {
    const text = event.clipboardData?.getData('text/plain').trim() ?? '';
    const inField = /** @type {Element} */ (event.target).closest('input, textarea') !== null;
    // A rack has no slash, so a text with one is a position wherever it is pasted.
    if (state.dialog || !text.includes('/') || (inField && !/^\S*\/\S*\/\S*\//u.test(text))) return;
    event.preventDefault();
    const linked = text.includes('#') ? fromHash(text.slice(text.indexOf('#'))) : null;
    if (linked) dispatch({ type: 'position-loaded', stored: linked, title: t('say.loaded.link') });
    else dispatch({ type: 'cgp-loaded', text });
  }

  /** @param {any} to  a route of this screen */
  function follow(to) {
    const stored = fromHash(to.cgp);
    if (!stored) return;
    dispatch({ type: 'position-loaded', stored, title: t('say.loaded.link') });
    linked = state.position;
  }

  const { signal } = life;
  const forget = followPointer({ root, sourceOf, targetOf, drag: () => state.drag, dispatch, signal });
  addEventListener('keydown', onKey, { signal });
  addEventListener('paste', onPaste, { signal });
  addEventListener('pagehide', savePositionNow, { signal });

  services.title(t('analysis.title'));
  draw();
  if (state.catalogue.status === 'loading') loadCatalogue(state);
  else if (route.cgp !== '') follow(route);
  return {
    update: follow,
    unmount() {
      life.abort();
      asking.abort();
      sizes.disconnect();
      cancelAnimationFrame(frame);
      clearTimeout(ticking);
      savePositionNow();
      kept = { ...state, dialog: null, drag: null, held: null, solve: { ...state.solve, pending: null } };
    },
  };
}
