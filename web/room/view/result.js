/** How the match ended: who won and why, what was counted, the way there, what can be done next. */

import { formatList, formatNumber, t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { outcome } from '../state/announce.js';
import { mayRematch, offers, recordRows } from '../state/selectors.js';
import { chartView } from './chart.js';
import { linksOf } from './links.js';
import { signed } from './record.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').RoomDispatch} RoomDispatch */
/** @typedef {import('../types.js').MatchView} MatchView */
/** @typedef {import('../types.js').MatchResult} MatchResult */

/**
 * @param {RoomState} state
 * @param {MatchView} view
 * @param {MatchResult} result
 */
export function resultView(state, view, result) {
  const played = recordRows(state).some((row) => row.turn > 0);
  return html`<section class="panel result" aria-labelledby="result-title">
    <h2 class="result-title" id="result-title" tabindex="-1" data-focus="result">${outcome(view)}</h2>
    <p class="note">${t(`room.end.${result.reason}`)}</p>
    <ul class="final">
      ${view.seats.map((seat) => finalView(view, result, seat))}
    </ul>
    ${played ? chartView(recordRows(state), view) : nothing}
    <div class="actions result-actions">
      ${linksOf(state).map(
        ({ href, text, file }) => html`<a class="button small" href=${href} download=${file ?? nothing}>${text}</a>`,
      )}
    </div>
  </section>`;
}

/**
 * @param {MatchView} view
 * @param {MatchResult} result
 * @param {import('../types.js').SeatView} seat
 */
function finalView(view, result, seat) {
  const rack = result.racks[seat.seat] ?? '';
  const counted = result.adjustments.filter((one) => one.seat === seat.seat);
  const winner = result.winners.includes(seat.seat);
  return html`<li class=${winner ? 'final-seat winner' : 'final-seat'}>
    <bdi class="final-name">${seat.name}</bdi>
    <span class="final-notes">
      ${counted.map(
        ({ cause, points }) => html`<span>${t(`room.record.adjusted.${cause}`)} ${signed(points)}</span>`,
      )}
      ${rack === '' ? nothing : html`<bdi>${t('room.result.rack', { tiles: rack })}</bdi>`}
    </span>
    <strong class="final-score">${formatNumber(view.result?.scores[seat.seat] ?? seat.score)}</strong>
  </li>`;
}

/**
 * @param {RoomState} state
 * @param {MatchView} view
 * @param {RoomDispatch} dispatch
 */
export function rematchView(state, view, dispatch) {
  const seated = view.you.seat !== null;
  if (view.rematch && !seated) {
    return html`<a class="button primary commit" data-focus="rematch" href=${`#/match/${view.rematch}`}>
      ${t('room.result.rematch.open')}
    </a>`;
  }
  if (!view.rematch && !offers(state, 'rematch')) return goneView(view);
  const enabled = mayRematch(state);
  return html`<button
    class="button primary commit"
    type="button"
    data-focus="rematch"
    aria-disabled=${enabled ? 'false' : 'true'}
    @click=${() => enabled && dispatch({ type: 'rematch-asked' })}
  >${t(view.rematch ? 'room.result.rematch.open' : 'room.result.rematch')}</button>`;
}

/**
 * Why a player is offered none: somebody is gone for good.
 * @param {MatchView} view
 */
function goneView({ seats, gone, you }) {
  const names = seats.filter(({ seat }) => gone?.[seat]).map(({ name }) => name ?? '');
  if (names.length === 0 || you.seat === null) return nothing;
  return html`<p class="dock-gone">${t('room.result.gone', { names: formatList(names) })}</p>`;
}
