/** The tiles that this viewer does not see: in the bag and on racks. */

import { BLANK } from '../../model/alphabet.js';
import { t } from '../../text.js';
import { html } from '../../vendor/lit-html/lit-html.js';
import { tile, tileName } from '../../view/tile.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').MatchView} MatchView */
/** @typedef {import('../types.js').Game} Game */

/**
 * Every tile keeps its place, so that the eye finds it there all through the game.
 * @param {MatchView} view
 * @param {Game} game
 */
export function unseenView(view, game) {
  const { alphabet } = game;
  const counts = new Map(view.unseen.map(([text, n]) => [alphabet.readRack(text).values[0] ?? -1, n]));
  const total = view.unseen.reduce((sum, [, n]) => sum + n, 0);
  const letters = [...alphabet.tiles.map((_, at) => at + 1), BLANK];
  return html`<section class="panel unseen" aria-labelledby="unseen-title">
    <header class="panel-head">
      <h2 id="unseen-title">${t('room.unseen')}</h2>
      <span class="figure">${t('room.unseen.total', { n: total })}</span>
    </header>
    <ul class="unseen-tiles">
      ${letters.map((letter) => {
        const n = counts.get(letter) ?? 0;
        const name = letter === BLANK ? t('tile.blank') : tileName(alphabet, letter);
        return html`<li class=${n === 0 ? 'unseen-tile gone' : 'unseen-tile'}>
          ${tile(alphabet, letter)}<span class="count" aria-hidden="true">${n}</span>
          <span class="sr">${t('room.unseen.tile', { tile: name, n })}</span>
        </li>`;
      })}
    </ul>
    <p class="note">${t('room.unseen.note')}</p>
  </section>`;
}
