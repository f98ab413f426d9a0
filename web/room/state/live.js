/** What comes from the server by itself: the match, its events, chat, presence, the clock. */

import { t } from '../../text.js';
import { betterOffset, clockOf, warningBetween } from '../model/clock.js';
import { flat, gameFrom, rackFrom, squaresFrom } from '../model/game.js';
import { squaresOf } from '../model/record.js';
import { syncTiles } from '../model/rack.js';
import { announce } from './announce.js';
import { mySeat, offers } from './selectors.js';
import { say, sound, resync } from './steps.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').MatchView} MatchView */
/** @typedef {import('../types.js').EventMessage} EventMessage */
/** @typedef {import('./actions.js').LiveAction} LiveAction */

const TURN_TYPES = new Set(['placed', 'exchanged', 'passed', 'resigned', 'started']);

/**
 * @param {RoomState} state
 * @param {LiveAction} action
 * @returns {RoomState}
 */
export function live(state, action) {
  switch (action.type) {
    case 'match-asked':
      return resync({ ...state, status: state.view ? state.status : 'loading', failure: null });
    case 'player-changed':
      return resync({ ...state, status: 'loading', view: null, game: null, tiles: [], events: [] });
    case 'match-loaded':
      return load(state, action);
    case 'match-failed':
      return failed(state, action.failure);
    case 'match-gone':
      return say({ ...state, status: 'gone' }, t('room.gone.title'));
    case 'frame-came':
      return advance(state, action.frame.events, action.frame.view, action.nowMs);
    case 'presence-came':
      return presence(state, action.connected, action.botWaiting);
    case 'chat-came':
      return heard(state, action.messages);
    case 'guest-known':
      return { ...state, guests: [...state.guests, action.player] };
    case 'connection-changed':
      return connected(state, action.connection);
    case 'ticked':
      return tick(state, action.nowMs);
  }
}

const UNSEEN = new Set(['unknown-match', 'not-yours']);

/**
 * A match that is shown stays: it is asked for again, see `Requests`.
 * @param {RoomState} state
 * @param {import('../types.js').Failure} failure
 * @returns {RoomState}
 */
function failed(state, failure) {
  if (UNSEEN.has(failure.type)) return say({ ...state, status: 'gone' }, t('room.gone.title'));
  return state.view ? state : { ...state, status: 'failed', failure };
}

/**
 * The match read as a whole: at first, and whenever something was missed.
 * @param {RoomState} state
 * @param {Extract<LiveAction, {type: 'match-loaded'}>} loaded
 * @returns {RoomState}
 */
function load(state, { view, options, events, messages, nowMs }) {
  if (state.view && view.seq < state.view.seq) return state;
  if (state.view && state.game) {
    const known = state.view.seq;
    const next = take({ ...state, events }, view, events.filter((event) => event.seq > known), nowMs);
    return heard(next, messages);
  }
  const game = gameFrom(options);
  const [row, col] = game.layout.start;
  const seen = messages.at(-1)?.n ?? 0;
  /** @type {RoomState} */
  const fresh = {
    ...state,
    status: 'ready',
    failure: null,
    game,
    options,
    events,
    tiles: (state.saved ?? []).map((tile) => ({ ...tile, chosen: false })),
    saved: null,
    cursor: { row, col, direction: 'across' },
    offsetMs: view.now_ms - nowMs,
    chat: { ...state.chat, messages, seen },
  };
  return take(fresh, view, [], nowMs);
}

/**
 * Events with the state after them, from the stream or in the answer to a move. What is known
 * already is passed over; a gap asks for the whole match.
 * @param {RoomState} state
 * @param {readonly EventMessage[]} events
 * @param {MatchView} view
 * @param {number} nowMs
 * @returns {RoomState}
 */
export function advance(state, events, view, nowMs) {
  if (!state.view || !state.game) return state;
  const known = state.view.seq;
  if (view.seq <= known) return state;
  const news = events.filter((event) => event.seq > known);
  if (news[0]?.seq !== known + 1) return resync(state);
  return take({ ...state, events: [...state.events, ...news] }, view, news, nowMs);
}

/**
 * @param {RoomState} state
 * @param {MatchView} view
 * @param {readonly EventMessage[]} news
 * @param {number} nowMs
 * @returns {RoomState}
 */
function take(state, view, news, nowMs) {
  const { game } = state;
  if (!game) return state;
  const squares = squaresFrom(view.board, game);
  const mine = news.filter((event) => event.type === 'placed' && event.data['seat'] === view.you.seat);
  const played = new Set(mine.flatMap((event) => flat(squaresOf(event.data), game)));
  // What was given back is gone; one alike that was drawn for it is a new tile.
  const given = news.some((event) => event.type === 'exchanged' && event.data['seat'] === view.you.seat);
  const left = given ? state.tiles.filter((tile) => !tile.chosen) : state.tiles;
  const tiles = syncTiles(left, rackFrom(view.rack, game), squares, played);
  const turned = news.length > 0 && view.turn_number !== state.view?.turn_number;
  // The result is what everyone wants to see, unless they are writing just now.
  const ended = news.some((event) => event.type === 'ended') && state.chat.draft === '';
  const offsetMs = betterOffset(state.offsetMs, view.now_ms, nowMs);
  const next = settle({
    ...state,
    view,
    squares,
    tiles,
    offsetMs,
    nowMs,
    held: null,
    faults: [],
    hints: hintsOf(state.events, view) ?? (turned ? null : state.hints),
    notice: turned ? null : state.notice,
    shown: turned ? -1 : state.shown,
    tab: ended ? 'moves' : state.tab,
  });
  return ring(say(next, announce(news, view)), news, view);
}

/**
 * What this turn's hint has shown, which a reload must not lose.
 * @param {readonly EventMessage[]} events
 * @param {MatchView} view
 * @returns {import('../types.js').HintMove[] | null}
 */
function hintsOf(events, view) {
  const { turn, you } = view;
  if (turn === null || turn !== you.seat) return null;
  const last = events.findLast((event) => TURN_TYPES.has(event.type) || event.type === 'hint-taken');
  return last?.type === 'hint-taken' && last.data['seat'] === turn ? last.data['moves'] ?? null : null;
}

/**
 * What no longer has a ground under it: an exchange out of turn, a drag of a tile that is gone, a
 * question about a move that cannot be made any more.
 * @param {RoomState} state
 * @returns {RoomState}
 */
function settle(state) {
  const { drag, dialog } = state;
  let next = state;
  if (next.exchanging && !offers(next, 'exchange')) {
    next = { ...next, exchanging: false, tiles: next.tiles.map((tile) => ({ ...tile, chosen: false })) };
  }
  if (drag) next = { ...next, drag: null };
  if (next.blankFor) next = { ...next, blankFor: null, dialog: null };
  const lawful = ['pass', 'resign', 'challenge', 'hint', 'cancel', 'leave'];
  if (dialog && lawful.includes(dialog) && !next.view?.actions.includes(/** @type {any} */ (dialog))) {
    next = { ...next, dialog: null };
  }
  return next;
}

/**
 * @param {RoomState} state
 * @param {readonly EventMessage[]} news
 * @param {MatchView} view
 * @returns {RoomState}
 */
function ring(state, news, view) {
  if (news.length === 0) return state;
  if (news.some((event) => event.type === 'ended')) return sound(state, 'end');
  const me = mySeat(state);
  const others = news.some((event) => event.data['seat'] !== me);
  if (me !== null && view.turn === me && others) return sound(state, 'turn');
  return news.some((event) => event.type === 'placed') ? sound(state, 'place') : state;
}

/**
 * @param {RoomState} state
 * @param {boolean[]} connectedSeats
 * @param {boolean} botWaiting
 * @returns {RoomState}
 */
function presence(state, connectedSeats, botWaiting) {
  if (!state.view) return state;
  const waits = botWaiting && !state.view.bot_waiting;
  const left = state.view.connected.some((was, seat) => was && !connectedSeats[seat]);
  const next = { ...state, view: { ...state.view, connected: connectedSeats, bot_waiting: botWaiting } };
  // Who leaves after the end may be gone for good, and is offered no rematch then.
  if (left && offers(state, 'rematch')) return resync(next);
  return waits ? say(next, t('room.bot.waiting')) : next;
}

/**
 * @param {RoomState} state
 * @param {readonly import('../types.js').ChatMessage[]} messages
 * @returns {RoomState}
 */
export function heard(state, messages) {
  const known = state.chat.messages.at(-1)?.n ?? 0;
  const news = messages.filter((message) => message.n > known);
  const last = news.at(-1);
  if (!last) return state;
  const seen = state.tab === 'chat' ? last.n : state.chat.seen;
  const all = [...state.chat.messages, ...news];
  const next = { ...state, chat: { ...state.chat, messages: all, seen } };
  const others = news.filter((one) => one.player !== state.view?.you.player);
  const spoken = others.at(-1);
  if (!spoken || state.settings.muted) return next;
  return sound(say(next, t('room.chat.say', { name: spoken.name, text: spoken.text })), 'chat');
}

/**
 * @param {RoomState} state
 * @param {import('../types.js').Connection} connection
 * @returns {RoomState}
 */
function connected(state, connection) {
  if (connection === state.connection) return state;
  const { sending } = state;
  const back = connection === 'live' && state.connection !== 'live';
  // A score that could not be asked for can be now.
  const preview = back && state.preview.failed ? { key: '', answer: null, failed: false } : state.preview;
  const told = { ...state, connection, preview };
  // With the connection back there is no use in waiting longer.
  if (!back || sending === null || sending.retryAtMs === null) return told;
  return { ...told, sending: { ...sending, retryAtMs: state.nowMs } };
}

/**
 * @param {RoomState} state
 * @param {number} nowMs
 * @returns {RoomState}
 */
function tick(state, nowMs) {
  const { view, offsetMs } = state;
  const ticked = { ...state, nowMs };
  const me = mySeat(state);
  if (!view || me === null) return ticked;
  const before = clockOf(view, me, state.nowMs + offsetMs);
  const now = clockOf(view, me, nowMs + offsetMs);
  if (!now.running || now.kind === 'none') return ticked;
  const due = warningBetween(before.leftMs, now.leftMs);
  const key = `${view.turn_number} ${due}`;
  if (due === null || state.warned.includes(key)) return ticked;
  const warned = [...state.warned.slice(-7), key];
  return sound(say({ ...ticked, warned }, t('room.tell.warning', { n: due })), 'warning');
}
