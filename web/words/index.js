/** The dictionary explorer: asks for what the address says, and puts a new search there. */

import { readCatalogue } from '../model/catalogue.js';
import { Screen } from '../shell/effects/screen.js';
import { addressOf, lackOf, parametersOf, queryOf } from './query.js';
import { initialWords, updateWords } from './state.js';
import { wordsView } from './view.js';

/** @typedef {import('./state.js').WordsState} WordsState */
/** @typedef {import('./state.js').WordsAction} WordsAction */

/** @type {import('../shell/types.js').Mount} */
export function mount(root, services, { search }) {
  const { api, settings } = services;
  services.title(services.t('shell.place.words'));
  let asking = new AbortController();
  /** @type {Screen<WordsState, WordsAction>} */
  const screen = new Screen({
    root,
    services,
    state: initialWords(queryOf(search), Date.now()),
    update: updateWords,
    view: (state, dispatch) => wordsView(state, dispatch, { submit, follow, retry }),
    act(before, now) {
      if (before.said !== now.said) services.say(now.said.text);
      if (before.asked !== now.asked) ask(null);
      else if (now.status === 'idle' && before.status !== 'idle') asking.abort();
      else if (!before.more && now.more) ask(now.next);
    },
  });
  const { dispatch } = screen;

  /** @param {string | null} cursor */
  function ask(cursor) {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const { shown, asked } = screen.state;
    const parameters = parametersOf(shown, cursor);
    const failed = (/** @type {import('../types.js').Failure} */ failure) =>
      dispatch({ type: 'failed', asked, failure });
    if (shown.kind === 'is') {
      const judged = (/** @type {import('./state.js').Verdict} */ verdict) =>
        dispatch({ type: 'judged', asked, verdict });
      screen.wait(api.fetchHooks(parameters, signal), signal, judged, failed);
      return;
    }
    screen.wait(
      api.fetchWords(parameters, signal),
      signal,
      (found) => dispatch({ type: 'found', asked, ...found, more: cursor !== null }),
      failed,
    );
  }

  /** The form's search becomes the address; the same search once more is asked once more. */
  function submit() {
    const { form } = screen.state;
    if (lackOf(form)) {
      dispatch({ type: 'lacking' });
      return;
    }
    follow(form);
    showResults();
  }

  /** Below the form they may be out of sight; on a phone its keyboard lies over them, too. */
  function showResults() {
    const results = /** @type {HTMLElement | null} */ (root.querySelector('[data-results]'));
    if (matchMedia('(pointer: coarse)').matches) results?.focus({ preventScroll: true });
    results?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {import('./query.js').Query} query */
  function follow(query) {
    settings.change({ lexicon: query.lexicon });
    const address = addressOf(query);
    if (address === location.hash) dispatch({ type: 'addressed', query });
    else services.navigate(address);
  }

  function retry() {
    const known = screen.state.lexicons !== null;
    dispatch({ type: 'retried' });
    if (!known) know();
  }

  function know() {
    screen.wait(
      services.offer(),
      screen.signal,
      (offer) => {
        const { lexicons } = readCatalogue(offer);
        dispatch({ type: 'lexicons-known', lexicons, preferred: settings.get().lexicon });
      },
      (failure) => dispatch({ type: 'failed', asked: screen.state.asked, failure }),
    );
  }

  screen.until(() => asking.abort());
  screen.eachSecond(() => {
    if (screen.state.failure?.retryAtMs) dispatch({ type: 'ticked', nowMs: Date.now() });
  });
  know();
  return {
    unmount: () => screen.stop(),
    update: (route) => {
      if (route.name === 'words') dispatch({ type: 'addressed', query: queryOf(route.search) });
    },
  };
}
