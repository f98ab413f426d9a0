/** What the clocks show, from the server's times and the page's offset to them. */

/** @typedef {import('../types.js').MatchView} MatchView */

/**
 * @typedef {object} ClockFace
 * @property {'turn' | 'bank' | 'none'} kind
 * @property {number} leftMs  below 0 in overtime
 * @property {boolean} running
 */

export const WARNINGS_S = /** @type {const} */ ([30, 10]);

/** An offset that differs less than this from the one known is taken for a slow answer. */
const JITTER_MS = 1000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The server's clock minus the page's. An answer that was long under way makes the server's clock
 * look late, so among close ones the greatest is the best.
 * @param {number} known
 * @param {number} serverMs
 * @param {number} pageMs
 */
export function betterOffset(known, serverMs, pageMs) {
  const offset = serverMs - pageMs;
  return Math.abs(offset - known) < JITTER_MS ? Math.max(known, offset) : offset;
}

/**
 * @param {MatchView} view
 * @param {number} seat
 * @param {number} serverMs
 * @param {number} [overtimeMs]  what the match allows beyond the bank
 * @returns {ClockFace}
 */
export function clockOf(view, seat, serverMs, overtimeMs = 0) {
  const one = view.seats[seat];
  const running = view.phase === 'playing' && view.turn === seat;
  if (one && one.bank_left_ms !== null) {
    const ends = running ? view.bank_ends_ms : null;
    if (ends === null) return { kind: 'bank', leftMs: one.bank_left_ms, running };
    const leftMs = ends - serverMs;
    if (leftMs >= 0 || view.deadline_ms === null) return { kind: 'bank', leftMs, running };
    // The deadline leaves what is left of the overtime, so what earlier turns used counts in.
    const usedMs = Math.max(-leftMs, overtimeMs - (view.deadline_ms - serverMs));
    return { kind: 'bank', leftMs: -usedMs, running };
  }
  if (running && view.deadline_ms !== null) {
    return { kind: 'turn', leftMs: Math.max(0, view.deadline_ms - serverMs), running };
  }
  return { kind: 'none', leftMs: 0, running };
}

/**
 * How long the play that went out may still be challenged; null where none may.
 * @param {MatchView} view
 * @param {number} serverMs
 */
export function closingMs(view, serverMs) {
  if (view.phase !== 'closing' || view.deadline_ms === null) return null;
  return Math.max(0, view.deadline_ms - serverMs);
}

/**
 * How long the player in turn may still stay away where no clock runs; null while that is a day
 * or more, for it is to be known and not to hurry anybody.
 * @param {MatchView} view
 * @param {number} serverMs
 */
export function absentMs(view, serverMs) {
  const left = (view.absent_at_ms ?? Infinity) - serverMs;
  return left < DAY_MS ? Math.max(0, left) : null;
}

/**
 * When what is said of it changes next, in milliseconds from now; null where nobody stays away.
 * @param {MatchView} view
 * @param {number} serverMs
 */
export function untilAbsent(view, serverMs) {
  const left = (view.absent_at_ms ?? Infinity) - serverMs;
  if (left === Infinity || left <= 0) return null;
  // A browser's timers hold 24 days: an hour at most does.
  return left < DAY_MS ? MINUTE_MS : Math.min(left - DAY_MS + 1, 60 * MINUTE_MS);
}

/**
 * Whole seconds as a clock shows them: 0 only when the time is up, and overtime from 1 on.
 * @param {number} leftMs
 */
export function shownSeconds(leftMs) {
  return Math.ceil(leftMs / 1000);
}

/**
 * When a clock face changes next, in milliseconds from now.
 * @param {number} leftMs
 */
export function untilChange(leftMs) {
  const rest = leftMs - (shownSeconds(leftMs) - 1) * 1000;
  return Math.max(20, Math.min(1000, rest) + 1);
}

/**
 * `0:09`, `25:00`, `1:02:03`, `−0:15`; days as hours beyond 24.
 * @param {number} leftMs
 */
export function clockText(leftMs) {
  const seconds = shownSeconds(leftMs);
  const all = Math.abs(seconds);
  const pad = (/** @type {number} */ value) => String(value).padStart(2, '0');
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor(all / 60) % 60;
  const text = hours > 0 ? `${hours}:${pad(minutes)}:${pad(all % 60)}` : `${minutes}:${pad(all % 60)}`;
  return seconds < 0 ? `\u2212${text}` : text;
}

/**
 * The warning that falls due between two moments, if any.
 * @param {number} beforeMs  time left at the earlier moment
 * @param {number} nowMs  time left at the later one
 * @returns {number | null}  seconds
 */
export function warningBetween(beforeMs, nowMs) {
  const due = WARNINGS_S.filter((at) => beforeMs > at * 1000 && nowMs <= at * 1000 && nowMs > 0);
  return due.at(-1) ?? null;
}

/**
 * What a running overtime has come to: so many points for every minute that was started.
 * @param {number} penaltyPoints  a minute
 * @param {number} leftMs
 * @param {number} counted  as the server counted it at the last event
 */
export function overtimePoints(penaltyPoints, leftMs, counted) {
  return Math.max(counted, Math.ceil(Math.max(0, -leftMs) / MINUTE_MS) * penaltyPoints);
}
