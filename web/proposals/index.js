/** Word proposals: asks for the list, sends proposals and decisions. */

import { Screen } from '../shell/effects/screen.js';
import { initialProposals, updateProposals } from './state.js';
import { proposalsView } from './view.js';

/** @typedef {import('./state.js').ProposalsState} ProposalsState */
/** @typedef {import('./state.js').ProposalsAction} ProposalsAction */

/** @type {import('../shell/types.js').Mount} */
export function mount(root, services) {
  const { api, session } = services;
  services.title(services.t('shell.place.proposals'));
  let asking = new AbortController();
  /** @type {Screen<ProposalsState, ProposalsAction>} */
  const screen = new Screen({
    root,
    services,
    state: initialProposals(session.current(), services.settings.get().lexicon, Date.now()),
    update: updateProposals,
    view: proposalsView,
    act(before, now) {
      if (before.said !== now.said) services.say(now.said.text);
      if (before.asked !== now.asked) ask(null);
      else if (!before.more && now.more) ask(now.next);
      if (before.task !== now.task && now.task) void work(now.task);
    },
  });
  const { dispatch } = screen;

  /** @param {string | null} cursor */
  function ask(cursor) {
    asking.abort();
    asking = new AbortController();
    const { status, mine, asked, player } = screen.state;
    const { signal } = asking;
    if (!player) {
      dispatch({ type: 'loaded', asked, proposals: [], next: null, more: false });
      return;
    }
    screen.wait(
      api.fetchProposals({ lexicon: '', status, mine, cursor, signal }),
      signal,
      ({ proposals, next }) => dispatch({ type: 'loaded', asked, proposals, next, more: cursor !== null }),
      (failure) => dispatch({ type: 'failed', asked, failure }),
    );
  }

  /** @param {import('./state.js').Task} task */
  async function work({ id, form, decision }) {
    try {
      if (!(await session.ensure())) {
        dispatch({ type: 'dropped', id });
        return;
      }
      if (form) dispatch({ type: 'done', id, proposal: await api.propose(form) });
      if (decision) {
        const { proposal, accept, note } = decision;
        dispatch({ type: 'done', id, proposal: await api.decideProposal(proposal, accept, note) });
      }
    } catch (error) {
      if (!(error instanceof api.RequestError)) throw error;
      dispatch({ type: 'refused', id, failure: error.failure });
    }
  }

  screen.until(() => asking.abort());
  screen.until(session.subscribe((player) => dispatch({ type: 'player-known', player })));
  screen.eachSecond(() => {
    if (screen.state.failure?.retryAtMs) dispatch({ type: 'ticked', nowMs: Date.now() });
  });
  screen.wait(
    services.offer(),
    screen.signal,
    ({ lexicons }) => {
      const open = lexicons.filter((one) => one.proposals).map((one) => one.name);
      dispatch({ type: 'lexicons-known', lexicons: [...new Set(open)] });
    },
    (failure) => dispatch({ type: 'failed', asked: screen.state.asked, failure }),
  );
  void session.ready().then((player) => {
    if (player?.id === screen.state.player?.id) ask(null);
    else dispatch({ type: 'player-known', player });
  });
  return { unmount: () => screen.stop() };
}
