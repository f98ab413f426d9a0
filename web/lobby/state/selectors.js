/** What the start page reads out of its state. Pure. */

/** @typedef {import('../types.js').LobbyState} LobbyState */
/** @typedef {import('../types.js').Summary} Summary */

/** @typedef {'your-turn' | 'waiting' | 'their-turn' | 'closing' | 'ended'} Standing */

/**
 * How a match stands for whoever looks.
 * @param {Summary} match
 * @returns {Standing}
 */
export function standingOf({ phase, turn, you }) {
  if (phase === 'ended' || phase === 'waiting' || phase === 'closing') return phase;
  return turn !== null && turn === you ? 'your-turn' : 'their-turn';
}

const ORDER = /** @type {const} */ ({ 'your-turn': 0, closing: 1, 'their-turn': 2, waiting: 3, ended: 4 });

/**
 * One's own matches that go on: those that wait for oneself first, then by their last change.
 * @param {LobbyState} state
 */
export function ongoing({ lists }) {
  return lists.mine.matches
    .filter((match) => match.phase !== 'ended')
    .toSorted(
      (a, b) => ORDER[standingOf(a)] - ORDER[standingOf(b)] || b.updated_at_ms - a.updated_at_ms,
    );
}

/** @param {LobbyState} state */
export function finished({ lists }) {
  return lists.mine.matches.filter((match) => match.phase === 'ended');
}

/**
 * Matches of others in a public list; one's own stand elsewhere.
 * @param {LobbyState} state
 * @param {'open' | 'live' | 'ended'} name
 */
export function ofOthers({ lists }, name) {
  return lists[name].matches.filter((match) => match.you === null && !match.creator);
}

/** A time left that is shown in seconds. */
const SOON_MS = 100_000;

/**
 * Whether a time is shown that runs down before one's eyes.
 * @param {LobbyState} state
 */
export function runsDown(state) {
  return ongoing(state).some(
    (match) =>
      standingOf(match) === 'your-turn' &&
      match.deadline_ms !== null &&
      match.deadline_ms - state.nowMs < SOON_MS,
  );
}

/** @param {LobbyState} state */
export function turnsOwed(state) {
  return ongoing(state).filter((match) => standingOf(match) === 'your-turn').length;
}

/**
 * Whose invitation to a rematch waits.
 * @param {Summary} match
 */
export function isReserved(match) {
  return match.you === null && match.seats.some((seat) => seat.reserved_for_you && !seat.taken);
}
