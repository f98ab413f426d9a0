/** Fetches the record of a match and makes its draws again, in this browser. */

import { Alphabet } from '../model/alphabet.js';
import { checkBag, RecordError } from '../model/bag.js';
import { digestsOf } from '../model/digests.js';
import { t } from '../text.js';
import { render } from '../vendor/lit-html/lit-html.js';
import { namesOf } from './texts.js';
import { bagView } from './view.js';

/** @typedef {import('./view.js').BagState} BagState */

const FORBIDDEN = 403;
const NOT_FOUND = 404;
const CONFLICT = 409;

/**
 * @type {import('../shell/types.js').Mount}
 */
export function mount(root, services, { id }) {
  const { api } = services;
  const record = api.exportAddress(id, 'json');
  const stopping = new AbortController();
  services.title(t('bag.title'));

  /** @param {BagState} state */
  function show(state) {
    if (stopping.signal.aborted) return;
    render(bagView(state, id, record, Date.now(), () => void check()), root);
    if (state.status === 'done') services.say(t(state.check.holds ? 'bag.holds' : 'bag.fails'));
  }

  async function check() {
    show({ status: 'loading' });
    try {
      const answer = await api.send('GET', record, { signal: stopping.signal });
      show({ status: 'checking' });
      const events = api.listIn(answer, 'events');
      const found = await checkBag(events, digestsOf(globalThis.crypto?.subtle));
      const alphabet = new Alphabet(events[0].data.options.alphabet);
      show({ status: 'done', check: found, alphabet, names: namesOf(events) });
    } catch (error) {
      if (stopping.signal.aborted) return;
      show(failed(error));
    }
  }

  /**
   * @param {unknown} error
   * @returns {BagState}
   */
  function failed(error) {
    if (error instanceof RecordError) return { status: 'unfit', code: error.code };
    if (!(error instanceof api.RequestError)) throw error;
    const { failure } = error;
    if ([FORBIDDEN, NOT_FOUND].includes(failure.status)) return { status: 'unfit', code: 'absent' };
    if (failure.status === CONFLICT) return { status: 'unfit', code: 'not-over' };
    return { status: 'failed', failure };
  }

  void check();
  return {
    unmount() {
      stopping.abort();
    },
  };
}
