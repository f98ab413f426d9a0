/** When the room has to look at the clock next. */

import { clockOf, closingMs, untilAbsent, untilChange } from './clock.js';

/** @typedef {import('../types.js').RoomState} RoomState */

/**
 * @param {RoomState} state
 * @param {number} nowMs  the page's clock
 * @returns {number | null}  milliseconds from now; null if nothing runs
 */
export function untilNextTick(state, nowMs) {
  const { view, sending } = state;
  const serverMs = nowMs + state.offsetMs;
  /** @type {number[]} */
  const waits = [];
  if (sending && sending.retryAtMs !== null) {
    waits.push(Math.max(20, Math.min(1000, sending.retryAtMs - nowMs)));
  }
  if (view) {
    const faces = view.seats.map((seat) => clockOf(view, seat.seat, serverMs));
    for (const face of faces) {
      const runs = face.running && face.kind !== 'none';
      if (runs && (face.kind === 'bank' || face.leftMs > 0)) waits.push(untilChange(face.leftMs));
    }
    const closing = closingMs(view, serverMs);
    if (closing !== null && closing > 0) waits.push(untilChange(closing));
    const absent = untilAbsent(view, serverMs);
    if (absent !== null) waits.push(absent);
  }
  return waits.length === 0 ? null : Math.min(...waits);
}
