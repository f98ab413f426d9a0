/** Chat messages that players pointed out, for administrators. */

import { formatDay, t } from '../text.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { failureView } from '../view/failure.js';
import { moreButton } from '../view/more.js';

/** @typedef {import('./state.js').ReportsState} ReportsState */
/** @typedef {(action: import('./state.js').ReportsAction) => void} ReportsDispatch */

const SKELETONS = [0, 1, 2];

/**
 * @param {ReportsState} state
 * @param {ReportsDispatch} dispatch
 */
export function reportsView(state, dispatch) {
  const { load, reports, more, fault } = state;
  return html`<main class="sheet narrow" id="main" tabindex="-1">
    <h1 tabindex="-1">${t('shell.place.reports')}</h1>
    <div class="card-box">
      ${fault === '' ? nothing : html`<p class="note bad" role="alert">${fault}</p>`}
      ${load === 'failed' ? failedView(state, dispatch) : nothing}
      ${load === 'loading' && reports.length === 0
        ? SKELETONS.map(() => html`<span class="skeleton"></span>`)
        : nothing}
      ${load === 'ready' && reports.length === 0
        ? html`<p class="empty">${t('reports.none')}</p>`
        : nothing}
      <ul class="rows">
        ${repeat(
          reports,
          (one) => one.id,
          (one) => rowView(state, one, dispatch),
        )}
      </ul>
      ${more ? moreButton(load === 'loading', () => dispatch({ type: 'asked' })) : nothing}
    </div>
  </main>`;
}

/**
 * @param {ReportsState} state
 * @param {ReportsDispatch} dispatch
 */
function failedView({ failure, nowMs }, dispatch) {
  if (!failure) return nothing;
  // Neither a person without a session nor one without the role is helped by another try.
  if (failure.type === 'no-session' || failure.type === 'not-yours') {
    return html`<p class="empty">${t('reports.not-yours')}</p>`;
  }
  return failureView(failure, nowMs, () => dispatch({ type: 'asked' }));
}

/**
 * @param {ReportsState} state
 * @param {import('./state.js').Report} one
 * @param {ReportsDispatch} dispatch
 */
function rowView({ handling }, one, dispatch) {
  const { message, reporter, match } = one;
  return html`<li class="proposal">
    <p class="proposal-head">
      <a href=${`#/player/${message.player}`}>${message.name}</a>
      <span class="note">${formatDay(message.at_ms)}</span>
    </p>
    <p class="quoted">${message.text}</p>
    <p class="note">
      ${t('reports.by', { name: reporter.name, reason: one.reason })}
    </p>
    <div class="decide">
      <a href=${`#/match/${match.id}`}>${match.title ?? t('proposals.match')}</a>
      <button
        class="button small"
        type="button"
        aria-label=${t('reports.handle.long', { name: message.name })}
        aria-disabled=${handling === one.id ? 'true' : 'false'}
        @click=${() => dispatch({ type: 'handled-asked', id: one.id })}
      >${t('reports.handle')}</button>
    </div>
  </li>`;
}
