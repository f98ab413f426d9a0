/** How long to wait before the next try to connect. */

const FIRST_MS = 500;
const MOST_MS = 30_000;

/**
 * Doubles with each try in a row, up to half a minute, and spreads the tries of many pages.
 * @param {number} failures  tries that have failed in a row, from 1
 * @param {number} random  0..1
 */
export function backoffMs(failures, random) {
  const whole = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(10, Math.max(0, failures - 1)));
  return Math.round(whole * (0.5 + random / 2));
}
