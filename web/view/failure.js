/** What went wrong, and what to do about it. */

import { NAMELESS, problemText } from '../problem-text.js';
import { formatList, t } from '../text.js';
import { html, nothing } from '../vendor/lit-html/lit-html.js';

/** @typedef {import('../types.js').Failure} Failure */

const CLIENT_ERRORS = 400;
const SERVER_ERRORS = 500;

/** Problems with a title of their own. */
const TITLED = /** @type {const} */ ([
  'network',
  'unreadable',
  'store-unavailable',
  'worker-unavailable',
  'worker-overloaded',
  'worker-timeout',
  'worker-invalid-response',
  'too-many-requests',
]);

/**
 * A fault of the service; the position is not to blame.
 * @param {Failure} failure
 * @param {number} nowMs
 * @param {() => void} retry
 */
export function failureView(failure, nowMs, retry) {
  const { status } = failure;
  const refused = status >= CLIENT_ERRORS && status < SERVER_ERRORS;
  const title = TITLED.find((one) => one === failure.type) ?? (refused ? 'refused' : 'other');
  // The seconds stand on the button, where they run down.
  const text = title === 'too-many-requests' ? t('failure.too-many-requests') : problemText(failure);
  const wait = Math.max(0, Math.ceil(((failure.retryAtMs ?? 0) - nowMs) / 1000));
  return html`<div class="message service-error" role="alert">
    <p class="message-title">${t(`failure.${title}.title`)}</p>
    <p>${text}</p>
    ${text === failure.detail ? html`<p>${t('problem.other')}</p>` : nothing}
    ${failure.type === NAMELESS ? html`<p class="fine">${failure.detail}</p>` : nothing}
    <button
      class="button primary"
      type="button"
      aria-disabled=${wait > 0 ? 'true' : 'false'}
      @click=${() => wait === 0 && retry()}
    >${wait > 0 ? t('failure.retry.in', { n: wait }) : t('failure.retry')}</button>
    ${failure.requestId === ''
      ? nothing
      : html`<p class="fine">${t('failure.request', { id: failure.requestId })}</p>`}
  </div>`;
}

/**
 * A fault of the position; the marked field or squares say where.
 * @param {Failure} failure
 */
export function invalidView(failure) {
  return html`<div class="message validation-error" role="alert">
    <p class="message-title">${t('invalid.title')}</p>
    <p>${problemText(failure)}</p>
    ${failure.available.length > 0
      ? html`<p>${t('invalid.available', { names: formatList(failure.available) })}</p>`
      : nothing}
  </div>`;
}
