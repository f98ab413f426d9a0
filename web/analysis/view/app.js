/** The page as a whole. */

import { gameOf } from '../state/selectors.js';
import { valueAt } from '../state/tiles.js';
import { t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { boardView } from './board.js';
import { dialogView } from './dialogs.js';
import { failureView } from '../../view/failure.js';
import { messageView, movesView } from './moves.js';
import { dockView } from './rack.js';
import { setupView } from './setup.js';
import { tile } from '../../view/tile.js';
import { trayView } from './tray.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Dispatch} Dispatch */
/** @typedef {import('../state/selectors.js').Game} Game */

const TABS = /** @type {const} */ (['moves', 'tiles', 'setup']);

/**
 * @param {State} state
 * @param {Dispatch} dispatch
 */
export function view(state, dispatch) {
  const game = gameOf(state);
  return html`${game ? tableView(state, game, dispatch) : waitingView(state, dispatch)}
    ${dialogView(state, game, dispatch)} ${game ? dragView(state, game) : nothing}`;
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {Dispatch} dispatch
 */
function tableView(state, game, dispatch) {
  return html`<main class="table" id="main" tabindex="-1" data-tab=${state.tab} data-receiver=${state.receiver}>
    <h1 class="sr" tabindex="-1">${t('analysis.title')}</h1>
    <div class="stage">${boardView(state, game, dispatch)} ${dockView(state, game, dispatch)}</div>
    <nav class="tabs" aria-label=${t('tab.label')}>
      ${TABS.map(
        (tab) => html`<button
          class="tab"
          type="button"
          aria-pressed=${state.tab === tab ? 'true' : 'false'}
          @click=${() => dispatch({ type: 'tab-chosen', tab })}
        >${t(`tab.${tab}`)}</button>`,
      )}
    </nav>
    ${movesView(state, game, dispatch)}
    <div class="side">${setupView(state, game, dispatch)} ${trayView(state, game, dispatch)}</div>
  </main>`;
}

/**
 * Before the game data has come the board stands empty in its place, so that nothing jumps.
 * @param {State} state
 * @param {Dispatch} dispatch
 */
function waitingView(state, dispatch) {
  const { status, failure } = state.catalogue;
  return html`<main class="table waiting" id="main" tabindex="-1" data-tab="moves">
    <h1 class="sr" tabindex="-1">${t('analysis.title')}</h1>
    <div class="stage"><div class="board-frame blank-board"></div></div>
    <section class="panel moves" id="moves">
      ${status === 'failed' && failure
        ? failureView(failure, state.nowMs, () => dispatch({ type: 'catalogue-asked' }))
        : nothing}
      ${status === 'ready' ? messageView('none', t('catalogue.title'), t('setup.none')) : nothing}
    </section>
  </main>`;
}

/**
 * The tile under the pointer; `pointer.js` moves it.
 * @param {State} state
 * @param {Game} game
 */
function dragView(state, game) {
  if (!state.drag) return nothing;
  const value = valueAt(state, game, state.drag.source);
  const off = state.drag.over.kind === 'off' ? ' off' : '';
  return html`<div class=${`dragged${off}`} data-dragged aria-hidden="true">
    ${value < 0 ? nothing : tile(game.alphabet, value)}
  </div>`;
}
