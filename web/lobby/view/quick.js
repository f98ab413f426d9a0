/** Cards that begin a game: against a bot at once, with people by a dialog. */

import { formatVersioned, t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { focusFault } from '../../view/faulty.js';
import { choice, guestName, segments } from '../../view/fields.js';
import { QUICK_CLOCKS } from '../state/quick.js';

/** @typedef {import('../types.js').LobbyState} LobbyState */
/** @typedef {import('../types.js').LobbyDispatch} LobbyDispatch */

export const LEVELS = /** @type {const} */ (['novice', 'club', 'expert']);
const CLOCKS = /** @type {import('../types.js').QuickClock[]} */ (Object.keys(QUICK_CLOCKS));

/**
 * @param {LobbyState} state
 * @param {LobbyDispatch} dispatch
 */
export function quickCard(state, dispatch) {
  const { quick, task, offer } = state;
  const busy = task?.kind === 'create' && state.dialog === null;
  const ready = offer.status === 'ready' && quick.lexicon !== '';
  return html`<form
    class="card-box quick"
    aria-labelledby="quick-title"
    novalidate
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      dispatch({ type: 'quick-sent' });
      focusFault(event);
    }}
  >
    <h2 id="quick-title">${t('quick.title')}</h2>
    ${nameField(state, dispatch)}
    ${segments({
      name: 'quick-level',
      label: t('quick.level'),
      choices: LEVELS.map((level) => [level, t(`terms.level.${level}`)]),
      value: quick.level,
      choose: (level) => dispatch({ type: 'quick-changed', patch: { level } }),
    })}
    <p class="note quick-note">${t(`quick.level.${quick.level}`)}</p>
    ${segments({
      name: 'quick-clock',
      label: t('quick.clock'),
      choices: CLOCKS.map((clock) => [clock, t(`quick.clock.${clock}`)]),
      value: quick.clock,
      choose: (clock) => dispatch({ type: 'quick-changed', patch: { clock } }),
    })}
    ${lexiconField(state, 'quick-lexicon', quick.lexicon, (lexicon) =>
      dispatch({ type: 'quick-changed', patch: { lexicon } }),
    )}
    ${faultView(state, 'quick')}
    <button class="button primary large" type="submit" aria-disabled=${busy || !ready ? 'true' : 'false'}>
      ${t(busy ? 'account.busy' : 'quick.play')}
    </button>
  </form>`;
}

/**
 * @param {LobbyState} state
 * @param {LobbyDispatch} dispatch
 */
function nameField({ player, known, quick, fault }, dispatch) {
  // Until it is known who plays the field has its place, so that nothing jumps.
  if (player || !known) return nothing;
  return guestName({
    value: quick.name,
    note: 'quick-fault',
    faulty: fault?.where === 'quick',
    change: (name) => dispatch({ type: 'quick-changed', patch: { name } }),
  });
}

/**
 * @param {LobbyState} state
 * @param {string} name
 * @param {string} value
 * @param {(ref: string) => void} choose
 */
export function lexiconField({ offer }, name, value, choose) {
  if (offer.status === 'failed') return html`<p class="note bad">${t('lobby.offer.failed')}</p>`;
  if (offer.status === 'ready' && offer.lexicons.length === 0) {
    return html`<p class="note bad">${t('setup.none')}</p>`;
  }
  return choice({
    name,
    label: t('setup.lexicon'),
    choices: offer.lexicons.map((one) => [
      one.ref,
      t('lobby.lexicon.option', { name: formatVersioned(one), words: t('setup.words', { n: one.words }) }),
    ]),
    value,
    choose,
  });
}

/**
 * @param {LobbyState} state
 * @param {'quick' | 'new' | 'lists'} where
 */
export function faultView({ fault }, where) {
  return fault?.where === where
    ? html`<p class="note bad" id=${`${where}-fault`} role="alert">${fault.text}</p>`
    : nothing;
}

/**
 * @param {LobbyState} state
 * @param {LobbyDispatch} dispatch
 */
export function peopleCard(state, dispatch) {
  const ready = state.offer.status === 'ready';
  return html`<section class="card-box people" aria-labelledby="people-title">
    <h2 id="people-title">${t('people.title')}</h2>
    <p class="note">${t('people.body')}</p>
    <button
      class="button large"
      type="button"
      aria-haspopup="dialog"
      aria-disabled=${ready ? 'false' : 'true'}
      @click=${() => ready && dispatch({ type: 'dialog-opened', dialog: 'new' })}
    >${t('people.new')}</button>
  </section>`;
}
