/** What to tell when the server refuses to create or to join a match. */

import { t } from '../../text.js';

/**
 * @param {import('../../types.js').Failure} failure
 * @returns {string}
 */
export function faultText(failure) {
  switch (failure.type) {
    case 'network':
      return t('failure.network');
    case 'seat-taken':
      return t('lobby.fault.taken');
    case 'name-taken':
      return t('account.fault.taken');
    case 'unknown-match':
      return t('lobby.fault.gone');
    case 'too-many-requests':
      return t('failure.too-many-requests');
    default:
      return failure.errors.map((one) => one.detail).join(' ') || failure.detail;
  }
}
