/** What went wrong, and what to do about it. */

import { t } from '../text.js';
import { formatList } from '../text.js';
import { html, nothing } from '../vendor/lit-html/lit-html.js';

/** @typedef {import('../types.js').Failure} Failure */

const TOLD = /** @type {const} */ ([
  'network',
  'unreadable',
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
  const type = TOLD.find((one) => one === failure.type) ?? 'other';
  const wait = Math.max(0, Math.ceil(((failure.retryAtMs ?? 0) - nowMs) / 1000));
  return html`<div class="message service-error" role="alert">
    <p class="message-title">${t(`failure.${type}.title`)}</p>
    <p>${t(`failure.${type}`)}</p>
    ${type === 'other' ? html`<p>${failure.detail}</p>` : nothing}
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
  const details = failure.errors.length > 0 ? failure.errors.map((one) => one.detail) : [failure.detail];
  return html`<div class="message validation-error" role="alert">
    <p class="message-title">${t('invalid.title')}</p>
    ${details.map((detail) => html`<p>${detail}</p>`)}
    ${failure.available.length > 0
      ? html`<p>${t('invalid.available', { names: formatList(failure.available) })}</p>`
      : nothing}
  </div>`;
}
