/** The rules of a match in words. */

import { formatLayout, formatSpan, t } from '../../text.js';
import { clockText } from '../model/clock.js';

const WORD_RULES = /** @type {const} */ (['void', 'single', 'double', 'penalty']);

/**
 * @param {Record<string, any>} options
 * @returns {string[]}
 */
export function rulesOf(options) {
  const { lexicon, layout, challenge } = options;
  const rule = WORD_RULES.find((one) => one === challenge?.word_rule);
  return [
    ...(lexicon ? [t('room.rules.lexicon', { name: lexicon.name, version: lexicon.version })] : []),
    ...(layout ? [t('room.rules.layout', { ...layout, name: formatLayout(layout.name) })] : []),
    ...(rule ? [t(`room.rules.${rule}`, { n: challenge.penalty_points ?? 0 })] : []),
    clockOf(options['clock']),
    ...absenceOf(options),
  ];
}

/**
 * Where no clock runs: how long somebody is waited for.
 * @param {Record<string, any>} options
 * @returns {string[]}
 */
function absenceOf({ clock, absence_ms: ms }) {
  if (clock?.kind !== 'none' || !ms) return [];
  return [t('room.rules.absence', { time: formatSpan(ms / 1000) })];
}

/** @param {Record<string, any> | null | undefined} clock */
function clockOf(clock) {
  if (clock?.['turn_ms']) return t('room.rules.clock.turn', { time: clockText(clock['turn_ms']) });
  if (!clock?.['bank_ms']) return t('room.rules.clock.none');
  const time = clockText(clock['bank_ms']);
  const n = Math.round((clock['increment_ms'] ?? 0) / 1000);
  return n > 0 ? t('room.rules.clock.increment', { time, n }) : t('room.rules.clock.bank', { time });
}
