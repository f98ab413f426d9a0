/** The match room: carries out what its state asks for: requests, the stream, focus, time, drags. */

import { watchBoard } from '../effects/board.js';
import { followPointer } from '../effects/dragging.js';
import { t } from '../text.js';
import { render } from '../vendor/lit-html/lit-html.js';
import { guestFinder } from './effects/guests.js';
import { forgetOld } from './effects/keeping.js';
import { sourceOf, targetOf } from './effects/places.js';
import { Requests } from './effects/requests.js';
import { Sounds } from './effects/sounds.js';
import { untilNextTick } from './model/ticking.js';
import { toSaved } from './model/rack.js';
import { initialRoom } from './state/initial.js';
import { offers, previewRequest } from './state/selectors.js';
import { update } from './state/update.js';
import { roomAction } from './view/keys.js';
import { pageTitle, roomView, toolsView } from './view/room.js';

/** @typedef {import('./types.js').RoomState} RoomState */
/** @typedef {import('./types.js').RoomDispatch} RoomDispatch */

const NONCE_BYTES = 16;
const OUTSIDE = '.board, .room-dock, dialog, .hints';

/** @type {import('../shell/types.js').Mount} */
export function mount(root, services, route) {
  const { api, stream, session, settings } = services;
  const id = String(route.id);
  const kept = /** @type {Record<string, unknown> | null} */ (api.load(`match.${id}`));
  const links = /** @type {Record<string, unknown> | null} */ (api.load('invitations'));
  const life = new AbortController();
  const sounds = new Sounds();
  let state = initialRoom(
    id,
    { tiles: kept?.['tiles'], muted: kept?.['muted'], sounds: settings.get().sounds, invitations: links?.[id] },
    Date.now(),
  );
  let drawn = state;
  let frame = 0;
  let ticking = 0;
  let unsubscribe = () => {};
  let player = session.current()?.id ?? null;

  /** @type {RoomDispatch} */
  function dispatch(action) {
    if (action.type === 'shuffle-wanted') {
      dispatch({ type: 'tiles-shuffled', chances: state.tiles.map(() => Math.random()) });
      return;
    }
    if (action.type === 'join-wanted') {
      void join(action.seat);
      return;
    }
    const next = update(state, action);
    if (next === state || life.signal.aborted) return;
    const before = state;
    state = next;
    // A moved focus must be there before the next key comes; the rest can wait for the frame.
    if (next.focus !== before.focus) draw();
    else if (frame === 0) frame = requestAnimationFrame(draw);
    act(before, next);
  }

  const board = watchBoard({ root, dispatch, signal: life.signal });
  const findGuests = guestFinder(services, dispatch, life.signal);
  const requests = new Requests(id, services, dispatch, () => state.status === 'ready');

  function draw() {
    cancelAnimationFrame(frame);
    frame = 0;
    const before = drawn;
    drawn = state;
    // Closing gives the focus back to where it was; a dialog that just vanishes would lose it.
    if (!state.dialog) root.querySelector('dialog')?.close();
    const held = document.activeElement;
    const onRack = held?.matches('.rack-tile') ?? false;
    render(roomView(state, dispatch), root);
    render(toolsView(state, dispatch), services.tools);
    const dialog = root.querySelector('dialog');
    if (dialog && !dialog.open) dialog.showModal();
    board.follow();
    const laid = state.tiles.some(({ square }) => square >= 0);
    if (before.shown !== state.shown || (before.view?.last !== state.view?.last && !laid)) board.reveal('.last');
    if (before.cursor !== state.cursor && state.picked) board.reveal('[data-square][tabindex="0"]');
    follow('[data-record]', before.events !== state.events);
    follow('[data-talk]', before.chat.messages !== state.chat.messages || before.tab !== state.tab);
    if (before.focus.count !== state.focus.count) takeFocus(state.focus.on);
    else if (before.cursor !== state.cursor && held?.matches('[data-square]')) takeFocus('square');
    // The tile that had the focus went to the board, or the buttons changed: on with what is there.
    else if (held && !held.isConnected && held !== document.body) takeFocus(onRack ? 'rack-0' : 'play');
  }

  /**
   * The latest of a list stays in sight.
   * @param {string} selector
   * @param {boolean} grown
   */
  function follow(selector, grown) {
    const list = grown ? root.querySelector(selector) : null;
    if (list) list.scrollTop = list.scrollHeight;
  }

  /**
   * What there was to do is gone when a match has ended; its result takes the focus then.
   * @param {string} on
   */
  function takeFocus(on) {
    const { row, col } = state.cursor;
    const target = on === 'square' ? `[data-square="${row},${col}"]` : `[data-focus="${on}"]`;
    const element = root.querySelector(target) ?? root.querySelector('[data-focus="result"]');
    /** @type {HTMLElement | null} */ (element)?.focus({ preventScroll: true });
  }

  /**
   * @param {RoomState} before
   * @param {RoomState} now
   */
  function act(before, now) {
    if (before.resyncs !== now.resyncs) load();
    if (now.sending && now.sending.retryAtMs === null && started(before, now)) requests.write(now.sending);
    const again = before.preview.failed && !now.preview.failed;
    if (again || previewRequest(before)?.key !== previewRequest(now)?.key) requests.preview(now);
    if (now.words.asked && before.words.asked !== now.words.asked) {
      requests.words(now.words.asked);
      know();
    }
    if (now.chat.sending !== null && before.chat.sending === null) requests.chat(now.chat);
    if (before.said !== now.said) services.say(now.said.text);
    if (before.sound !== now.sound && now.settings.sounds) sounds.play(now.sound.name);
    if (before.settings.sounds !== now.settings.sounds) settings.change({ sounds: now.settings.sounds });
    if (before.tiles !== now.tiles || before.settings !== now.settings) keep();
    if (before.view !== now.view && now.view) {
      services.title(pageTitle(now, now.view));
      findGuests(now.view);
    }
    if (before.clip.count !== now.clip.count) {
      void api.copy(now.clip.text).then((done) => dispatch({ type: 'copied', done }));
    }
    if (before.goTo !== now.goTo) services.navigate(now.goTo);
    if (now.status === 'gone' && before.status !== 'gone') stop();
    schedule();
  }

  /**
   * Whether a write begins, or is tried again.
   * @param {RoomState} before
   * @param {RoomState} now
   */
  function started({ sending: one }, { sending: other }) {
    return one?.id !== other?.id || one?.tries !== other?.tries;
  }

  /** Whether words can be proposed matters to whoever looks one up; without an answer it is no. */
  function know() {
    services.offer().then(
      (offer) => dispatch({ type: 'offer-came', offer }),
      () => {},
    );
  }

  function keep() {
    if (state.status !== 'ready') return;
    api.save(`match.${id}`, { tiles: toSaved(state.tiles), muted: state.settings.muted, keptMs: Date.now() });
  }

  function load() {
    requests.load((seq, chat) => {
      unsubscribe();
      unsubscribe = stream.subscribe(id, `${seq}.${chat}`, {
        onEvents: (events, view) =>
          dispatch({ type: 'frame-came', frame: { match: id, events, view }, nowMs: Date.now() }),
        onChat: (messages) => dispatch({ type: 'chat-came', messages }),
        onPresence: ({ connected, bot_waiting: botWaiting }) =>
          dispatch({ type: 'presence-came', connected, botWaiting }),
        onGone: () => dispatch({ type: 'match-gone' }),
        onGap: load,
      });
    });
  }

  function stop() {
    unsubscribe();
    unsubscribe = () => {};
  }

  /**
   * Taking a seat needs to know who sits down.
   * @param {number | null} seat
   */
  async function join(seat) {
    if (await session.ensure()) dispatch({ type: 'join-asked', seat, nonce: api.randomHex(NONCE_BYTES) });
  }

  /** Look at the clock when a shown second changes, and not more often. */
  function schedule() {
    const wait = untilNextTick(state, Date.now());
    clearTimeout(ticking);
    ticking = wait === null ? 0 : setTimeout(tick, wait);
  }

  /** Of a match that is over no news comes by itself: not that somebody is gone for good. */
  function seenAgain() {
    tick();
    if (offers(state, 'rematch')) dispatch({ type: 'match-asked' });
  }

  function tick() {
    const nowMs = Date.now();
    dispatch({ type: 'ticked', nowMs });
    const { sending } = state;
    if (sending && sending.retryAtMs !== null && sending.retryAtMs <= nowMs) {
      dispatch({ type: 'tried-again', id: sending.id });
    }
    schedule();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.defaultPrevented || document.querySelector('#over dialog[open]')) return;
    const inText = /** @type {Element} */ (event.target).closest('input, textarea, select') !== null;
    const action = roomAction(event, state, inText);
    if (!action) return;
    event.preventDefault();
    if (action.type === 'drag-ended') forgetPress();
    dispatch(action);
  }

  /** @param {Event} event */
  function onPress(event) {
    const element = /** @type {Element} */ (event.target);
    if (state.menu && !element.closest('.rarer')) dispatch({ type: 'menu-turned' });
    if (!element.closest(OUTSIDE) && (state.held || state.picked)) dispatch({ type: 'deselected' });
  }

  const { signal } = life;
  const cols = () => state.game?.layout.cols ?? 1;
  const forgetPress = followPointer({
    root,
    sourceOf: (element) => (state.exchanging ? null : sourceOf(element, cols())),
    targetOf: (element) => targetOf(element, cols()),
    drag: () => state.drag,
    dispatch,
    signal,
  });
  addEventListener('keydown', onKey, { signal });
  addEventListener('pointerdown', onPress, { signal });
  document.addEventListener('visibilitychange', () => document.hidden || seenAgain(), { signal });
  const quits = [
    stream.onConnection(({ status }) => dispatch({ type: 'connection-changed', connection: status })),
    settings.subscribe(({ sounds: on }) => {
      if (on !== state.settings.sounds) dispatch({ type: 'sounds-turned' });
    }),
    session.subscribe((now) => {
      // Another player sees another rack.
      if ((now?.id ?? null) === player) return;
      player = now?.id ?? null;
      dispatch({ type: 'player-changed' });
    }),
  ];

  forgetOld();
  services.title(t('room.title'));
  draw();
  void session.ready().then((who) => {
    player = who?.id ?? null;
    if (!life.signal.aborted) load();
  });

  return {
    unmount() {
      life.abort();
      cancelAnimationFrame(frame);
      clearTimeout(ticking);
      stop();
      requests.stop();
      sounds.close();
      for (const quit of quits) quit();
    },
  };
}
