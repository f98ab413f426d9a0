/** The dock under the board: my rack, what the tiles would score, and what I can do. */

import { BLANK } from '../../model/alphabet.js';
import { t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { icon } from '../../view/icons.js';
import { tile } from '../../view/tile.js';
import { onRack } from '../model/rack.js';
import { chosenTiles, hasTentative, isMyTurn, may, mySeat, offers, previewOf } from '../state/selectors.js';
import { statusOf } from '../state/status.js';
import { tileText } from '../state/tiles.js';
import { rackKey } from './keys.js';
import { rematchView } from './result.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').RoomDispatch} RoomDispatch */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Lawful} Lawful */

/**
 * @param {RoomState} state
 * @param {Game} game
 * @param {RoomDispatch} dispatch
 */
export function dockView(state, game, dispatch) {
  const { view } = state;
  const playing = mySeat(state) !== null && (view?.phase === 'playing' || view?.phase === 'closing');
  const status = statusOf(state);
  return html`<section
    class=${`dock room-dock${state.exchanging ? ' exchanging' : ''}${playing ? '' : ' bare'}`}
    aria-label=${t('room.rack')}
  >
    <p class=${`dock-status ${status.tone}`} id="dock-status">${status.text}</p>
    ${playing
      ? html`<div class="rack-line">
            <div class="rack-box">${rackView(state, game, dispatch)}</div>
            ${orderView(state, dispatch)}
          </div>
          ${actionsView(state, dispatch)}`
      : nothing}
    ${view?.phase === 'ended' ? html`<div class="dock-actions">${rematchView(state, view, dispatch)}</div>` : nothing}
  </section>`;
}

/**
 * @param {RoomState} state
 * @param {Game} game
 * @param {RoomDispatch} dispatch
 */
function rackView(state, game, dispatch) {
  const shown = onRack(state.tiles);
  const size = Math.max(state.options?.['rack_size'] ?? 0, state.tiles.length);
  const over = state.drag?.over.kind === 'rack' ? ' over' : '';
  return html`<div
    class=${`rack${over}`}
    role="group"
    aria-label=${t('rack.tiles')}
    aria-describedby="rack-keys"
    data-rack="end"
    .style=${`--slots:${size}`}
    @click=${() => dispatch({ type: 'rack-clicked' })}
  >
    ${shown.map((at, place) => rackTile(state, game, at, place, shown.length, dispatch))}
    ${Array.from({ length: size - shown.length }, () => html`<span class="slot" aria-hidden="true"></span>`)}
    <p class="sr" id="rack-keys">${t('room.rack.keys')}</p>
  </div>`;
}

/**
 * @param {RoomState} state
 * @param {Game} game
 * @param {number} at
 * @param {number} place
 * @param {number} count
 * @param {RoomDispatch} dispatch
 */
function rackTile(state, game, at, place, count, dispatch) {
  const one = state.tiles[at];
  if (!one) return nothing;
  const { drag, held, exchanging } = state;
  const dragged = drag?.source.kind === 'rack' && drag.source.at === at;
  const lifted = held?.kind === 'rack' && held.at === at;
  const under = drag?.over.kind === 'rack' && drag.over.at === place && !dragged;
  const stop = Math.min(state.roving, count - 1) === place;
  const name = one.letter === BLANK ? t('tile.blank') : tileText(game, one);
  const key = exchanging
    ? one.chosen
      ? 'room.rack.chosen'
      : 'room.rack.unchosen'
    : lifted
      ? 'rack.tile.held'
      : 'rack.tile';
  const marks = `${lifted ? ' held' : ''}${dragged ? ' lifted' : ''}${one.chosen ? ' chosen' : ''}${under ? ' under' : ''}`;
  return html`<button
    class=${`rack-tile${marks}`}
    type="button"
    data-drag="rack"
    data-at=${at}
    data-rack=${place}
    data-focus=${`rack-${place}`}
    tabindex=${stop ? 0 : -1}
    aria-pressed=${lifted || one.chosen ? 'true' : 'false'}
    aria-label=${t(key, { tile: name })}
    @click=${(/** @type {Event} */ event) => {
      event.stopPropagation();
      dispatch({ type: 'tile-clicked', at });
    }}
    @keydown=${(/** @type {KeyboardEvent} */ event) => rackKey(event, place, count, dispatch)}
  >${tile(game.alphabet, one.letter)}</button>`;
}

/**
 * On a phone recall and shuffle share a place: one of them is of use.
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
function orderView(state, dispatch) {
  const laid = hasTentative(state);
  return html`<div class=${`rack-tools${laid ? ' laid' : ''}`}>
    ${toolButton('shuffle', t('room.shuffle.long'), true, () => dispatch({ type: 'shuffle-wanted' }))}
    ${toolButton('sort-tiles', t('room.sort.long'), true, () => dispatch({ type: 'tiles-sorted' }))}
    ${toolButton('recall', t('room.recall.long'), laid, () => dispatch({ type: 'tiles-recalled' }))}
  </div>`;
}

/**
 * @param {'shuffle' | 'sort-tiles' | 'recall'} name
 * @param {string} label
 * @param {boolean} enabled
 * @param {() => void} act
 */
function toolButton(name, label, enabled, act) {
  return html`<button
    class=${`tool ${name}`}
    type="button"
    aria-label=${label}
    title=${label}
    aria-disabled=${enabled ? 'false' : 'true'}
    @click=${() => enabled && act()}
  >${icon(name)}</button>`;
}

/**
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
function actionsView(state, dispatch) {
  if (state.exchanging) return exchangeView(state, dispatch);
  const rare = /** @type {const} */ (['pass', 'resign']);
  return html`<div class="dock-actions">
    <div class="rarer">
      <button
        class="button more"
        type="button"
        data-focus="more"
        aria-expanded=${state.menu ? 'true' : 'false'}
        aria-controls="rarer"
        @click=${() => dispatch({ type: 'menu-turned' })}
      >${icon('more')}<span class="sr">${t('room.more')}</span></button>
      <div class=${`rarer-actions${state.menu ? ' open' : ''}`} id="rarer">
        ${rare.map((one) => action(state, one, t(`room.${one}`), 'quiet', () =>
          dispatch({ type: 'confirm-opened', dialog: one }),
        ))}
      </div>
    </div>
    ${state.view?.phase === 'closing'
      ? nothing // the bag is empty
      : action(state, 'exchange', t('room.exchange'), 'swap', () => dispatch({ type: 'exchange-opened' }), icon('exchange'))}
    ${offers(state, 'challenge')
      ? action(state, 'challenge', t('room.challenge'), 'doubt', () =>
          dispatch({ type: 'confirm-opened', dialog: 'challenge' }),
        )
      : nothing}
    ${offers(state, 'accept')
      ? action(state, 'accept', t('room.accept'), 'primary commit', () => dispatch({ type: 'accept-asked' }))
      : playButton(state, dispatch)}
  </div>`;
}

/**
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
function playButton(state, dispatch) {
  const preview = previewOf(state)?.answer;
  const busy = state.sending?.what === 'move';
  const ready = isMyTurn(state) && hasTentative(state) && may(state, 'place');
  const text = busy
    ? t('room.sending')
    : preview?.legal
      ? t('room.play.for', { n: preview.score })
      : t('room.play');
  return html`<button
    class="button primary commit"
    type="button"
    data-focus="play"
    aria-disabled=${ready ? 'false' : 'true'}
    aria-describedby="dock-status"
    @click=${() => dispatch({ type: 'play-asked' })}
  >${text}</button>`;
}

/**
 * A button that cannot act stays focusable, so that the focus is not lost when it becomes so.
 * @param {RoomState} state
 * @param {Lawful} name
 * @param {string} text
 * @param {string} kind
 * @param {() => void} act
 * @param {unknown} [mark]
 */
function action(state, name, text, kind, act, mark = nothing) {
  const enabled = may(state, name);
  return html`<button
    class=${`button ${kind}`}
    type="button"
    data-focus=${name}
    aria-label=${text}
    aria-disabled=${enabled ? 'false' : 'true'}
    @click=${() => enabled && act()}
  >${mark}<span>${text}</span></button>`;
}

/**
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
function exchangeView(state, dispatch) {
  const n = chosenTiles(state).length;
  return html`<div class="dock-actions">
    <button class="button" type="button" @click=${() => dispatch({ type: 'exchange-closed' })}>
      ${t('room.exchange.off')}
    </button>
    <button
      class="button primary commit"
      type="button"
      data-focus="play"
      aria-describedby="dock-status"
      @click=${() => dispatch({ type: 'exchange-asked' })}
    >${n === 0 ? t('room.exchange.none') : t('room.exchange.do', { n })}</button>
  </div>`;
}
