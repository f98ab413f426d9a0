/** The chat beside the match. */

import { t } from '../../text.js';
import { live } from '../../vendor/lit-html/directives/live.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { icon } from '../../view/icons.js';
import { CHAT_LENGTH } from '../state/side.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').RoomDispatch} RoomDispatch */
/** @typedef {import('../types.js').ChatMessage} ChatMessage */

/**
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
export function chatView(state, dispatch) {
  const { muted } = state.settings;
  const turn = t(muted ? 'room.chat.unmute' : 'room.chat.mute');
  return html`<section class="panel chat" aria-labelledby="chat-title">
    <header class="panel-head">
      <h2 id="chat-title">${t('room.chat')}</h2>
      <button
        class="tool"
        type="button"
        aria-label=${turn}
        title=${turn}
        @click=${() => dispatch({ type: 'chat-muted' })}
      >${icon(muted ? 'muted' : 'talk')}</button>
    </header>
    ${muted ? html`<p class="note">${t('room.chat.muted')}</p>` : talkView(state, dispatch)}
  </section>`;
}

/**
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
function talkView(state, dispatch) {
  const { messages, draft, sending, fault } = state.chat;
  return html`<div class="talk" data-talk tabindex="0" role="log" aria-live="off" aria-labelledby="chat-title">
      <div class="talk-lines">
        ${messages.length === 0
          ? html`<p class="note">${t('room.chat.empty')}</p>`
          : messages.map((message) => messageView(state, message, dispatch))}
      </div>
    </div>
    ${state.view?.you.player
      ? html`<form
          class="talk-form"
          @submit=${(/** @type {Event} */ event) => {
            event.preventDefault();
            dispatch({ type: 'chat-sent' });
          }}
        >
          <input
            class="field"
            name="chat"
            type="text"
            dir="auto"
            autocomplete="off"
            enterkeyhint="send"
            maxlength=${CHAT_LENGTH}
            placeholder=${t('room.chat.placeholder')}
            aria-label=${t('room.chat.placeholder')}
            aria-describedby="chat-fault"
            aria-invalid=${fault === '' ? 'false' : 'true'}
            .value=${live(draft)}
            @input=${(/** @type {Event} */ event) =>
              dispatch({ type: 'chat-typed', text: /** @type {HTMLInputElement} */ (event.target).value })}
          />
          <button class="button" type="submit" aria-disabled=${sending === null ? 'false' : 'true'}>
            ${t('room.chat.send')}
          </button>
          <p class="note bad" id="chat-fault" role="status">${fault}</p>
        </form>`
      : nothing}`;
}

/**
 * @param {RoomState} state
 * @param {ChatMessage} message
 * @param {RoomDispatch} dispatch
 */
function messageView(state, { n, name, text, player, seat }, dispatch) {
  const mine = player !== null && player === state.view?.you.player;
  return html`<div class=${mine ? 'message-line mine' : 'message-line'}>
    <p class="message-head">
      <bdi class="message-name">${name}</bdi>
      ${seat === null ? html`<span class="tag">${t('room.chat.visitor')}</span>` : nothing}
      ${mine || !state.view?.you.player
        ? nothing
        : html`<button
            class="report"
            type="button"
            aria-label=${t('room.chat.report', { name })}
            title=${t('room.chat.report', { name })}
            @click=${() => dispatch({ type: 'chat-reporting', n })}
          >${icon('flag')}</button>`}
    </p>
    <p class="message-text" dir="auto">${text}</p>
  </div>`;
}
