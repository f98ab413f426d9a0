/** The leaderboards: accounts by games won, points or rating. */

import { formatLexicon, formatNumber, formatTenths, t } from '../text.js';
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { failureView } from '../view/failure.js';
import { choice, segments } from '../view/fields.js';
import { moreView } from '../view/more.js';

/** @typedef {import('./state.js').BoardState} BoardState */
/** @typedef {(action: import('./state.js').BoardAction) => void} BoardDispatch */

const ORDERS = /** @type {const} */ (['wins', 'points', 'rating']);
const OPPONENTS = /** @type {const} */ (['persons', 'bots']);
const SKELETONS = [0, 1, 2, 3, 4];

/**
 * @param {BoardState} state
 * @param {BoardDispatch} dispatch
 */
export function boardView(state, dispatch) {
  const { by, lexicon, lexicons, opponents } = state;
  return html`<main class="sheet narrow" id="main" tabindex="-1">
    <h1 tabindex="-1">${t('shell.place.leaderboard')}</h1>
    <div class="card-box">
      <div class="board-form">
        ${segments({
          name: 'by',
          label: t('leader.by'),
          choices: ORDERS.map((one) => [one, t(`leader.by.${one}`)]),
          value: by,
          choose: (one) => dispatch({ type: 'board-chosen', patch: { by: one } }),
        })}
        ${by === 'rating'
          ? html`<p class="note board-note">${t('leader.rating.note')}</p>`
          : segments({
              name: 'opponents',
              label: t('leader.opponents'),
              choices: OPPONENTS.map((one) => [one, t(`leader.opponents.${one}`)]),
              value: opponents,
              choose: (one) => dispatch({ type: 'board-chosen', patch: { opponents: one } }),
            })}
        ${choice({
          name: 'lexicon',
          label: t('setup.lexicon'),
          choices: [['', t('player.all')], ...lexicons.map((name) => /** @type {[string, string]} */ ([name, formatLexicon(name)]))],
          value: lexicon,
          choose: (one) => dispatch({ type: 'board-chosen', patch: { lexicon: one } }),
        })}
      </div>
      ${listView(state, dispatch)}
    </div>
  </main>`;
}

/**
 * @param {BoardState} state
 * @param {BoardDispatch} dispatch
 */
function listView(state, dispatch) {
  const { status, failure, standings } = state;
  if (status === 'failed' && failure) {
    return failureView(failure, state.nowMs, () => dispatch({ type: 'retried' }));
  }
  if (status === 'loading' && standings.length === 0) {
    return SKELETONS.map(() => html`<span class="skeleton"></span>`);
  }
  if (status === 'ready' && standings.length === 0) {
    return html`<p class="empty">${t('leader.none')}</p>`;
  }
  return html`<table class="standings" aria-busy=${status === 'loading' ? 'true' : 'false'}>
      <caption class="sr">${t('leader.caption', { by: t(`leader.by.${state.by}`) })}</caption>
      <thead>
        <tr>
          <th scope="col" class="number">${t('leader.rank')}</th>
          <th scope="col">${t('leader.player')}</th>
          <th scope="col" class="number">${t(`leader.by.${state.by}`)}</th>
          <th scope="col" class="number">${t('figure.games')}</th>
        </tr>
      </thead>
      <tbody>
        ${standings.map(
          ({ rank, player, value, games }) => html`<tr data-me=${player.id === state.viewer ? '' : nothing}>
            <td class="number rank">${formatNumber(rank)}</td>
            <td><a href=${`#/player/${player.id}`}>${player.name}</a></td>
            <td class="number">${state.by === 'rating' ? formatTenths(value) : formatNumber(value)}</td>
            <td class="number soft">${formatNumber(games)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${moreView(state, () => dispatch({ type: 'more-asked' }))}`;
}
