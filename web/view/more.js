/** What stands below a list that goes on. */

import { t } from '../text.js';
import { html } from '../vendor/lit-html/lit-html.js';

/**
 * @param {boolean} busy  whether more is on its way
 * @param {() => void} ask
 */
export function moreButton(busy, ask) {
  return html`<button
    class="button quiet"
    type="button"
    aria-disabled=${busy ? 'true' : 'false'}
    @click=${() => !busy && ask()}
  >${t(busy ? 'account.busy' : 'list.more')}</button>`;
}
