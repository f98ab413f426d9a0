/** What stands below a list that goes on. */

import { t } from '../text.js';
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { failureView } from './failure.js';

/**
 * The way to more of a list, or why more did not come: what is there already stays.
 * @param {{next: string | null, more: boolean, failure: import('../types.js').Failure | null,
 *   nowMs: number}} list
 * @param {() => void} ask
 */
export function moreView({ next, more, failure, nowMs }, ask) {
  if (next === null) return nothing;
  return failure ? failureView(failure, nowMs, ask) : moreButton(more, ask);
}

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
