/** The leaderboards: asks for the board that is chosen. */

import { Screen } from '../shell/effects/screen.js';
import { initialBoard, updateBoard } from './state.js';
import { boardView } from './view.js';

/** @typedef {import('./state.js').BoardState} BoardState */
/** @typedef {import('./state.js').BoardAction} BoardAction */

/** @type {import('../shell/types.js').Mount} */
export function mount(root, services) {
  const { api, session } = services;
  services.title(services.t('shell.place.leaderboard'));
  let asking = new AbortController();
  /** @type {Screen<BoardState, BoardAction>} */
  const screen = new Screen({
    root,
    services,
    state: initialBoard(session.current()?.id ?? null, Date.now()),
    update: updateBoard,
    view: boardView,
    act(before, now) {
      if (before.asked !== now.asked) ask(null);
      else if (!before.more && now.more) ask(now.next);
    },
  });
  const { dispatch } = screen;

  /** @param {string | null} cursor */
  function ask(cursor) {
    asking.abort();
    asking = new AbortController();
    const { by, lexicon, opponents, asked } = screen.state;
    const { signal } = asking;
    screen.wait(
      api.fetchLeaderboard({ by, lexicon, opponents, cursor, signal }),
      signal,
      ({ standings, next }) => dispatch({ type: 'loaded', asked, standings, next, more: cursor !== null }),
      (failure) => dispatch({ type: 'failed', asked, failure }),
    );
  }

  screen.until(() => asking.abort());
  screen.until(
    session.subscribe((player) => dispatch({ type: 'viewer-known', viewer: player?.id ?? null })),
  );
  screen.eachSecond(() => {
    if (screen.state.failure?.retryAtMs) dispatch({ type: 'ticked', nowMs: Date.now() });
  });
  screen.wait(
    services.offer(),
    screen.signal,
    ({ lexicons }) => {
      const names = [...new Set(lexicons.map((one) => one.name))];
      dispatch({ type: 'lexicons-known', lexicons: names });
    },
    // Without their names the boards of all lexicons together can still be seen.
    () => {},
  );
  ask(null);
  return { unmount: () => screen.stop() };
}
