/** The state of the word proposals. Pure. */

import { isMendable } from '../model/problems.js';
import { problemText } from '../problem-text.js';
import { t } from '../text.js';

/** @typedef {import('../api/types.js').Proposal} Proposal */
/** @typedef {import('../types.js').Failure} Failure */

/**
 * @typedef {object} Form
 * @property {string} lexicon
 * @property {string} word
 * @property {'add' | 'remove'} kind
 * @property {string} reason
 *
 * @typedef {object} Task
 * @property {number} id
 * @property {Form | null} form  what is proposed, or
 * @property {{proposal: number, accept: boolean, note: string} | null} decision
 *
 * @typedef {object} ProposalsState
 * @property {'open' | 'accepted' | 'rejected'} status
 * @property {boolean} mine
 * @property {readonly string[] | null} lexicons  those that take proposals, once they are known
 * @property {'loading' | 'ready' | 'failed'} load
 * @property {readonly Proposal[]} proposals
 * @property {string | null} next
 * @property {boolean} more
 * @property {Failure | null} failure
 * @property {import('../api/types.js').Player | null} player
 * @property {Form} form
 * @property {Record<number, string>} notes  what a reviewer has written, by proposal
 * @property {Task | null} task
 * @property {string} fault
 * @property {'word' | 'reason' | null} faulty  the field that lacks something
 * @property {{text: string, count: number}} said
 * @property {number} lastId
 * @property {number} asked  counts what has been asked for
 * @property {number} nowMs
 *
 * @typedef {{type: 'list-chosen', patch: Partial<Pick<ProposalsState, 'status' | 'mine'>>}
 *   | {type: 'lexicons-known', lexicons: string[]}
 *   | {type: 'loaded', asked: number, proposals: Proposal[], next: string | null, more: boolean}
 *   | {type: 'failed', asked: number, failure: Failure}
 *   | {type: 'retried'} | {type: 'more-asked'}
 *   | {type: 'player-known', player: ProposalsState['player']}
 *   | {type: 'form-changed', patch: Partial<Form>}
 *   | {type: 'form-sent'}
 *   | {type: 'note-typed', proposal: number, note: string}
 *   | {type: 'decided', proposal: number, accept: boolean}
 *   | {type: 'done', id: number, proposal: Proposal}
 *   | {type: 'refused', id: number, failure: Failure}
 *   | {type: 'dropped', id: number}
 *   | {type: 'ticked', nowMs: number}} ProposalsAction
 */

/**
 * @param {ProposalsState['player']} player
 * @param {string} lexicon
 * @param {number} nowMs
 * @returns {ProposalsState}
 */
export function initialProposals(player, lexicon, nowMs) {
  return {
    status: 'open',
    mine: false,
    lexicons: null,
    load: 'loading',
    proposals: [],
    next: null,
    more: false,
    failure: null,
    player,
    form: { lexicon, word: '', kind: 'add', reason: '' },
    notes: {},
    task: null,
    fault: '',
    faulty: null,
    said: { text: '', count: 0 },
    lastId: 0,
    asked: 1,
    nowMs,
  };
}

/**
 * @param {ProposalsState} state
 * @param {ProposalsAction} action
 * @returns {ProposalsState}
 */
export function updateProposals(state, action) {
  switch (action.type) {
    case 'list-chosen':
      return again({ ...state, ...action.patch });
    case 'lexicons-known': {
      const { lexicons } = action;
      const lexicon = lexicons.includes(state.form.lexicon) ? state.form.lexicon : (lexicons[0] ?? '');
      return { ...state, lexicons, form: { ...state.form, lexicon } };
    }
    case 'loaded': {
      if (action.asked !== state.asked) return state;
      const proposals = action.more ? [...state.proposals, ...action.proposals] : action.proposals;
      return { ...state, load: 'ready', proposals, next: action.next, more: false };
    }
    case 'failed':
      if (action.asked !== state.asked) return state;
      if (state.more && !isMendable(action.failure)) return { ...state, failure: action.failure, more: false };
      return { ...state, load: 'failed', failure: action.failure, more: false };
    case 'retried':
      return again(state);
    case 'more-asked':
      return state.next === null || state.more ? state : { ...state, more: true, failure: null };
    case 'player-known':
      return state.player?.id === action.player?.id ? { ...state, player: action.player } : again({ ...state, player: action.player });
    case 'form-changed':
      return { ...state, form: { ...state.form, ...action.patch }, fault: '', faulty: null };
    case 'note-typed':
      return { ...state, notes: { ...state.notes, [action.proposal]: action.note } };
    case 'ticked':
      return { ...state, nowMs: action.nowMs };
    default:
      return tasks(state, action);
  }
}

/**
 * @param {ProposalsState} state
 * @returns {ProposalsState}
 */
function again(state) {
  return { ...state, load: 'loading', failure: null, next: null, more: false, asked: state.asked + 1 };
}

/**
 * @param {ProposalsState} state
 * @param {Extract<ProposalsAction, {type: 'form-sent' | 'decided' | 'done' | 'refused' | 'dropped'}>} action
 * @returns {ProposalsState}
 */
function tasks(state, action) {
  const id = state.lastId + 1;
  switch (action.type) {
    case 'form-sent': {
      const { form } = state;
      if (state.task || form.lexicon === '') return state;
      const faulty = (/** @type {const} */ (['word', 'reason'])).find((name) => form[name].trim() === '');
      if (faulty) {
        const fault = t(`propose.missing.${faulty}`);
        return said({ ...state, fault, faulty }, fault);
      }
      return { ...state, fault: '', faulty: null, lastId: id, task: { id, form, decision: null } };
    }
    case 'decided': {
      if (state.task) return state;
      const { proposal, accept } = action;
      const decision = { proposal, accept, note: (state.notes[proposal] ?? '').trim() };
      return { ...state, fault: '', lastId: id, task: { id, form: null, decision } };
    }
    default:
  }
  if (state.task?.id !== action.id) return state;
  const free = { ...state, task: null };
  switch (action.type) {
    case 'done':
      return done(free, state.task, action.proposal);
    case 'refused': {
      const fault = problemText(action.failure);
      return said({ ...free, fault }, fault);
    }
    case 'dropped':
      return free;
  }
}

/**
 * @param {ProposalsState} state
 * @param {Task} task
 * @param {Proposal} proposal
 * @returns {ProposalsState}
 */
function done(state, task, proposal) {
  const { word } = proposal;
  if (task.decision) {
    const proposals = state.proposals.filter((one) => one.id !== proposal.id);
    return said({ ...state, proposals }, t(`proposals.said.${task.decision.accept ? 'accepted' : 'rejected'}`, { word }));
  }
  const form = { ...state.form, word: '', reason: '' };
  return again(said({ ...state, form, status: 'open' }, t('proposals.said.sent', { word })));
}

/**
 * @param {ProposalsState} state
 * @param {string} text
 * @returns {ProposalsState}
 */
function said(state, text) {
  return { ...state, said: { text, count: state.said.count + 1 } };
}
