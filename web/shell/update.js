/** The shell's next state: who plays, what is set, what is open above the screen. Pure. */

import { problemText } from '../problem-text.js';
import { t } from '../text.js';
import { pageSettingsFrom } from './settings.js';

/** Fewest characters that the server takes for a new password. */
export const LEAST_PASSWORD = 8;

const NEXT_THEME = /** @type {const} */ ({ auto: 'light', light: 'dark', dark: 'auto' });

/** @typedef {import('./types.js').ShellState} ShellState */
/** @typedef {import('./types.js').ShellAction} ShellAction */
/** @typedef {import('./types.js').AccountForm} AccountForm */
/** @typedef {import('../types.js').Failure} Failure */

/**
 * @param {unknown} stored
 * @param {number} nowMs
 * @returns {ShellState}
 */
export function initialShell(stored, nowMs) {
  const settings = pageSettingsFrom(stored);
  return {
    settings,
    session: settings.known ? 'loading' : 'ready',
    player: null,
    screen: null,
    dialog: null,
    connection: { status: 'idle', retryAtMs: null },
    loud: false,
    said: { text: '', count: 0 },
    lastId: 0,
    leaving: 0,
    retries: 0,
    nowMs,
  };
}

/**
 * @param {ShellState} state
 * @param {ShellAction} action
 * @returns {ShellState}
 */
export function updateShell(state, action) {
  switch (action.type) {
    case 'settings-changed':
      return set(state, action.patch);
    case 'theme-turned':
      return set(state, { theme: NEXT_THEME[state.settings.theme] });
    case 'sounds-turned':
      return set(state, { sounds: !state.settings.sounds });
    case 'session-loaded':
      return withPlayer(state, action.player);
    case 'screen-shown':
      return { ...state, screen: action.screen };
    case 'dialog-opened':
      return { ...state, dialog: form(action.dialog, action.wanted ?? state.dialog?.wanted ?? false) };
    case 'dialog-closed':
      return state.dialog ? { ...state, dialog: null } : state;
    case 'form-sent':
      return sendForm(state, action.values);
    case 'form-answered':
      return answerForm(state, action.id, action.player);
    case 'form-refused':
      return refuseForm(state, action.id, action.failure);
    case 'logout-asked':
      return { ...state, leaving: state.leaving + 1 };
    case 'connection-changed':
      return connected(state, action.connection);
    case 'retry-asked':
      return { ...state, retries: state.retries + 1 };
    case 'said':
      return said(state, action.text);
    case 'ticked':
      return { ...state, nowMs: action.nowMs };
  }
}

/**
 * @param {ShellState} state
 * @param {Partial<import('./types.js').PageSettings>} patch
 * @returns {ShellState}
 */
function set(state, patch) {
  return { ...state, settings: { ...state.settings, ...patch } };
}

/**
 * @param {ShellState} state
 * @param {string} text
 * @returns {ShellState}
 */
function said(state, text) {
  return { ...state, said: { text, count: state.said.count + 1 } };
}

/**
 * @param {ShellState} state
 * @param {import('./types.js').Player | null} player
 * @returns {ShellState}
 */
function withPlayer(state, player) {
  const known = player !== null;
  const name = player?.guest ? player.name : state.settings.name;
  return { ...state, session: 'ready', player, settings: { ...state.settings, known, name } };
}

/**
 * @param {import('./types.js').AccountDialog} name
 * @param {boolean} wanted
 * @returns {AccountForm}
 */
function form(name, wanted) {
  return { name, wanted, busy: false, fault: '', pending: null };
}

/**
 * @param {ShellState} state
 * @param {Record<string, string>} values
 * @returns {ShellState}
 */
function sendForm(state, values) {
  const { dialog } = state;
  if (!dialog || dialog.busy) return state;
  const fault = faultIn(dialog.name, values);
  if (fault !== '') return said({ ...state, dialog: { ...dialog, fault } }, fault);
  const id = state.lastId + 1;
  return { ...state, lastId: id, dialog: { ...dialog, busy: true, fault: '', pending: { id, values } } };
}

/**
 * What is wrong with a form before it is sent; empty if nothing is.
 * @param {import('./types.js').AccountDialog} name
 * @param {Record<string, string>} values
 */
function faultIn(name, values) {
  const { name: player, password = '', again } = values;
  if (player?.trim() === '') return t('field.name-empty');
  if (name === 'guest') return '';
  if (password === '' || values['old'] === '') return t('account.fault.password');
  if (name === 'login' || name === 'delete') return '';
  if ([...password].length < LEAST_PASSWORD) return t('account.fault.short', { n: LEAST_PASSWORD });
  return again === password ? '' : t('account.fault.again');
}

/**
 * @param {ShellState} state
 * @param {number} id
 * @param {import('./types.js').Player | null} player  null where nobody changed
 * @returns {ShellState}
 */
function answerForm(state, id, player) {
  const { dialog } = state;
  if (dialog?.pending?.id !== id) return player ? withPlayer(state, player) : state;
  const closed = { ...state, dialog: null };
  if (dialog.name === 'password') return said(closed, t('account.password.done'));
  if (dialog.name === 'delete') return said(withPlayer(closed, null), t('account.delete.done'));
  const next = player ? withPlayer(closed, player) : closed;
  return said(next, t('account.welcome', { name: next.player?.name ?? '' }));
}

/**
 * @param {ShellState} state
 * @param {number} id
 * @param {Failure} failure
 * @returns {ShellState}
 */
function refuseForm(state, id, failure) {
  const { dialog } = state;
  if (dialog?.pending?.id !== id) return state;
  const fault = problemText(failure);
  return said({ ...state, dialog: { ...dialog, busy: false, pending: null, fault } }, fault);
}

/**
 * A connection that breaks and comes back within the first try is not spoken of.
 * @param {ShellState} state
 * @param {import('../stream/types.js').Connection} connection
 * @returns {ShellState}
 */
function connected(state, connection) {
  const next = { ...state, connection };
  if (connection.status === 'lost') {
    return state.loud ? next : said({ ...next, loud: true }, t('shell.lost.said'));
  }
  if (connection.status === 'connecting' || !state.loud) return next;
  return said({ ...next, loud: false }, t('shell.back.said'));
}
