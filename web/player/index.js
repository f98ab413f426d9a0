/** A player's page: asks for what its state waits for. */

import { Screen } from '../shell/effects/screen.js';
import { initialPlayer, updatePlayer } from './state.js';
import { playerView } from './view.js';

/** @typedef {import('./types.js').PlayerState} PlayerState */
/** @typedef {import('./types.js').PlayerAction} PlayerAction */

/** @type {import('../shell/types.js').Mount} */
export function mount(root, services, route) {
  const { api, session } = services;
  services.title(services.t('player.title'));
  /** @type {Screen<PlayerState, PlayerAction>} */
  const screen = new Screen({
    root,
    services,
    state: initialPlayer(route.id, session.current()?.id ?? null, Date.now()),
    update: updatePlayer,
    view: playerView,
    act(before, now) {
      if (before.page !== now.page && now.page) services.title(now.page.player.name);
      if (before.status === 'failed' && now.status === 'loading') load();
      if (!before.more && now.more) loadMore(now.next);
    },
  });
  const { dispatch, signal } = screen;
  const failed = (/** @type {import('../types.js').Failure} */ failure) =>
    dispatch({ type: 'failed', failure });

  function load() {
    screen.wait(
      api.fetchPlayerPage(route.id, signal),
      signal,
      (page) => dispatch({ type: 'page-loaded', page }),
      failed,
    );
    loadMore(null);
  }

  /** @param {string | null} cursor */
  function loadMore(cursor) {
    screen.wait(
      api.fetchHistory(route.id, { cursor, signal }),
      signal,
      ({ matches, next }) => dispatch({ type: 'games-loaded', matches, next }),
      failed,
    );
  }

  screen.until(
    session.subscribe((player) => dispatch({ type: 'viewer-known', viewer: player?.id ?? null })),
  );
  // A failure that may be tried again later counts down.
  screen.eachSecond(() => {
    if (screen.state.failure?.retryAtMs) dispatch({ type: 'ticked', nowMs: Date.now() });
  });
  load();
  return { unmount: () => screen.stop() };
}
