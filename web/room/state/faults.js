/** Why a placement is against the rules, in a player's words. */

import { t } from '../../text.js';

const REASONS = /** @type {const} */ ([
  'no-tiles',
  'off-board',
  'square-occupied',
  'through-empty',
  'not-in-rack',
  'start-not-covered',
  'not-connected',
  'too-short',
]);

/**
 * The server's own account is for those who write clients; it is told only where nothing is better.
 * @param {string | null | undefined} reason
 * @param {string | null | undefined} detail
 */
export function faultText(reason, detail) {
  const known = REASONS.find((one) => one === reason);
  return known ? t(`room.fault.${known}`) : detail ?? '';
}
