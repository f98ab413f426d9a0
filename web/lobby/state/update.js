/** The start page's next state. Pure. */

import { readCatalogue } from '../../model/catalogue.js';
import { t } from '../../text.js';
import { bodyOf, withPatch, withPreset } from './draft.js';
import { faultText } from './faults.js';
import { quickBody } from './quick.js';

/** @typedef {import('../types.js').LobbyState} LobbyState */
/** @typedef {import('../types.js').LobbyAction} LobbyAction */
/** @typedef {import('../types.js').List} List */
/** @typedef {import('../types.js').ListName} ListName */

/** Matches whose invitation links this browser keeps. */
const MOST_INVITATIONS = 40;

/**
 * @param {LobbyState} state
 * @param {LobbyAction} action
 * @returns {LobbyState}
 */
export function updateLobby(state, action) {
  switch (action.type) {
    case 'player-changed':
      return { ...state, player: action.player, known: true };
    case 'offer-loaded':
      return withOffer(state, action.offer);
    case 'offer-failed':
      return { ...state, offer: { ...state.offer, status: 'failed', failure: action.failure } };
    case 'offer-asked':
      return { ...state, offer: { ...state.offer, status: 'loading', failure: null } };
    case 'list-loaded':
    case 'list-failed':
    case 'list-asked':
    case 'more-asked':
      return { ...state, lists: { ...state.lists, [action.list]: nextList(state.lists[action.list], action) } };
    case 'tab-chosen':
      return { ...state, tab: action.tab };
    case 'quick-changed':
      return { ...state, quick: { ...state.quick, ...action.patch }, fault: null };
    case 'dialog-opened':
      return { ...state, dialog: action.dialog, fault: null };
    case 'dialog-closed':
      return { ...state, dialog: null, invited: null, fault: null };
    case 'preset-chosen':
      return { ...state, draft: withPreset(state.draft, action.preset), fault: null };
    case 'draft-changed':
      return { ...state, draft: withPatch(state.draft, action.patch), fault: null };
    case 'seat-added':
    case 'seat-removed':
    case 'seat-chosen': {
      const others = nextSeats(state.draft.others, action);
      return { ...state, draft: withPatch(state.draft, { others }), fault: null };
    }
    case 'invite-asked':
      return invite(state, action.match);
    case 'copy-asked':
      return { ...state, clip: { text: action.text, count: state.clip.count + 1 } };
    case 'copied':
      return copied(state, action.done);
    case 'ticked':
      return { ...state, nowMs: action.nowMs };
    default:
      return tasks(state, action);
  }
}

/**
 * @param {readonly import('../types.js').SeatChoice[]} others
 * @param {Extract<LobbyAction, {type: 'seat-added' | 'seat-removed' | 'seat-chosen'}>} action
 */
function nextSeats(others, action) {
  switch (action.type) {
    case 'seat-added':
      return [...others, /** @type {const} */ ('person')];
    case 'seat-removed':
      return others.toSpliced(action.at, 1);
    case 'seat-chosen':
      return others.with(action.at, action.choice);
  }
}

/**
 * What is asked of the server, one thing at a time, and what comes of it.
 * @param {LobbyState} state
 * @param {Extract<LobbyAction, {type: 'quick-sent' | 'draft-sent' | 'join-asked' | 'leave-asked'
 *   | 'cancel-asked' | 'created' | 'joined' | 'left' | 'task-failed' | 'task-dropped'}>} action
 * @returns {LobbyState}
 */
function tasks(state, action) {
  const id = state.lastId + 1;
  const begun = { ...state, lastId: id, fault: null };
  switch (action.type) {
    case 'quick-sent':
      if (state.task || state.quick.lexicon === '') return state;
      if (state.known && !state.player && state.quick.name.trim() === '') {
        // Nothing was sent: what is sent next is no second try of anything.
        return missing({ ...state, lastId: id, attempt: id }, t('guest.name.missing'));
      }
      return create(state, 'quick', quickBody(state.quick), state.quick.name.trim());
    case 'draft-sent':
      if (state.task || state.draft.lexicon === '') return state;
      return create(state, 'new', bodyOf(state.draft, ''), '');
    case 'join-asked':
      return state.task ? state : { ...begun, task: { kind: 'join', id, match: action.match } };
    case 'leave-asked':
      return state.task ? state : { ...begun, task: { kind: 'leave', id, match: action.match } };
    case 'cancel-asked':
      return state.task ? state : { ...begun, task: { kind: 'cancel', id, match: action.match } };
    default:
  }
  if (state.task?.id !== action.id) return state;
  const done = { ...state, task: null };
  switch (action.type) {
    case 'created':
      return created(done, action);
    case 'joined':
      return { ...done, leave: { hash: `#/match/${action.match}`, count: state.leave.count + 1 } };
    case 'left':
      return said(done, t('lobby.left'));
    case 'task-failed': {
      const text = faultText(action.failure);
      return said({ ...done, fault: { where: whereOf(state), text } }, text);
    }
    case 'task-dropped':
      return done;
  }
}

/**
 * @param {LobbyState} state
 * @param {string} text
 * @returns {LobbyState}
 */
function missing(state, text) {
  return said({ ...state, fault: { where: 'quick', text } }, text);
}

/**
 * What was sent before and failed is sent again, where nothing was changed since: the server may
 * have created the game, and only the answer was lost.
 * @param {LobbyState} state
 * @param {'quick' | 'new'} where
 * @param {import('../../api/types.js').MatchBody} body
 * @param {string} guest
 * @returns {LobbyState}
 */
function create(state, where, body, guest) {
  const id = state.lastId + 1;
  const attempt = state.fault?.where === where ? state.attempt : id;
  return { ...state, lastId: id, attempt, fault: null, task: { kind: 'create', id, body, guest, attempt } };
}

/** @param {LobbyState} state */
function whereOf({ dialog, task }) {
  if (task?.kind !== 'create') return /** @type {const} */ ('lists');
  return dialog === 'new' ? /** @type {const} */ ('new') : /** @type {const} */ ('quick');
}

/**
 * A match whose seats are all taken goes on at once; one that waits shows its invitations.
 * @param {LobbyState} state
 * @param {Extract<LobbyAction, {type: 'created'}>} action
 * @returns {LobbyState}
 */
function created(state, { match, invitations }) {
  const leave = { hash: `#/match/${match}`, count: state.leave.count + 1 };
  if (invitations.length === 0) return { ...state, dialog: null, leave };
  const links = invitations.map(({ seat, link }) => ({ seat, link: state.address + link.replace(/^\//u, '') }));
  const kept = [[match, links.map((one) => one.link)], ...Object.entries(state.invitations)];
  return said(
    {
      ...state,
      dialog: 'invite',
      invited: { id: match, links, visibility: state.draft.visibility, note: '' },
      invitations: Object.fromEntries(kept.slice(0, MOST_INVITATIONS)),
    },
    t('invite.title'),
  );
}

/**
 * @param {LobbyState} state
 * @param {string} match
 * @returns {LobbyState}
 */
function invite(state, match) {
  const kept = state.invitations[match] ?? [];
  const open = state.lists.mine.matches.find((one) => one.id === match)?.visibility ?? 'private';
  const links = kept.map((link, at) => ({ seat: at + 1, link }));
  const whole = links.length > 0 ? links : [{ seat: 0, link: `${state.address}#/match/${match}` }];
  return { ...state, dialog: 'invite', invited: { id: match, links: whole, visibility: open, note: '' } };
}

/**
 * @param {LobbyState} state
 * @param {boolean} done
 * @returns {LobbyState}
 */
function copied(state, done) {
  const note = t(done ? 'copied.link' : 'copied.not');
  const invited = state.invited && { ...state.invited, note };
  return said({ ...state, invited }, note);
}

/**
 * @param {LobbyState} state
 * @param {import('../../model/catalogue.js').Offer} offer
 * @returns {LobbyState}
 */
function withOffer(state, offer) {
  const { lexicons, layouts } = readCatalogue(offer);
  const chosen = (/** @type {string} */ ref) =>
    lexicons.find((one) => one.ref === ref)?.ref ?? lexicons[0]?.ref ?? '';
  const layout = layouts.find((one) => one.name === state.draft.layout)?.name ?? layouts[0]?.name ?? '';
  return {
    ...state,
    offer: { status: 'ready', lexicons, layouts, failure: null },
    quick: { ...state.quick, lexicon: chosen(state.quick.lexicon) },
    draft: { ...state.draft, lexicon: chosen(state.draft.lexicon), layout },
  };
}

/**
 * A list that is asked for anew keeps what it shows until the answer is there.
 * @param {List} list
 * @param {Extract<LobbyAction, {list: ListName}>} action
 * @returns {List}
 */
function nextList(list, action) {
  switch (action.type) {
    case 'list-asked':
      return list.status === 'failed' ? { ...list, status: 'loading', failure: null } : list;
    case 'more-asked':
      return list.next === null ? list : { ...list, more: true };
    case 'list-failed':
      return { ...list, status: 'failed', more: false, failure: action.failure };
    case 'list-loaded': {
      const before = action.more ? list.matches : [];
      const known = new Set(before.map((one) => one.id));
      const fresh = action.matches.filter((one) => !known.has(one.id));
      return { status: 'ready', matches: [...before, ...fresh], next: action.next, more: false, failure: null };
    }
  }
}

/**
 * @param {LobbyState} state
 * @param {string} text
 * @returns {LobbyState}
 */
function said(state, text) {
  return { ...state, said: { text, count: state.said.count + 1 } };
}
