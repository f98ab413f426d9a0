/** The start page: carries out what its state asks for, and keeps its lists fresh. */

import { Screen } from '../shell/effects/screen.js';
import { initialLobby } from './state/initial.js';
import { ongoing, runsDown, turnsOwed } from './state/selectors.js';
import { updateLobby } from './state/update.js';
import { lobbyView } from './view/page.js';

/** @typedef {import('./types.js').LobbyState} LobbyState */
/** @typedef {import('./types.js').LobbyAction} LobbyAction */
/** @typedef {import('./types.js').ListName} ListName */
/** @typedef {import('./types.js').Task} Task */

/** Seconds between two draws of times that are shown in minutes or more. */
const SELDOM = 20;
const NONCE_BYTES = 16;
const KEY_BYTES = 16;
/** One's own games that are followed live; more are only fetched now and then. */
const MOST_WATCHED = 12;

/** @type {import('../shell/types.js').Mount} */
export function mount(root, services) {
  const { api, session, settings, stream } = services;
  /** @type {Screen<LobbyState, LobbyAction>} */
  const screen = new Screen({
    root,
    services,
    state: initialLobby({
      player: session.current(),
      settings: settings.get(),
      invitations: api.load('invitations'),
      address: location.href.split('#')[0] ?? '',
      nowMs: Date.now(),
    }),
    update: updateLobby,
    view: lobbyView,
    act,
    hasDialog: (state) => state.dialog !== null,
  });
  const { dispatch } = screen;
  /** What is on its way for each list, so that a late answer does not replace a later one. */
  /** @type {Map<ListName, AbortController>} */
  const asking = new Map();
  /** @type {Map<string, () => void>} */
  const watched = new Map();
  /** The game being created: its key and nonce are the same for each try. */
  let attempt = { of: '', key: '', nonce: '' };

  /**
   * @param {LobbyState} before
   * @param {LobbyState} now
   */
  function act(before, now) {
    if (before.said !== now.said) services.say(now.said.text);
    if (before.leave !== now.leave) services.navigate(now.leave.hash);
    if (before.invitations !== now.invitations) api.save('invitations', now.invitations);
    if (before.clip !== now.clip) {
      void api.copy(now.clip.text).then((done) => dispatch({ type: 'copied', done }));
    }
    if (before.task !== now.task && now.task) void work(now.task);
    if (before.tab !== now.tab && now.lists[now.tab].status === 'loading') ask(now.tab);
    if (before.offer.status !== now.offer.status && now.offer.status === 'loading') loadOffer();
    for (const name of /** @type {ListName[]} */ (Object.keys(now.lists))) {
      if (!before.lists[name].more && now.lists[name].more) ask(name, now.lists[name].next);
      if (before.lists[name].status === 'failed' && now.lists[name].status === 'loading') ask(name);
    }
    if (before.player?.id !== now.player?.id) refresh();
    if (before.lists.mine !== now.lists.mine) {
      watch();
      const owed = turnsOwed(now);
      services.title(owed > 0 ? services.t('lobby.title.owed', { n: owed }) : '');
    }
  }

  /**
   * @param {ListName} list
   * @param {string | null} [cursor]
   */
  function ask(list, cursor = null) {
    if (list === 'mine' && !screen.state.player) return;
    asking.get(list)?.abort();
    const mine = new AbortController();
    asking.set(list, mine);
    screen.wait(
      api.fetchMatches(list, { cursor, signal: mine.signal }),
      mine.signal,
      ({ matches, next }) => dispatch({ type: 'list-loaded', list, matches, next, more: cursor !== null }),
      (failure) => dispatch({ type: 'list-failed', list, failure }),
    );
  }

  function refresh() {
    ask('mine');
    ask('open');
    if (screen.state.tab !== 'open') ask(screen.state.tab);
  }

  /** Follow one's own games, so that whose turn it is is always true. */
  function watch() {
    const going = ongoing(screen.state).slice(0, MOST_WATCHED);
    const ids = new Set(going.map((match) => match.id));
    for (const [id, stop] of watched) {
      if (!ids.has(id)) {
        stop();
        watched.delete(id);
      }
    }
    for (const id of ids) {
      if (watched.has(id)) continue;
      const again = () => ask('mine');
      watched.set(id, stream.subscribe(id, null, { onEvents: again, onGap: again, onGone: again }));
    }
  }

  function loadOffer() {
    screen.wait(
      services.offer(),
      screen.signal,
      (offer) => dispatch({ type: 'offer-loaded', offer }),
      (failure) => dispatch({ type: 'offer-failed', failure }),
    );
  }

  /** @param {Extract<Task, {kind: 'create'}>} task */
  function attemptOf(task) {
    const of = `${task.attempt} ${JSON.stringify(task.body)}`;
    if (attempt.of !== of) {
      attempt = { of, key: api.randomHex(KEY_BYTES), nonce: api.randomHex(NONCE_BYTES) };
    }
    return attempt;
  }

  /** @param {Task} task */
  async function work(task) {
    const { id } = task;
    try {
      if (!(await whoPlays(task))) {
        dispatch({ type: 'task-dropped', id });
        return;
      }
      switch (task.kind) {
        case 'create': {
          const { key, nonce } = attemptOf(task);
          const body = { ...task.body, nonce };
          const match = await api.createMatch(body, key);
          const level = body.seats.flatMap((seat) => (seat.kind === 'bot' ? seat.level : []))[0];
          settings.change({
            lexicon: body.lexicon,
            clock: screen.state.quick.clock,
            ...(level ? { level } : {}),
          });
          dispatch({ type: 'created', id, match: match.id, invitations: match.invitations });
          break;
        }
        case 'join':
          await api.joinMatch(task.match, { nonce: api.randomHex(NONCE_BYTES) });
          dispatch({ type: 'joined', id, match: task.match });
          break;
        case 'leave':
          await api.leaveMatch(task.match);
          dispatch({ type: 'left', id });
          break;
        case 'cancel':
          await api.cancelMatch(task.match);
          dispatch({ type: 'left', id });
      }
    } catch (error) {
      if (!(error instanceof api.RequestError)) throw error;
      dispatch({ type: 'task-failed', id, failure: error.failure });
    }
    if (task.kind !== 'create') refresh();
  }

  /**
   * A name given in the form is taken; otherwise it is asked for.
   * @param {Task} task
   */
  async function whoPlays(task) {
    const player = await session.ready();
    if (player) return player;
    return task.kind === 'create' && task.guest !== ''
      ? session.begin(task.guest)
      : session.ensure();
  }

  screen.until(session.subscribe((player) => dispatch({ type: 'player-changed', player })));
  screen.until(stream.lobby(refresh));
  let ticks = 0;
  screen.eachSecond(() => {
    ticks += 1;
    const nowMs = Date.now() + stream.clockOffsetMs();
    if (ticks % SELDOM === 0 || runsDown(screen.state)) dispatch({ type: 'ticked', nowMs });
  });

  loadOffer();
  void session.ready().then((player) => {
    dispatch({ type: 'player-changed', player });
    refresh();
  });
  return {
    unmount() {
      screen.stop();
      for (const stop of watched.values()) stop();
      for (const one of asking.values()) one.abort();
    },
  };
}
