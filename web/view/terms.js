/** What a match is called by wherever one is listed: its clock, its rule, who sits in it. */

import { formatLayout, formatList, formatSpan, t } from '../text.js';

/** @typedef {import('../api/types.js').Clock} Clock */
/** @typedef {import('../api/types.js').Level} Level */
/** @typedef {import('../api/types.js').Phase} Phase */

/** @typedef {{kind: 'person' | 'bot', name: string | null, level: Level | null, taken?: boolean}} Sitter */

/** @param {Clock | null} clock */
export function clockText(clock) {
  switch (clock?.kind) {
    case 'turn':
      return t('terms.clock.turn', { time: formatSpan(clock.turn_s) });
    case 'bank': {
      const time = formatSpan(clock.bank_s);
      return clock.increment_s > 0
        ? t('terms.clock.increment', { time, more: formatSpan(clock.increment_s) })
        : t('terms.clock.bank', { time });
    }
    default:
      return t('terms.clock.none');
  }
}

/** @param {import('../api/types.js').WordRule} rule */
export function ruleText(rule) {
  return t(`terms.rule.${rule}`);
}

/** @param {string} layout */
export function boardText(layout) {
  return t('terms.board', { name: formatLayout(layout) });
}

/** @param {Sitter} seat */
export function sitterText({ kind, name, level, taken = true }) {
  if (kind === 'bot') return t('terms.bot', { level: t(`terms.level.${level ?? 'club'}`) });
  return taken ? (name ?? t('terms.nobody')) : t('terms.free');
}

/**
 * A match's title, or else who is at the table besides oneself.
 * @param {{title: string | null, seats: readonly Sitter[]}} match
 * @param {number | null} [you]  the seat that is left out
 */
export function matchText({ title, seats }, you = null) {
  if (title) return title;
  const there = seats.filter((seat, at) => at !== you && (seat.taken ?? true)).map(sitterText);
  if (there.length === 0) return t(you === null ? 'terms.empty' : 'terms.waiting');
  return you === null ? there.join(t('terms.versus')) : formatList(there);
}
