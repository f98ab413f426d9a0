/** The record of the match: a row a move; choosing one shows it on the board. */

import { formatList, formatNumber, t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { wordRuns } from '../../model/moves.js';
import { recordRows, seatName } from '../state/selectors.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').RoomDispatch} RoomDispatch */
/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../model/record.js').Row} Row */

/**
 * @param {RoomState} state
 * @param {Game} game
 * @param {RoomDispatch} dispatch
 */
export function recordView(state, game, dispatch) {
  const rows = recordRows(state);
  return html`<section class="panel record" aria-labelledby="record-title">
    <header class="panel-head"><h2 id="record-title">${t('room.record')}</h2></header>
    ${rows.length === 0
      ? html`<p class="note">${t('room.record.empty')}</p>`
      : html`<div class="record-scroll" data-record tabindex="0" role="group" aria-labelledby="record-title">
          <table class="record-table">
            <thead class="sr">
              <tr>
                <th scope="col">${t('room.record.turn')}</th>
                <th scope="col">${t('room.record.player')}</th>
                <th scope="col">${t('room.record.move')}</th>
                <th scope="col">${t('room.record.points')}</th>
                <th scope="col">${t('room.record.total')}</th>
              </tr>
            </thead>
            <tbody>
              ${rows.map((row) => rowView(state, game, row, dispatch))}
            </tbody>
          </table>
        </div>`}
  </section>`;
}

/**
 * @param {RoomState} state
 * @param {Game} game
 * @param {Row} row
 * @param {RoomDispatch} dispatch
 */
function rowView(state, game, row, dispatch) {
  const shown = state.shown === row.seq && row.kind === 'placed';
  const classes = [
    'row',
    `row-${row.kind}`,
    ...(row.removed ? ['removed'] : []),
    ...(shown ? ['shown'] : []),
    ...(row.seat === state.view?.you.seat ? ['mine'] : []),
  ];
  const counted = row.points !== 0 || row.kind === 'placed';
  return html`<tr class=${classes.join(' ')} data-seq=${row.seq}>
    <td class="turn">${row.turn > 0 ? formatNumber(row.turn) : nothing}</td>
    <td class="who"><bdi>${row.seat < 0 ? nothing : seatName(state, row.seat)}</bdi></td>
    <td class="what">${row.kind === 'placed' ? placedView(game, row, shown, dispatch) : whatOf(state, row)}</td>
    <td class="points">${counted ? signed(row.points) : nothing}</td>
    <td class="total">${row.seat < 0 ? nothing : formatNumber(row.total)}</td>
  </tr>`;
}

/**
 * @param {Game} game
 * @param {Row} row
 * @param {boolean} shown
 * @param {RoomDispatch} dispatch
 */
function placedView(game, row, shown, dispatch) {
  const move = { type: /** @type {const} */ ('placement'), coord: row.coord, tiles: row.tiles, word: row.word };
  const runs = wordRuns({ ...move, words: [], bonus: 0, score: 0, leave: '' }, game.alphabet);
  return html`<button
      class="play-row"
      type="button"
      aria-pressed=${shown ? 'true' : 'false'}
      aria-label=${t('room.record.show', { word: row.word, coord: row.coord })}
      @click=${() => dispatch({ type: 'row-shown', seq: row.seq })}
    ><span class="coord">${row.coord}</span> <bdi class="word">${runs.map(
      (run) => html`<span class=${run.kind}>${run.text}</span>`,
    )}</bdi></button>${tags(row)}`;
}

/** @param {Row} row */
function tags(row) {
  const list = [
    ...(row.bingo ? [t('room.record.bingo')] : []),
    ...(row.removed ? [t('room.record.removed')] : []),
    ...(row.hintPoints > 0 ? [t('room.record.hint.points', { n: row.hintPoints })] : []),
  ];
  return list.map((text) => html`<span class="tag">${text}</span>`);
}

/**
 * @param {RoomState} state
 * @param {Row} row
 * @returns {string}
 */
function whatOf(state, row) {
  switch (row.kind) {
    case 'exchanged':
      return row.tiles === ''
        ? t('room.record.exchanged', { n: row.count })
        : t('room.record.exchanged.tiles', { tiles: row.tiles });
    case 'passed':
      return t(`room.record.passed.${/** @type {'player' | 'time' | 'lost-turn'} */ (row.detail)}`);
    case 'challenged': {
      const facts = { name: seatName(state, row.by), words: formatList(row.words) };
      return t(`room.record.challenged.${/** @type {'won' | 'lost' | 'lost-turn'} */ (row.detail)}`, facts);
    }
    case 'hint':
      return row.hintPoints > 0 ? t('room.record.hint.cost', { n: row.hintPoints }) : t('room.record.hint');
    case 'resigned':
      return t(`room.record.resigned.${/** @type {'player' | 'timeouts' | 'overtime' | 'absent'} */ (row.detail)}`);
    case 'adjusted':
      return t(`room.record.adjusted.${/** @type {'own-rack' | 'other-rack' | 'overtime'} */ (row.detail)}`);
    case 'time-given':
      return t('room.record.time-given', { n: row.count });
    default:
      return '';
  }
}

/** @param {number} points */
export function signed(points) {
  return t(points < 0 ? 'room.record.loss' : 'room.record.gain', { n: Math.abs(points) });
}
