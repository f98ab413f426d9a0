/** The state of the invitation's screen. Pure. */

import { problemText } from '../problem-text.js';
import { formatLayout, formatLexicon, t } from '../text.js';
import { clockText, ruleText, sitterText } from '../view/terms.js';

/** @typedef {import('../api/types.js').Player} Player */
/** @typedef {import('../view/terms.js').Sitter} Sitter */

/**
 * @typedef {object} JoinState
 * @property {Player | null} player
 * @property {boolean} known  whether it is known who plays
 * @property {string} name
 * @property {boolean} busy
 * @property {string} fault
 * @property {Invited | null} match  what the invitation is to, once it is known
 *
 * @typedef {object} Invited
 * @property {string | null} title
 * @property {readonly string[]} people  who is at the table already
 * @property {readonly string[]} terms  what is played
 *
 * @typedef {{type: 'player-known', player: Player | null} | {type: 'match-known', match: any}
 *   | {type: 'name-typed', name: string}
 *   | {type: 'sent'} | {type: 'refused', failure: import('../types.js').Failure}} JoinAction
 */

/**
 * @param {Player | null} player
 * @param {string} name  a guest's last one
 * @returns {JoinState}
 */
export function initialJoin(player, name) {
  return { player, known: player !== null, name, busy: false, fault: '', match: null };
}

/**
 * @param {JoinState} state
 * @param {JoinAction} action
 * @returns {JoinState}
 */
export function updateJoin(state, action) {
  switch (action.type) {
    case 'player-known':
      return { ...state, player: action.player, known: true };
    case 'match-known':
      return { ...state, match: invitedTo(action.match) };
    case 'name-typed':
      return { ...state, name: action.name, fault: '' };
    case 'sent':
      if (state.busy || !state.known) return state;
      if (!state.player && state.name.trim() === '') return { ...state, fault: t('guest.name.missing') };
      return { ...state, busy: true, fault: '' };
    case 'refused':
      return { ...state, busy: false, fault: faultText(action.failure) };
  }
}

/**
 * @param {{title: string | null, seats: readonly Sitter[], options: Record<string, any>}} match
 * @returns {Invited}
 */
function invitedTo({ title, seats, options }) {
  const { lexicon, layout, challenge, clock } = options;
  return {
    title,
    people: seats.filter((seat) => seat.taken).map(sitterText),
    terms: [
      formatLexicon(lexicon.name),
      t('join.board', { name: formatLayout(layout.name), rows: layout.rows, cols: layout.cols }),
      ruleText(challenge.word_rule),
      clockText(clockOf(clock)),
    ],
  };
}

/**
 * The clock in seconds, as lists of matches have it.
 * @param {Record<string, any>} clock
 * @returns {import('../api/types.js').Clock}
 */
function clockOf({ kind, ...ms }) {
  const seconds = (/** @type {string} */ name) => (ms[`${name}_ms`] ?? 0) / 1000;
  if (kind === 'turn') return { kind, turn_s: seconds('turn'), forfeit_after: ms['forfeit_after'] };
  if (kind !== 'bank') return { kind: 'none' };
  const overtime = { overtime_s: seconds('overtime'), overtime_penalty_points: ms['overtime_penalty_points'] };
  return { kind, bank_s: seconds('bank'), increment_s: seconds('increment'), ...overtime };
}

/** @param {import('../types.js').Failure} failure */
function faultText(failure) {
  switch (failure.type) {
    case 'unknown-match':
      return t('join.fault.gone');
    case 'seat-taken':
      return t('join.fault.taken');
    case 'not-yours':
      return t('join.fault.wrong');
    default:
      return problemText(failure);
  }
}
