/** What the check of a bag says in words. */

import { t } from '../text.js';

/** @typedef {import('../model/bag.js').Fault} Fault */
/** @typedef {import('../model/alphabet.js').Alphabet} Alphabet */

/**
 * What the players are called, by seat.
 * @param {readonly import('../model/bag.js').RecordedEvent[]} events
 */
export function namesOf(events) {
  /** @type {string[]} */
  const names = [];
  for (const { type, data } of events) {
    // bots sit from the start
    if (type === 'created') names.push(...data['seats'].map((/** @type {any} */ seat) => seat.name ?? ''));
    if (type === 'seat-taken') names[data['seat']] = data['name'];
  }
  return names;
}

/**
 * @param {Fault} fault
 * @param {Alphabet} alphabet
 * @param {readonly string[]} names
 */
export function faultText(fault, alphabet, names) {
  if (fault.code === 'not-held') {
    const { seq, seat, letters } = fault;
    const player = names[seat] ?? '';
    return t('bag.fault.not-held', { seq: String(seq), player, tiles: textOf(letters, alphabet) });
  }
  const texts = { told: textOf(fault.told, alphabet), found: textOf(fault.found, alphabet) };
  if (fault.seat === null) return t('bag.fault.left.bag', texts);
  return t('bag.fault.left.rack', { ...texts, player: names[fault.seat] ?? '' });
}

/**
 * @param {readonly number[]} letters
 * @param {Alphabet} alphabet
 */
export function textOf(letters, alphabet) {
  return letters.length > 0 ? alphabet.rackTexts(letters) : t('bag.nothing');
}
