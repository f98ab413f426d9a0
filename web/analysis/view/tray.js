/**
 * The unseen tiles: how many of each are left, how likely a full rack holds one, and at the same
 * time the place to pick tiles from. Most of all on a touch screen it is the keyboard of the
 * board.
 */

import { BLANK } from '../../model/alphabet.js';
import { squareName } from '../../model/coordinates.js';
import { chanceOfAny } from '../../model/probability.js';
import { unseenOf } from '../state/selectors.js';
import { formatChance, t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { icon } from '../../view/icons.js';
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
export function trayView(state, game, dispatch) {
  const counts = unseenOf(state, game);
  const total = counts.reduce((sum, count) => sum + Math.max(0, count), 0);
  // The blank stands last, as in the usual tables of tiles.
  const letters = [...game.alphabet.tiles.map((_, at) => at + 1), BLANK];
  return html`<section class="panel tray" data-panel="tiles" aria-labelledby="tray-title">
    <header class="panel-head">
      <h2 id="tray-title">${t('tray.title')}</h2>
      <span class="figure">${t('tray.total', { n: total })}</span>
    </header>
    <div class="keys" role="toolbar" aria-label=${t('tray.toolbar')}>${keysView(state, dispatch)}</div>
    <div class="tray-tiles" role="group" aria-label=${t('tray.tiles')}>
      ${letters.map((_, index) => trayTile(state, game, counts, total, letters, index, dispatch))}
    </div>
    <p class="note">${t('tray.chance')} ${receiverText(state)}</p>
  </section>`;
}

/** @param {State} state */
function receiverText(state) {
  if (state.receiver === 'rack') return t('tray.to.rack');
  const { row, col, direction } = state.cursor;
  return t('tray.to.board', {
    square: squareName(row, col),
    direction: t(`direction.${direction}`).toLocaleLowerCase(),
  });
}

/**
 * @param {State} state
 * @param {Dispatch} dispatch
 */
function keysView(state, dispatch) {
  const { direction, row, col } = state.cursor;
  const turn = t('tray.turn', { direction: t(`direction.${direction}`) });
  return html`
    <button class="key" type="button" aria-label=${turn} title=${turn}
      @click=${() => dispatch({ type: 'direction-turned' })}
    >${icon(direction)}<span>${t('tray.turn.short')}</span></button>
    <button class="key" type="button" aria-pressed=${state.blankMode ? 'true' : 'false'}
      title=${t('tray.blank.long')}
      @click=${() => dispatch({ type: 'blank-mode-turned' })}
    >${icon('blank')}<span>${t('tray.blank')}</span></button>
    <button class="key" type="button"
      aria-pressed=${state.held?.kind === 'square' ? 'true' : 'false'}
      title=${t('tray.lift.long', { square: squareName(row, col) })}
      @click=${() => dispatch({ type: 'square-lifted' })}
    >${icon('lift')}<span>${t('tray.lift')}</span></button>
    <button class="key" type="button"
      @click=${() => dispatch({ type: 'erased', back: true })}
    >${icon('erase')}<span>${t('tray.erase')}</span></button>
  `;
}

/**
 * @param {State} state
 * @param {Game} game
 * @param {readonly number[]} counts
 * @param {number} total
 * @param {readonly number[]} letters
 * @param {number} index
 * @param {Dispatch} dispatch
 */
function trayTile(state, game, counts, total, letters, index, dispatch) {
  const letter = letters[index] ?? BLANK;
  const count = counts[letter] ?? 0;
  const chance = chanceOfAny(total, count, state.settings.rackSize);
  const stop = Math.min(state.roving.tray, letters.length - 1) === index;
  const pressed = letter === BLANK && state.blankMode && state.receiver === 'board';
  const kind = count < 0 ? ' over' : count === 0 ? ' gone' : '';
  const label = labelOf(game, letter, count, chance);
  return html`<button
    class=${`tray-tile${kind}${pressed ? ' pressed' : ''}`}
    type="button"
    data-drag="tray"
    data-letter=${letter}
    data-focus=${stop ? 'tray' : nothing}
    tabindex=${stop ? 0 : -1}
    aria-label=${label}
    title=${label}
    .style=${`--chance:${chance.toFixed(4)}`}
    @click=${() => dispatch({ type: 'tray-picked', letter })}
    @keydown=${(/** @type {KeyboardEvent} */ event) =>
      rovingKey(event, 'tray', index, letters.length, dispatch)}
  >${tile(game.alphabet, letter)}<span class="count" data-text=${count}></span><span class="chance"></span></button>`;
}

/**
 * @param {Game} game
 * @param {number} letter
 * @param {number} count
 * @param {number} chance
 */
function labelOf(game, letter, count, chance) {
  const name = letter === BLANK ? t('tile.blank') : tileName(game.alphabet, letter);
  if (count < 0) return t('tray.over', { tile: name, n: -count });
  return t('tray.tile', { tile: name, n: count, chance: formatChance(chance) });
}
