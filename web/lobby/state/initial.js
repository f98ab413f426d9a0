/** The state of a start page that has just opened. */

import { freshDraft } from './draft.js';

/** @typedef {import('../types.js').LobbyState} LobbyState */
/** @typedef {import('../types.js').List} List */

const LEVELS = /** @type {const} */ (['novice', 'club', 'expert']);
const CLOCKS = /** @type {const} */ (['none', 'turn', 'bank']);

/** @type {List} */
const LOADING = { status: 'loading', matches: [], next: null, more: false, failure: null };

/**
 * @param {object} given
 * @param {import('../types.js').Player | null} given.player
 * @param {import('../../shell/settings.js').PageSettings} given.settings
 * @param {unknown} given.invitations  as kept in the browser
 * @param {string} given.address  the page's own, without a hash
 * @param {number} given.nowMs
 * @returns {LobbyState}
 */
export function initialLobby({ player, settings, invitations, address, nowMs }) {
  const level = LEVELS.find((one) => one === settings.level) ?? 'novice';
  const clock = CLOCKS.find((one) => one === settings.clock) ?? 'none';
  return {
    address,
    player,
    known: false,
    offer: { status: 'loading', lexicons: [], layouts: [], failure: null },
    lists: { mine: LOADING, open: LOADING, live: LOADING, ended: LOADING },
    tab: 'open',
    quick: { name: settings.name, lexicon: settings.lexicon, level, clock },
    dialog: null,
    draft: { ...freshDraft(), lexicon: settings.lexicon },
    invited: null,
    invitations: invitationsFrom(invitations),
    task: null,
    fault: null,
    lastId: 0,
    attempt: 0,
    said: { text: '', count: 0 },
    clip: { text: '', count: 0 },
    leave: { hash: '', count: 0 },
    nowMs,
  };
}

/**
 * @param {unknown} stored
 * @returns {Record<string, string[]>}
 */
function invitationsFrom(stored) {
  if (typeof stored !== 'object' || stored === null) return {};
  const kept = Object.entries(stored).filter(
    ([, links]) => Array.isArray(links) && links.every((link) => typeof link === 'string'),
  );
  return Object.fromEntries(kept);
}
