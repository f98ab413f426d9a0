/** What to tell when the server refuses to create or to join a match. */

import { problemText } from '../../problem-text.js';
import { t } from '../../text.js';

/**
 * @param {import('../../types.js').Failure} failure
 * @returns {string}
 */
export function faultText(failure) {
  return failure.type === 'seat-taken' ? t('lobby.fault.taken') : problemText(failure);
}
