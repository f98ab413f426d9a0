/** A player's page: how they stand, what they have done, the games they have played. */

import {
  formatChance,
  formatDay,
  formatLexicon,
  formatNumber,
  formatSpan,
  formatTenths,
  t,
} from '../text.js';
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { failureView } from '../view/failure.js';
import { moreView } from '../view/more.js';
import { matchText } from '../view/terms.js';
import { chartView } from './chart.js';

/** @typedef {import('./types.js').PlayerState} PlayerState */
/** @typedef {import('./types.js').PlayerDispatch} PlayerDispatch */
/** @typedef {import('../api/types.js').Statistics} Statistics */

/** What the server calls a player whose account is deleted. */
const DELETED = '-';
const SKELETONS = [0, 1, 2, 3];

/**
 * @param {PlayerState} state
 * @param {PlayerDispatch} dispatch
 */
export function playerView(state, dispatch) {
  return html`<main class="sheet player" id="main" tabindex="-1">${contentView(state, dispatch)}</main>`;
}

/**
 * @param {PlayerState} state
 * @param {PlayerDispatch} dispatch
 */
function contentView(state, dispatch) {
  const { status, page, failure } = state;
  if (status === 'failed' && failure) {
    return html`<h1 tabindex="-1">${t('player.title')}</h1>
      <div class="card-box">
        ${failure.type === 'unknown-player'
          ? html`<p class="empty">${t('player.unknown')}</p>`
          : failureView(failure, state.nowMs, () => dispatch({ type: 'retried' }))}
      </div>`;
  }
  if (!page) {
    return html`<h1 tabindex="-1">${t('player.title')}</h1>
      <div class="card-box">${SKELETONS.map(() => html`<span class="skeleton"></span>`)}</div>`;
  }
  const { player } = page;
  return html`<header class="player-head">
      <h1 tabindex="-1">${player.name === DELETED ? t('player.deleted') : player.name}</h1>
      <p class="note">
        ${t(player.guest ? 'player.guest' : 'player.account', { day: formatDay(page.created_at_ms) })}
        ${state.viewer === state.id ? t('player.you') : nothing}
      </p>
    </header>
    ${ratingsView(page)} ${statisticsView(state, page, dispatch)} ${gamesView(state, dispatch)}`;
}

/** @param {import('../api/types.js').PlayerPage} page */
function ratingsView({ ratings, player }) {
  if (player.guest) return nothing;
  return html`<section class="card-box" aria-labelledby="ratings-title">
    <h2 id="ratings-title">${t('player.ratings')}</h2>
    ${ratings.length === 0
      ? html`<p class="note">${t('player.ratings.none')}</p>`
      : html`<dl class="figures">
          ${ratings.map(
            ({ lexicon, rating, sigma, games }) => html`<div class="figure-box">
              <dt>${lexicon === null ? t('player.all') : formatLexicon(lexicon)}</dt>
              <dd>${formatTenths(rating)}</dd>
              <dd class="note">${t('player.rating.note', { n: games, sigma: formatTenths(sigma) })}</dd>
            </div>`,
          )}
        </dl>`}
  </section>`;
}

/**
 * @param {PlayerState} state
 * @param {import('../api/types.js').PlayerPage} page
 * @param {PlayerDispatch} dispatch
 */
function statisticsView({ chosen }, { statistics }, dispatch) {
  const shown = statistics[chosen];
  if (!shown) return nothing;
  return html`<section class="card-box" aria-labelledby="statistics-title">
    <h2 id="statistics-title">${t('player.statistics')}</h2>
    ${statistics.length > 1
      ? html`<div class="chips" role="group" aria-labelledby="statistics-title">
          ${statistics.map(
            (one, at) => html`<button
              class="chip"
              type="button"
              aria-pressed=${at === chosen ? 'true' : 'false'}
              @click=${() => dispatch({ type: 'statistics-chosen', at })}
            >${nameOf(one)}</button>`,
          )}
        </div>`
      : html`<p class="note">${nameOf(shown)}</p>`}
    <dl class="figures filled">
      ${figuresOf(shown).map(
        ([label, value, note]) => html`<div class="figure-box">
          <dt>${label}</dt>
          <dd>${value}</dd>
          ${note === '' ? nothing : html`<dd class="note">${note}</dd>`}
        </div>`,
      )}
    </dl>
  </section>`;
}

/** @param {Statistics} one */
function nameOf({ lexicon, opponents }) {
  return t(`player.against.${opponents}`, { lexicon: formatLexicon(lexicon) });
}

/**
 * @param {Statistics} one
 * @returns {[string, string, string][]}
 */
function figuresOf(one) {
  const { games, wins, draws, turns } = one;
  return [
    [t('figure.games'), formatNumber(games), draws > 0 ? t('figure.draws', { n: draws }) : ''],
    [t('figure.wins'), formatNumber(wins), games > 0 ? formatChance(wins / games) : ''],
    [t('figure.average'), formatNumber(one.average_points), t('figure.points', { n: one.points })],
    [t('figure.best'), formatNumber(one.best_turn_points), one.best_turn_text],
    [t('figure.bingos'), formatNumber(one.bingos), games > 0 ? t('figure.bingos.each', { value: formatTenths(one.bingos / games) }) : ''],
    [t('figure.time'), turns > 0 ? formatSpan(one.time_per_turn_ms / 1000) : t('figure.none'), t('figure.turns', { n: turns })],
  ];
}

/**
 * @param {PlayerState} state
 * @param {PlayerDispatch} dispatch
 */
function gamesView(state, dispatch) {
  const { games, told } = state;
  return html`<section class="card-box" aria-labelledby="games-title">
    <h2 id="games-title">${t('player.games')}</h2>
    ${told && games.length === 0
      ? html`<p class="empty">${t(state.viewer === state.id ? 'player.games.none.you' : 'player.games.none')}</p>`
      : nothing}
    ${chartView(games)}
    ${told ? nothing : SKELETONS.map(() => html`<span class="skeleton"></span>`)}
    <ul class="rows">${games.map(rowView)}</ul>
    ${moreView(state, () => dispatch({ type: 'more-asked' }))}
  </section>`;
}

/** @param {import('./types.js').HistoryEntry} entry */
function rowView(entry) {
  const { seats, seat, outcome } = entry;
  const own = seats[seat]?.score ?? 0;
  const scores = [own, ...seats.filter((one) => one.seat !== seat).map((one) => one.score)];
  return html`<li class="game-row">
    <a class="game-link" href=${`#/match/${entry.id}`}>
      <span class="game-name">${matchText(entry, seat)}</span>
      <span class="game-terms">${[formatLexicon(entry.lexicon), formatDay(entry.ended_at_ms)].join(t('terms.between'))}</span>
    </a>
    <span class="game-state">
      <span class="outcome" data-outcome=${outcome}>${t(`game.${outcome}`)}</span>
      <span class="game-scores">${scores.map(formatNumber).join(t('game.score.between'))}</span>
    </span>
  </li>`;
}
