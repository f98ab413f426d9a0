/** The players: name, score, clock, whose turn it is; and what is left in the bag. */

import { formatNumber, t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { icon } from '../../view/icons.js';
import { clockOf, clockText, overtimePoints } from '../model/clock.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').MatchView} MatchView */
/** @typedef {import('../types.js').SeatView} SeatView */

const LOW_MS = 10_000;
const LEVELS = /** @type {const} */ (['novice', 'club', 'expert']);

/**
 * @param {RoomState} state
 * @param {MatchView} view
 */
export function seatsView(state, view) {
  return html`<section class="seats" data-seats=${view.seats.length} aria-label=${t('room.seats')}>
    <ul class="seat-list">
      ${view.seats.map((seat) => seatView(state, view, seat))}
    </ul>
    ${view.phase === 'waiting'
      ? nothing
      : html`<p class="bag-count">
          ${icon('bag')}<span aria-hidden="true">${formatNumber(view.bag_count)}</span>
          <span class="bag-text" aria-hidden="true">${t('room.bag')}</span>
          <span class="sr">${t('room.bag.long', { n: view.bag_count })}</span>
        </p>`}
  </section>`;
}

/**
 * @param {RoomState} state
 * @param {MatchView} view
 * @param {SeatView} seat
 */
function seatView(state, view, seat) {
  const turn = view.phase === 'playing' && view.turn === seat.seat;
  const winner = view.result?.winners.includes(seat.seat) ?? false;
  const mine = view.you.seat === seat.seat;
  const classes = ['seat', ...(turn ? ['turn'] : []), ...(mine ? ['mine'] : []), ...(winner ? ['winner'] : [])];
  return html`<li class=${classes.join(' ')} data-seat=${seat.seat} aria-current=${turn ? 'true' : nothing}>
    <span class="seat-mark" aria-hidden="true"></span>
    <span class="seat-who">
      <bdi class="seat-name">${seat.taken ? seat.name : t('room.seat.free')}</bdi>
      <span class="seat-notes">${notesOf(state, view, seat, turn, winner).map((note) => html`<span>${note}</span>`)}</span>
    </span>
    ${clockView(state, view, seat)}
    <span class="seat-score" aria-label=${t('room.seat.score', { n: seat.score })}>${formatNumber(seat.score)}</span>
  </li>`;
}

/**
 * @param {RoomState} state
 * @param {MatchView} view
 * @param {SeatView} seat
 * @param {boolean} turn
 * @param {boolean} winner
 * @returns {string[]}
 */
function notesOf({ guests }, view, seat, turn, winner) {
  const level = LEVELS.find((one) => one === seat.level);
  const other = seat.kind === 'person' && view.you.seat !== seat.seat;
  const away = seat.taken && other && view.connected?.[seat.seat] === false;
  return [
    ...(winner ? [t('room.result.winner')] : []),
    ...(turn ? [t('room.seat.turn')] : []),
    ...(view.you.seat === seat.seat ? [t('room.seat.you')] : []),
    ...(seat.kind === 'bot' ? [level ? t(`room.bot.${level}`) : t('room.bot')] : []),
    ...(seat.resigned ? [t('room.seat.resigned')] : []),
    ...(seat.loses_next_turn ? [t('room.seat.loses')] : []),
    ...(away && view.phase !== 'ended' ? [t('room.seat.away')] : []),
    ...(other && guests.includes(view.players[seat.seat] ?? '') ? [t('room.seat.guest')] : []),
  ];
}

/**
 * The place of a clock is kept also while it shows nothing, so that nothing moves.
 * @param {RoomState} state
 * @param {MatchView} view
 * @param {SeatView} seat
 */
function clockView(state, view, seat) {
  const rule = state.options?.['clock'] ?? {};
  const face = clockOf(view, seat.seat, state.nowMs + state.offsetMs, rule.overtime_ms);
  if (face.kind === 'none') return html`<span class="clock" aria-hidden="true"></span>`;
  const over = face.leftMs < 0;
  const low = !over && face.running && face.leftMs <= LOW_MS;
  const text = clockText(face.leftMs);
  const points = overtimePoints(rule.overtime_penalty_points ?? 0, face.leftMs, seat.overtime_points);
  const label =
    over || points > 0
      ? t('room.clock.over', { time: clockText(Math.max(0, -face.leftMs)), n: points })
      : t('room.clock.left', { time: text });
  return html`<span
    class=${`clock${face.running ? ' running' : ''}${low ? ' low' : ''}${over ? ' over' : ''}`}
    role="timer"
    aria-live="off"
    aria-label=${label}
  ><span aria-hidden="true">${text}</span>${points > 0
      ? html`<span class="clock-points" aria-hidden="true">${t('room.over.points', { n: points })}</span>`
      : nothing}</span>`;
}
