/** Where an invitation link leads: say who plays, and take the seat. */

import { Screen } from '../shell/effects/screen.js';
import { initialJoin, updateJoin } from './state.js';
import { joinView } from './view.js';

const NONCE_BYTES = 16;

/** @type {import('../shell/types.js').Mount} */
export function mount(root, services, route) {
  const { api, session } = services;
  services.title(services.t('join.title'));
  /** @type {Screen<import('./state.js').JoinState, import('./state.js').JoinAction>} */
  const screen = new Screen({
    root,
    services,
    state: initialJoin(session.current(), services.settings.get().name),
    update: updateJoin,
    view: joinView,
    act(before, now) {
      if (before.fault !== now.fault && now.fault !== '') services.say(now.fault);
      if (!before.busy && now.busy) void take(now);
    },
  });
  const { dispatch } = screen;

  screen.wait(
    api.fetchInvited(route.id, route.token, screen.signal),
    screen.signal,
    (match) => dispatch({ type: 'match-known', match }),
    // What is wrong with the link is said when the seat is asked for.
    () => {},
  );

  /** @param {import('./state.js').JoinState} state */
  async function take({ player, name }) {
    try {
      if (!player) await session.begin(name.trim());
      const invitation = route.token;
      await api.joinMatch(route.id, { invitation, nonce: api.randomHex(NONCE_BYTES) });
      services.navigate(`#/match/${route.id}`, { replace: true });
    } catch (error) {
      if (!(error instanceof api.RequestError)) throw error;
      dispatch({ type: 'refused', failure: error.failure });
    }
  }

  screen.until(session.subscribe((player) => dispatch({ type: 'player-known', player })));
  void session.ready().then((player) => dispatch({ type: 'player-known', player }));
  return { unmount: () => screen.stop() };
}
