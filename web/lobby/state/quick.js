/** The game against a bot that begins at once. */

/** @typedef {import('../types.js').Quick} Quick */
/** @typedef {import('../../api/types.js').MatchBody} MatchBody */
/** @typedef {import('../../api/types.js').Clock} Clock */

/** @type {Record<Quick['clock'], Clock>} */
export const QUICK_CLOCKS = {
  none: { kind: 'none' },
  turn: { kind: 'turn', turn_s: 45, forfeit_after: 3 },
  bank: { kind: 'bank', bank_s: 1500, increment_s: 0, overtime_s: 600, overtime_penalty_points: 10 },
};

/**
 * @param {Quick} quick
 * @returns {MatchBody}  without the nonce, which is the sender's to add
 */
export function quickBody({ lexicon, level, clock }) {
  return {
    nonce: '',
    lexicon,
    layout: 'standard15',
    title: null,
    seats: [{ kind: 'person' }, { kind: 'bot', level }],
    you: 0,
    visibility: 'private',
    spectators: false,
    chat: false,
    rules: { clock: QUICK_CLOCKS[clock] },
  };
}
