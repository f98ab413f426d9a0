/** Hints: what one costs is said before it is taken. */

import { t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { may, mySeat, offers } from '../state/selectors.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').RoomDispatch} RoomDispatch */

/** @param {RoomState} state */
export function hasHints(state) {
  return (state.options?.['hints']?.moves ?? 0) > 0 && mySeat(state) !== null;
}

/**
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
export function hintsView(state, dispatch) {
  const { hints } = state;
  const cost = state.options?.['hints']?.cost_points ?? 0;
  const enabled = may(state, 'hint');
  return html`<section class="panel hints" aria-labelledby="hints-title">
    <header class="panel-head">
      <h2 id="hints-title">${t('room.hints')}</h2>
      <button
        class="button small"
        type="button"
        data-focus="hint"
        aria-disabled=${enabled ? 'false' : 'true'}
        aria-describedby="hints-note"
        @click=${() =>
          enabled && dispatch(cost > 0 ? { type: 'confirm-opened', dialog: 'hint' } : { type: 'hint-asked' })}
      >${t(state.sending?.what === 'hint' ? 'room.sending' : 'room.hints.ask')}</button>
    </header>
    ${hints && hints.length > 0 ? listView(hints, dispatch) : nothing}
    <p class="note" id="hints-note">${noteOf(state, cost)}</p>
  </section>`;
}

/**
 * @param {readonly import('../types.js').HintMove[]} hints
 * @param {RoomDispatch} dispatch
 */
function listView(hints, dispatch) {
  return html`<ul class="hint-list">
    ${hints.map(
      ({ coord, word, score }, at) => html`<li>
        <button
          class="hint"
          type="button"
          aria-label=${t('room.hints.lay', { coord, word, n: score })}
          @click=${() => dispatch({ type: 'hint-laid', at })}
        ><span class="coord">${coord}</span> <bdi class="word">${word}</bdi> <span class="points">${score}</span></button>
      </li>`,
    )}
  </ul>`;
}

/**
 * @param {RoomState} state
 * @param {number} cost
 */
function noteOf(state, cost) {
  const { hints, view, options } = state;
  if (hints) return t(hints.length === 0 ? 'room.hints.none' : 'room.hints.pick');
  if (!offers(state, 'hint')) {
    const left = leftOf(state);
    return left === 0 ? t('room.hints.left', { n: 0 }) : t('room.hints.not-now');
  }
  const n = options?.['hints']?.moves ?? 0;
  const price = cost > 0 ? t('room.hints.cost', { n: cost }) : t('room.hints.free', { n });
  const left = leftOf(state);
  return view && left !== null ? `${price} ${t('room.hints.left', { n: left })}` : price;
}

/** @param {RoomState} state */
function leftOf(state) {
  const limit = state.options?.['hints']?.per_game ?? null;
  const me = mySeat(state);
  if (limit === null || me === null) return null;
  return Math.max(0, limit - (state.view?.seats[me]?.hints_taken ?? 0));
}
