/** The match room as a whole. */

import { formatList, t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { failureView } from '../../view/failure.js';
import { icon } from '../../view/icons.js';
import { tile } from '../../view/tile.js';
import { valueOf } from '../model/rack.js';
import { isMyTurn, unreadChat } from '../state/selectors.js';
import { placeOf } from '../state/tiles.js';
import { boardView } from './board.js';
import { chatView } from './chat.js';
import { dialogView } from './dialogs.js';
import { dockView } from './dock.js';
import { hasHints, hintsView } from './hints.js';
import { recordView } from './record.js';
import { resultView } from './result.js';
import { seatsView } from './seats.js';
import { unseenView } from './unseen.js';
import { waitingView } from './waiting.js';
import { hasWords, wordsView } from './words.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').RoomDispatch} RoomDispatch */
/** @typedef {import('../types.js').MatchView} MatchView */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').RoomTab} RoomTab */

/**
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
export function roomView(state, dispatch) {
  const { view, game } = state;
  if (state.status === 'gone') return goneView();
  if (!view || !game) return loadingView(state, dispatch);
  return html`${tableView(state, view, game, dispatch)} ${dialogView(state, dispatch)} ${dragView(state, game)}`;
}

/**
 * The name of the match.
 * @param {MatchView} view
 */
function titleOf(view) {
  if (view.title) return view.title;
  const names = view.seats.flatMap(({ name }) => name ?? []);
  return names.length === 0 ? t('room.title') : formatList(names);
}

/**
 * In a tab that is out of sight the title says whose turn it is.
 * @param {RoomState} state
 * @param {MatchView} view
 */
export function pageTitle(state, view) {
  const title = titleOf(view);
  return isMyTurn(state) ? t('room.title.turn', { title }) : title;
}

/**
 * @param {RoomState} state
 * @param {MatchView} view
 * @param {Game} game
 * @param {RoomDispatch} dispatch
 */
function tableView(state, view, game, dispatch) {
  const tabs = tabsOf(state, view);
  const tab = tabs.includes(state.tab) ? state.tab : 'moves';
  return html`<main class="room" id="main" data-tab=${tab} data-phase=${view.phase} data-skip tabindex="-1">
    <h1 class="sr">${titleOf(view)}</h1>
    ${seatsView(state, view)}
    <div class="room-stage">${boardView(state, game, dispatch)} ${dockView(state, game, dispatch)}</div>
    ${noticeView(state, dispatch)}
    <nav class="tabs room-tabs" aria-label=${t('room.tab.label')}>
      ${tabs.map((name) => tabView(state, name, tab, dispatch))}
    </nav>
    <div class="room-main">
      ${view.phase === 'waiting' ? waitingView(state, view, dispatch) : nothing}
      ${view.result ? resultView(state, view, view.result) : nothing}
      ${view.phase === 'waiting' ? nothing : recordView(state, game, dispatch)}
      ${tabs.includes('hints') ? hintsView(state, dispatch) : nothing}
      ${tabs.includes('words') ? wordsView(state, dispatch) : nothing}
    </div>
    <div class="room-side">${unseenView(view, game)} ${view.chat ? chatView(state, dispatch) : nothing}</div>
  </main>`;
}

/**
 * @param {RoomState} state
 * @param {MatchView} view
 * @returns {RoomTab[]}
 */
function tabsOf(state, view) {
  const playing = view.phase === 'playing' || view.phase === 'closing';
  return [
    'moves',
    ...(playing && hasHints(state) ? [/** @type {const} */ ('hints')] : []),
    ...(hasWords(state) ? [/** @type {const} */ ('words')] : []),
    'unseen',
    ...(view.chat ? [/** @type {const} */ ('chat')] : []),
  ];
}

/**
 * @param {RoomState} state
 * @param {RoomTab} name
 * @param {RoomTab} chosen
 * @param {RoomDispatch} dispatch
 */
function tabView(state, name, chosen, dispatch) {
  const unread = name === 'chat' && chosen !== 'chat' ? unreadChat(state) : 0;
  return html`<button
    class="tab"
    type="button"
    aria-pressed=${name === chosen ? 'true' : 'false'}
    aria-label=${unread > 0 ? t('room.tab.chat.unread', { n: unread }) : nothing}
    @click=${() => dispatch({ type: 'tab-chosen', tab: name })}
  >${t(`room.tab.${name}`)}${unread > 0 ? html` <span class="unread" aria-hidden="true">${unread}</span>` : nothing}</button>`;
}

/**
 * What was refused, and what waits to be sent again. It is spoken as it comes, by the page's live
 * region; a role of its own would have it spoken twice, and its countdown every second.
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
function noticeView(state, dispatch) {
  const { notice, sending, nowMs } = state;
  if (!notice) return nothing;
  // From the first try without an answer until there is one; while it is tried again nothing jumps.
  const pending = sending !== null && (sending.retryAtMs !== null || sending.tries > 1);
  return html`<div class=${`notice ${notice.kind}`}>
    <p>${notice.text}${pending ? html` <span class="figure">${waitText(sending, nowMs)}</span>` : nothing}</p>
    ${pending
      ? html`<button class="button small" type="button"
          aria-disabled=${sending.retryAtMs === null ? 'true' : 'false'}
          @click=${() => dispatch({ type: 'tried-again', id: sending.id })}
        >${t('room.waiting.now')}</button>`
      : html`<button class="tool" type="button" aria-label=${t('room.notice.close')}
          @click=${() => dispatch({ type: 'notice-closed' })}
        >${icon('close')}</button>`}
  </div>`;
}

/**
 * @param {import('../types.js').Attempt} sending
 * @param {number} nowMs
 */
function waitText({ retryAtMs }, nowMs) {
  if (retryAtMs === null) return t('room.sending');
  return t('room.waiting', { n: Math.max(0, Math.ceil((retryAtMs - nowMs) / 1000)) });
}

/**
 * Before the match has come the board stands empty in its place, so that nothing jumps.
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
function loadingView(state, dispatch) {
  const { failure } = state;
  return html`<main class="room loading" id="main" data-tab="moves" data-skip tabindex="-1" aria-busy=${failure ? 'false' : 'true'}>
    <h1 class="sr">${t(failure ? 'room.failed' : 'room.loading')}</h1>
    <section class="seats" aria-hidden="true"></section>
    <div class="room-stage"><div class="board-frame blank-board"></div></div>
    <div class="room-main">
      ${failure
        ? html`<section class="panel">${failureView(failure, state.nowMs, () => dispatch({ type: 'match-asked' }))}</section>`
        : nothing}
    </div>
  </main>`;
}

function goneView() {
  return html`<main class="room gone" id="main" data-skip tabindex="-1">
    <section class="panel message">
      <h1 class="message-title">${t('room.gone.title')}</h1>
      <p>${t('room.gone.body')}</p>
      <a class="button primary" href="#/">${t('room.lobby')}</a>
    </section>
  </main>`;
}

/**
 * The tile under the pointer, which the pointer's own module moves.
 * @param {RoomState} state
 * @param {Game} game
 */
function dragView(state, game) {
  if (!state.drag) return nothing;
  const one = state.tiles[placeOf(state, state.drag.source)];
  const off = state.drag.over.kind === 'off' ? ' off' : '';
  return html`<div class=${`dragged${off}`} data-dragged aria-hidden="true">
    ${one ? tile(game.alphabet, valueOf(one)) : nothing}
  </div>`;
}

/**
 * The screen's own buttons in the page's bar.
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
export function toolsView(state, dispatch) {
  const { sounds } = state.settings;
  const sound = t(sounds ? 'room.bar.sounds.on' : 'room.bar.sounds.off');
  return html`<div class="bar-actions">
    <button class="bar-button" type="button" aria-pressed=${sounds ? 'true' : 'false'} aria-label=${sound} title=${sound}
      @click=${() => dispatch({ type: 'sounds-turned' })}
    >${icon(sounds ? 'sound' : 'silent')}</button>
    <button class="bar-button" type="button" aria-label=${t('room.bar.help')} title=${t('room.bar.help')}
      @click=${() => dispatch({ type: 'dialog-opened', dialog: 'help' })}
    >${icon('help')}</button>
  </div>`;
}
