/** The dialog after a match was created that waits for others: links to send. */

import { t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { dialogFrame } from '../../view/dialog.js';
import { icon } from '../../view/icons.js';

/** @typedef {import('../types.js').LobbyState} LobbyState */
/** @typedef {import('../types.js').LobbyDispatch} LobbyDispatch */

/**
 * @param {LobbyState} state
 * @param {LobbyDispatch} dispatch
 */
export function inviteDialog({ dialog, invited }, dispatch) {
  if (dialog !== 'invite' || !invited) return nothing;
  return dialogFrame({
    name: 'invite-dialog',
    title: t('invite.title'),
    close: () => dispatch({ type: 'dialog-closed' }),
    content: html`<div class="stack">
      <p>${t(invited.visibility === 'open' ? 'invite.body.open' : 'invite.body.private')}</p>
      ${invited.links.map(
        ({ link }, at) => html`<div class="link-row">
          <input
            class="field code"
            readonly
            aria-label=${t('invite.link', { n: at + 1 })}
            .value=${link}
            @focus=${(/** @type {Event} */ event) =>
              /** @type {HTMLInputElement} */ (event.target).select()}
          />
          <button
            class="button"
            type="button"
            aria-label=${t('invite.copy', { n: at + 1 })}
            @click=${() => dispatch({ type: 'copy-asked', text: link })}
          >${icon('copy')}<span>${t('invite.copy.short')}</span></button>
        </div>`,
      )}
      <p class="note" role="status">${invited.note}</p>
      <div class="actions">
        <a class="button primary" href=${`#/match/${invited.id}`}>${t('invite.go')}</a>
      </div>
    </div>`,
  });
}
