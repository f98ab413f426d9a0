/** The dock under the board: the rack as tiles, the same rack as a text, and Solve. */

import { BLANK } from '../../model/alphabet.js';
import { mapFaults } from '../../model/problems.js';
import { failureOf, rackFault, rackOf, statusOf } from '../state/selectors.js';
import { valueAt } from '../state/tiles.js';
import { t } from '../../text.js';
import { live } from '../../vendor/lit-html/directives/live.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { rovingKey } from './keys.js';
import { tile, tileName } from '../../view/tile.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Dispatch} Dispatch */
/** @typedef {import('../state/selectors.js').Game} Game */

/**
 * @param {State} state
 * @param {Game} game
 * @param {Dispatch} dispatch
 */
export function dockView(state, game, dispatch) {
  const note = noteOf(state, game);
  const { bad } = note;
  return html`<section class="dock" aria-label=${t('rack.label')}>
    <div class="rack-box">${rackView(state, game, dispatch)}</div>
    <form
      class="rack-form"
      id="rack-form"
      @submit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        dispatch({ type: 'solve-asked' });
      }}
    >
      <input
        class="field rack-field"
        data-focus="rack"
        name="rack"
        type="text"
        autocomplete="off"
        autocapitalize="characters"
        autocorrect="off"
        spellcheck="false"
        enterkeyhint="go"
        maxlength="120"
        aria-label=${t('rack.label')}
        aria-describedby="rack-note"
        aria-invalid=${bad && note.ofRack ? 'true' : 'false'}
        placeholder=${t('rack.placeholder')}
        .value=${live(state.position.rackText)}
        @focus=${() => dispatch({ type: 'receiver-chosen', receiver: 'rack' })}
        @input=${(/** @type {InputEvent} */ event) =>
          dispatch({
            type: 'rack-typed',
            text: /** @type {HTMLInputElement} */ (event.target).value,
          })}
      />
    </form>
    ${solveButton(state, dispatch)}
    <p class=${`note${bad ? ' bad' : ''}${note.urgent ? ' urgent' : ''}`} id="rack-note">${note.text}</p>
  </section>`;
}

/**
 * One button in one place: it starts a solve, and stops the one under way.
 * @param {State} state
 * @param {Dispatch} dispatch
 */
function solveButton(state, dispatch) {
  const busy = statusOf(state) === 'loading';
  return html`<button
    class=${busy ? 'button solve busy' : 'button primary solve'}
    type="button"
    data-focus="solve"
    @click=${() => dispatch({ type: busy ? 'solve-cancelled' : 'solve-asked' })}
  >${t(busy ? 'solve.cancel' : 'solve')}</button>`;
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {Dispatch} dispatch
 */
function rackView(state, game, dispatch) {
  const tiles = rackOf(state, game).values;
  const slots = Math.max(0, state.settings.rackSize - tiles.length);
  const receiving = state.receiver === 'rack' ? ' receiving' : '';
  const over = state.drag?.over.kind === 'rack' ? ' over' : '';
  return html`<div
    class=${`rack${receiving}${over}`}
    role="group"
    aria-label=${t('rack.tiles')}
    data-rack="end"
    .style=${`--slots:${Math.max(state.settings.rackSize, tiles.length)}`}
    @click=${(/** @type {PointerEvent} */ event) =>
      dispatch({ type: 'rack-chosen', touch: event.pointerType === 'touch' })}
  >
    ${tiles.map((letter, index) => rackTile(state, game, tiles, letter, index, dispatch))}
    ${Array.from({ length: slots }, () => html`<span class="slot" aria-hidden="true"></span>`)}
  </div>`;
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {readonly number[]} tiles
 * @param {number} letter
 * @param {number} index
 * @param {Dispatch} dispatch
 */
function rackTile(state, game, tiles, letter, index, dispatch) {
  const { drag, held } = state;
  const dragged = drag?.source.kind === 'rack' && drag.source.index === index;
  const lifted = held?.kind === 'rack' && held.index === index;
  const stop = Math.min(state.roving.rack, tiles.length - 1) === index;
  const name = letter === BLANK ? t('tile.blank') : tileName(game.alphabet, letter);
  return html`<button
    class=${`rack-tile${lifted ? ' held' : ''}${dragged ? ' lifted' : ''}`}
    type="button"
    data-drag="rack"
    data-rack=${index}
    data-focus=${stop ? 'rack-tile' : nothing}
    tabindex=${stop ? 0 : -1}
    aria-pressed=${lifted ? 'true' : 'false'}
    aria-label=${t(lifted ? 'rack.tile.held' : 'rack.tile', { tile: name })}
    @click=${(/** @type {Event} */ event) => {
      event.stopPropagation();
      dispatch({ type: 'tile-held', source: { kind: 'rack', index } });
    }}
    @keydown=${(/** @type {KeyboardEvent} */ event) =>
      rovingKey(event, 'rack', index, tiles.length, dispatch)}
  >${tile(game.alphabet, letter)}</button>`;
}

/**
 * The line under the rack always has a text, so that nothing moves when a fault appears. A phone
 * has room for what is urgent only.
 * @param {State} state
 * @param {Game} game
 * @returns {{text: string, bad: boolean, urgent: boolean, ofRack: boolean}}
 */
function noteOf(state, game) {
  const fault = rackFault(state, game);
  const { rackSize: size } = state.settings;
  const n = rackOf(state, game).values.length;
  const bad = (/** @type {string} */ text) => ({ text, bad: true, urgent: true, ofRack: true });
  if (fault?.code === 'unread') return bad(t('rack.unread', { text: fault.text }));
  if (fault?.code === 'long') return bad(t('rack.long', { n: size, got: n }));
  const failure = failureOf(state);
  const faults = failure ? mapFaults(failure, game.layout.rows, game.layout.cols) : null;
  const said = faults?.rack[0];
  if (said) return bad(said);
  if (fault?.code === 'overdrawn') {
    const of = game.alphabet.counts[fault.letter] ?? 0;
    const name = fault.letter === BLANK ? t('tile.blank') : tileName(game.alphabet, fault.letter);
    const ofRack = rackOf(state, game).values.includes(fault.letter);
    return { ...bad(t('rack.overdrawn', { tile: name, n: of })), ofRack };
  }
  if (state.held) {
    const value = valueAt(state, game, state.held);
    const name = value > 0 ? tileName(game.alphabet, value) : t('tile.blank');
    return { text: t('rack.hint.held', { tile: name }), bad: false, urgent: true, ofRack: true };
  }
  const text = n === 0 ? t('rack.hint.empty', { size }) : t('rack.hint', { n, size });
  return { text, bad: false, urgent: false, ofRack: true };
}
