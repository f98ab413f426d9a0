/** Before the match begins: who is there, which seats are free, and how to bring someone in. */

import { t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { icon } from '../../view/icons.js';
import { may, mySeat, offers } from '../state/selectors.js';
import { rulesOf } from './rules.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').RoomDispatch} RoomDispatch */
/** @typedef {import('../types.js').MatchView} MatchView */

/**
 * @param {RoomState} state
 * @param {MatchView} view
 * @param {RoomDispatch} dispatch
 */
export function waitingView(state, view, dispatch) {
  const seated = mySeat(state) !== null;
  return html`<section class="panel waiting-room" aria-labelledby="waiting-title">
    <header class="panel-head"><h2 id="waiting-title">${t('room.wait.title')}</h2></header>
    <p>${t(seated ? 'room.wait.body' : 'room.wait.body.guest')}</p>
    <ul class="free-seats">
      ${view.seats.map((seat) => seatView(state, view, seat, dispatch))}
    </ul>
    <ul class="rules">
      ${rulesOf(state.options ?? {}).map((rule) => html`<li>${rule}</li>`)}
    </ul>
    <div class="actions">
      ${['cancel', 'leave'].map((name) => leaving(state, /** @type {'cancel' | 'leave'} */ (name), dispatch))}
    </div>
  </section>`;
}

/**
 * @param {RoomState} state
 * @param {'cancel' | 'leave'} name
 * @param {RoomDispatch} dispatch
 */
function leaving(state, name, dispatch) {
  if (!offers(state, name)) return nothing;
  return html`<button
    class="button quiet"
    type="button"
    aria-disabled=${may(state, name) ? 'false' : 'true'}
    @click=${() => dispatch({ type: 'confirm-opened', dialog: name })}
  >${t(`room.wait.${name}`)}</button>`;
}

/**
 * @param {RoomState} state
 * @param {MatchView} view
 * @param {import('../types.js').SeatView} seat
 * @param {RoomDispatch} dispatch
 */
function seatView(state, view, seat, dispatch) {
  const link = linkOf(state, view, seat.seat);
  const busy = state.sending !== null;
  const kept = view.reserved?.[seat.seat] ?? null;
  const open = !seat.taken && mySeat(state) === null && (kept === null || kept === view.you.player);
  return html`<li class=${seat.taken ? 'free-seat taken' : 'free-seat'}>
    <span class="free-seat-name">
      ${icon(seat.taken ? 'check' : 'person')}
      <bdi>${seat.taken ? seat.name : t('room.wait.seat', { n: seat.seat + 1 })}</bdi>
    </span>
    ${kept !== null && !seat.taken ? html`<span class="tag">${t('room.wait.kept')}</span>` : nothing}
    ${!open
      ? nothing
      : html`<button
          class="button primary"
          type="button"
          aria-disabled=${busy ? 'true' : 'false'}
          @click=${() => !busy && dispatch({ type: 'join-wanted', seat: seat.seat })}
        >${t('room.wait.join')}</button>`}
    ${!seat.taken && link !== undefined ? linkView(state, seat.seat, link, dispatch) : nothing}
  </li>`;
}

/**
 * The links were given out for the seats of other people, in their order.
 * @param {RoomState} state
 * @param {MatchView} view
 * @param {number} seat
 */
function linkOf(state, view, seat) {
  const others = view.seats.filter((one) => one.kind === 'person' && one.seat !== mySeat(state));
  return state.invitations[others.findIndex((one) => one.seat === seat)];
}

/**
 * @param {RoomState} state
 * @param {number} seat
 * @param {string} link
 * @param {RoomDispatch} dispatch
 */
function linkView(state, seat, link, dispatch) {
  const copied = state.clip.text === link && state.clip.done;
  return html`<p class="note">${t('room.wait.links')}</p>
    <div class="invitation">
      <input
        class="field code"
        readonly
        aria-label=${t('room.wait.link', { n: seat + 1 })}
        .value=${link}
        @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}
      />
      <button class="button" type="button" @click=${() => dispatch({ type: 'link-copied', link })}>
        ${icon(copied ? 'check' : 'copy')}<span>${t(copied ? 'room.wait.copied' : 'room.wait.copy')}</span>
      </button>
    </div>`;
}
