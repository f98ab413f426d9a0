/** Reported messages: asks for them and takes off the list what has been dealt with. */

import { Screen } from '../shell/effects/screen.js';
import { initialReports, updateReports } from './state.js';
import { reportsView } from './view.js';

/** @typedef {import('./state.js').ReportsState} ReportsState */
/** @typedef {import('./state.js').ReportsAction} ReportsAction */

/** How many the server sends at once. */
const PAGE = 100;

/** @type {import('../shell/types.js').Mount} */
export function mount(root, services) {
  const { api, session } = services;
  services.title(services.t('shell.place.reports'));
  /** @type {Screen<ReportsState, ReportsAction>} */
  const screen = new Screen({
    root,
    services,
    state: initialReports(Date.now()),
    update: updateReports,
    view: reportsView,
    act(before, now) {
      if (before.said !== now.said) services.say(now.said.text);
      if (before.asked !== now.asked) ask();
      if (before.handling !== now.handling && now.handling !== null) handle(now.handling);
    },
  });
  const { dispatch, signal } = screen;

  function ask() {
    const { asked, reports: known } = screen.state;
    const before = known.at(-1)?.id ?? null;
    screen.wait(
      api.fetchReports(before, signal),
      signal,
      (reports) => dispatch({ type: 'loaded', asked, reports, whole: PAGE }),
      (failure) => dispatch({ type: 'failed', asked, failure }),
    );
  }

  /** @param {number} id */
  function handle(id) {
    screen.wait(
      api.handleReport(id),
      signal,
      () => dispatch({ type: 'handled', id }),
      (failure) => dispatch({ type: 'refused', failure }),
    );
  }

  screen.eachSecond(() => {
    if (screen.state.failure?.retryAtMs) dispatch({ type: 'ticked', nowMs: Date.now() });
  });
  // Heard twice of a session that comes after the screen: the first answer is dropped then.
  const begin = (/** @type {import('../api/types.js').Player | null} */ player) => {
    if (player) dispatch({ type: 'begun' });
    else dispatch({ type: 'failed', asked: screen.state.asked, failure: api.failure('no-session', 0, '') });
  };
  screen.until(session.subscribe(begin));
  void session.ready().then(begin);
  return { unmount: () => screen.stop() };
}
