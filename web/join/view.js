/** The screen of an invitation. */

import { formatList, t } from '../text.js';
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { focusFault } from '../view/faulty.js';
import { guestName } from '../view/fields.js';

/**
 * @param {import('./state.js').JoinState} state
 * @param {(action: import('./state.js').JoinAction) => void} dispatch
 */
export function joinView({ player, known, name, busy, fault, match }, dispatch) {
  return html`<main class="sheet narrow" id="main" tabindex="-1">
    <form
      class="card-box stack join"
      novalidate
      @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        dispatch({ type: 'sent' });
        focusFault(event);
      }}
    >
      <h1 tabindex="-1">${t('join.title')}</h1>
      ${match ? matchView(match) : nothing}
      <p>${t('join.body')}</p>
      ${player ? html`<p class="note">${t('join.as', { name: player.name })}</p>` : nothing}
      ${known && !player
        ? guestName({
            value: name,
            note: 'join-note',
            faulty: fault !== '',
            change: (typed) => dispatch({ type: 'name-typed', name: typed }),
          })
        : nothing}
      <p class="note bad" id="join-note" role="alert">${fault}</p>
      <button
        class="button primary large"
        type="submit"
        aria-disabled=${busy || !known ? 'true' : 'false'}
      >${t(busy ? 'account.busy' : 'join.send')}</button>
    </form>
  </main>`;
}

/** @param {import('./state.js').Invited} match */
function matchView({ title, people, terms }) {
  return html`<div class="join-match">
    ${title ? html`<p class="join-title">${title}</p>` : nothing}
    <p>${people.length > 0 ? t('join.people', { names: formatList(people) }) : t('join.people.none')}</p>
    <p class="note">${terms.join(t('terms.between'))}</p>
  </div>`;
}
