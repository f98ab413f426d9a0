/** Where a match leads: its records, the check of its bag, its board on the analysis desk. */

import { exportAddress } from '../../api/matches.js';
import { formatCgp } from '../../model/cgp.js';
import { toHash } from '../../model/share.js';
import { t } from '../../text.js';
import { mySeat } from '../state/selectors.js';

/** @typedef {import('../types.js').RoomState} RoomState */

/**
 * While a match runs only its players get a record, and no analysis of it is offered to anyone.
 * @param {RoomState} state
 * @returns {{href: string, text: string, file?: string}[]}
 */
export function linksOf(state) {
  const { game, options, view } = state;
  if (!game || !view || view.phase === 'waiting') return [];
  const ended = view.phase === 'ended';
  const { layout, alphabet } = game;
  const lexicon = options?.['lexicon']?.name ?? '';
  const cgp = formatCgp(state.squares, '', layout, alphabet, '');
  return [
    ...(ended ? [{ href: toHash({ cgp, lexicon, layout: layout.name }), text: t('room.result.analyse') }] : []),
    { href: `#/bag/${view.id}`, text: t('room.result.bag') },
    ...(view.seats.length === 2 && (ended || mySeat(state) !== null)
      ? [{ href: exportAddress(view.id, 'gcg'), text: t('room.result.gcg'), file: `${view.id}.gcg` }]
      : []),
    { href: exportAddress(view.id, 'json'), text: t('room.result.json'), file: `${view.id}.json` },
  ];
}
