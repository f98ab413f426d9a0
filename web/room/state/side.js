/** What goes on beside the board: chat and dictionary. */

import { problemText } from '../../problem-text.js';
import { t } from '../../text.js';
import { heard } from './live.js';
import { offers } from './selectors.js';
import { notify } from './steps.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').Failure} Failure */
/** @typedef {import('./actions.js').SideAction} SideAction */

export const CHAT_LENGTH = 500;

const SOLVER_AWAY = new Set([
  'worker-unavailable',
  'worker-overloaded',
  'worker-timeout',
  'worker-invalid-response',
]);

/**
 * @param {RoomState} state
 * @param {SideAction} action
 * @returns {RoomState}
 */
export function side(state, action) {
  switch (action.type) {
    case 'chat-typed': {
      const { chat } = state;
      const draft = action.text.slice(0, CHAT_LENGTH);
      return { ...state, chat: { ...chat, draft, fault: '', attempt: chat.attempt + 1 } };
    }
    case 'chat-sent': {
      const text = state.chat.draft.trim();
      if (text === '' || state.chat.sending !== null || !state.view?.chat) return state;
      return { ...state, chat: { ...state.chat, sending: text, fault: '' } };
    }
    case 'chat-accepted': {
      const { chat } = state;
      const draft = chat.draft.trim() === chat.sending ? '' : chat.draft;
      const attempt = chat.attempt + 1;
      return heard({ ...state, chat: { ...chat, draft, sending: null, attempt } }, action.messages);
    }
    case 'chat-failed': {
      const fault = faultOf(action.failure);
      return { ...state, chat: { ...state.chat, sending: null, fault } };
    }
    case 'chat-muted': {
      const settings = { ...state.settings, muted: !state.settings.muted };
      const seen = state.chat.messages.at(-1)?.n ?? 0;
      return { ...state, settings, chat: { ...state.chat, seen } };
    }
    case 'chat-reporting':
      return { ...state, dialog: 'report', reasonFault: '', chat: { ...state.chat, reporting: action.n } };
    case 'chat-reported':
      if (action.reason === '') return unreasoned(state);
      return send(state, 'report', `chat/${state.chat.reporting}/report`, { reason: action.reason });
    case 'propose-opened':
      return state.words.answer?.kind === 'is' ? { ...state, dialog: 'propose', reasonFault: '' } : state;
    case 'word-proposed':
      return action.reason === '' ? unreasoned(state) : propose(state, action.reason);
    default:
      return words(state, action);
  }
}

/**
 * @param {RoomState} state
 * @returns {RoomState}
 */
function unreasoned(state) {
  // The dialog speaks it: the rest of the page is silent while one is open.
  return { ...state, reasonFault: t('room.reason.missing') };
}

/**
 * @param {RoomState} state
 * @param {'report' | 'propose'} what
 * @param {string} path
 * @param {Record<string, unknown>} body
 * @returns {RoomState}
 */
function send(state, what, path, body) {
  if (state.sending) return notify(state, 'info', t('room.say.busy'));
  const id = state.attempts + 1;
  /** @type {import('../types.js').Attempt} */
  const sending = { id, what, path, body, tries: 1, retryAtMs: null };
  return { ...state, attempts: id, sending, dialog: null };
}

/**
 * A word that was looked up is missing from the match's lexicon, or wrong in it.
 * @param {RoomState} state
 * @param {string} reason
 * @returns {RoomState}
 */
function propose(state, reason) {
  const { answer } = state.words;
  if (answer?.kind !== 'is') return { ...state, dialog: null };
  const kind = answer.valid ? 'remove' : 'add';
  const lexicon = state.options?.['lexicon']?.sha256;
  return send(state, 'propose', 'v1/proposals', { lexicon, word: answer.query, kind, reason, match: state.id });
}

/**
 * @param {RoomState} state
 * @param {Extract<SideAction, {type: 'words-kind' | 'words-typed' | 'words-asked' | 'words-came'
 *   | 'words-failed' | 'offer-came'}>} action
 * @returns {RoomState}
 */
function words(state, action) {
  const known = state.words;
  switch (action.type) {
    case 'words-kind':
      return { ...state, words: { ...known, kind: action.kind, fault: '' } };
    case 'words-typed':
      return { ...state, words: { ...known, query: action.query, fault: '' } };
    case 'words-asked':
      return ask(state, action.more);
    case 'offer-came': {
      const own = state.options?.['lexicon']?.sha256;
      const proposals = action.offer.lexicons.some((one) => one.sha256 === own && one.proposals);
      return { ...state, words: { ...known, proposals } };
    }
    case 'words-came': {
      const { asked } = known;
      if (!asked) return state;
      const { answer } = action;
      const before = asked.cursor === '' ? [] : known.answer?.words ?? [];
      return {
        ...state,
        words: {
          ...known,
          asked: null,
          answer: {
            kind: asked.kind,
            query: answer.word ?? asked.query,
            words: [...before, ...(answer.words ?? [])],
            valid: answer.valid ?? null,
            next: answer.next ?? null,
          },
        },
      };
    }
    case 'words-failed': {
      // Lists are found by a solver, single words are not.
      const away = SOLVER_AWAY.has(action.failure.type);
      const fault = away ? t('room.words.away') : faultOf(action.failure);
      return { ...state, words: { ...known, asked: null, fault } };
    }
  }
}

/**
 * @param {RoomState} state
 * @param {boolean} more
 * @returns {RoomState}
 */
function ask(state, more) {
  const { kind, query, answer } = state.words;
  if (!offers(state, 'look-up')) return state;
  if (more && answer?.next) {
    const asked = { kind: answer.kind, query: answer.query, cursor: answer.next };
    return { ...state, words: { ...state.words, asked, fault: '' } };
  }
  const text = query.trim();
  if (text === '') return state;
  return { ...state, words: { ...state.words, asked: { kind, query: text, cursor: '' }, fault: '' } };
}

/**
 * @param {Failure} failure
 */
function faultOf(failure) {
  return failure.type === 'network' ? t('room.refused.offline') : problemText(failure);
}
