/** Lists of matches: one's own, open ones, those being played, finished ones. */

import { formatLexicon, formatNumber, formatSpan, t } from '../../text.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { failureView } from '../../view/failure.js';
import { moreButton } from '../../view/more.js';
import { boardText, clockText, matchText, ruleText } from '../../view/terms.js';
import { finished, isReserved, ofOthers, ongoing, standingOf } from '../state/selectors.js';
import { faultView } from './quick.js';

/** @typedef {import('../types.js').LobbyState} LobbyState */
/** @typedef {import('../types.js').LobbyDispatch} LobbyDispatch */
/** @typedef {import('../types.js').Summary} Summary */
/** @typedef {import('../types.js').ListName} ListName */

const TABS = /** @type {const} */ (['open', 'live', 'ended']);
const SKELETONS = [0, 1, 2];

/**
 * One's own matches that go on; there is none to show to whoever has never played.
 * @param {LobbyState} state
 * @param {LobbyDispatch} dispatch
 */
export function mineView(state, dispatch) {
  if (!state.player) return nothing;
  const going = ongoing(state);
  const done = finished(state);
  const { mine } = state.lists;
  return html`<section class="card-box games lobby-mine" aria-labelledby="mine-title">
    <h2 id="mine-title">${t('mine.title')}</h2>
    ${mine.status === 'loading' && mine.matches.length === 0 ? skeletonView() : nothing}
    ${mine.status === 'failed' ? failedView(state, 'mine', dispatch) : nothing}
    ${mine.status === 'ready' && going.length === 0
      ? html`<p class="empty">${t('mine.none')}</p>`
      : rowsView(state, going, dispatch)}
    ${done.length > 0
      ? html`<details class="disclosure">
          <summary>${t('mine.ended', { n: done.length })}</summary>
          ${rowsView(state, done, dispatch)}
          ${moreView(state, 'mine', dispatch)}
        </details>`
      : nothing}
  </section>`;
}

/**
 * @param {LobbyState} state
 * @param {LobbyDispatch} dispatch
 */
export function othersView(state, dispatch) {
  const { tab } = state;
  const list = state.lists[tab];
  const matches = ofOthers(state, tab);
  return html`<section class="card-box games lobby-others" aria-labelledby="others-title">
    <h2 class="sr" id="others-title">${t('others.title')}</h2>
    <div class="tabs" role="group" aria-labelledby="others-title">
      ${TABS.map(
        (name) => html`<button
          class="tab"
          type="button"
          aria-pressed=${name === tab ? 'true' : 'false'}
          @click=${() => dispatch({ type: 'tab-chosen', tab: name })}
        >${t(`others.${name}`)}</button>`,
      )}
    </div>
    ${faultView(state, 'lists')}
    ${list.status === 'loading' && list.matches.length === 0 ? skeletonView() : nothing}
    ${list.status === 'failed' ? failedView(state, tab, dispatch) : nothing}
    ${list.status === 'ready' && matches.length === 0
      ? html`<p class="empty">${t(`others.${tab}.none`)}</p>`
      : rowsView(state, matches, dispatch)}
    ${moreView(state, tab, dispatch)}
  </section>`;
}

function skeletonView() {
  return html`<ul class="rows" aria-hidden="true">
    ${SKELETONS.map(() => html`<li class="game-row"><span class="skeleton"></span></li>`)}
  </ul>`;
}

/**
 * @param {LobbyState} state
 * @param {ListName} list
 * @param {LobbyDispatch} dispatch
 */
function failedView(state, list, dispatch) {
  const { failure } = state.lists[list];
  return failure
    ? failureView(failure, state.nowMs, () => dispatch({ type: 'list-asked', list }))
    : nothing;
}

/**
 * @param {LobbyState} state
 * @param {ListName} list
 * @param {LobbyDispatch} dispatch
 */
function moreView(state, list, dispatch) {
  const { next, more } = state.lists[list];
  if (next === null) return nothing;
  return moreButton(more, () => dispatch({ type: 'more-asked', list }));
}

/**
 * @param {LobbyState} state
 * @param {readonly Summary[]} matches
 * @param {LobbyDispatch} dispatch
 */
function rowsView(state, matches, dispatch) {
  if (matches.length === 0) return nothing;
  return html`<ul class="rows">
    ${repeat(
      matches,
      (match) => match.id,
      (match) => rowView(state, match, dispatch),
    )}
  </ul>`;
}

/**
 * @param {LobbyState} state
 * @param {Summary} match
 * @param {LobbyDispatch} dispatch
 */
function rowView(state, match, dispatch) {
  const standing = standingOf(match);
  const own = match.you !== null;
  return html`<li class="game-row" data-standing=${own ? standing : nothing}>
    <a class="game-link" href=${`#/match/${match.id}`}>
      <span class="game-name">${matchText(match, match.you)}</span>
      <span class="game-terms">${termsText(match)}</span>
    </a>
    <span class="game-state">${stateView(state, match)}</span>
    ${actsView(state, match, dispatch)}
  </li>`;
}

/** @param {Summary} match */
function termsText(match) {
  const parts = [formatLexicon(match.lexicon), clockText(match.clock), ruleText(match.word_rule)];
  if (match.layout !== 'standard15') parts.splice(1, 0, boardText(match.layout));
  if (match.title) parts.unshift(matchText({ ...match, title: null }, match.you));
  return parts.join(t('terms.between'));
}

/**
 * @param {LobbyState} state
 * @param {Summary} match
 */
function stateView(state, match) {
  const own = match.you !== null;
  const taken = match.seats.filter((seat) => seat.taken).length;
  switch (standingOf(match)) {
    case 'waiting':
      return isReserved(match)
        ? html`<span class="badge">${t('game.rematch')}</span>`
        : html`<span class="game-note">${t('game.seats', { taken, n: match.seats.length })}</span>`;
    case 'ended':
      return html`${own ? html`<span class="game-note">${t(`game.${outcomeOf(match)}`)}</span>` : nothing}
        ${scoresView(match)}`;
    case 'your-turn':
      return html`<span class="badge">${t('game.your-turn')}</span>
        ${scoresView(match)} ${leftView(state, match)}`;
    case 'closing':
      return html`<span class="badge">${t('game.closing')}</span> ${scoresView(match)}`;
    case 'their-turn':
      return html`${own ? html`<span class="game-note">${t('game.their-turn')}</span>` : nothing}
        ${scoresView(match)}`;
  }
}

/**
 * @param {Summary} match
 * @returns {'won' | 'lost' | 'drawn' | 'cancelled'}
 */
function outcomeOf({ result, you }) {
  const winners = result?.winners ?? [];
  if (result?.reason === 'cancelled') return 'cancelled';
  if (you === null || !winners.includes(you)) return winners.length > 0 ? 'lost' : 'drawn';
  return winners.length > 1 ? 'drawn' : 'won';
}

/**
 * One's own score first, as the others' names stand alone beside it.
 * @param {Summary} match
 */
function scoresView({ seats, you }) {
  const own = seats.filter((_, at) => at === you);
  const scores = [...own, ...seats.filter((_, at) => at !== you)].map((seat) => seat.score);
  return html`<span class="game-scores">${scores.map(formatNumber).join(t('game.score.between'))}</span>`;
}

/**
 * Time that is left for a turn, where it is long enough to be read.
 * @param {LobbyState} state
 * @param {Summary} match
 */
function leftView({ nowMs }, { deadline_ms }) {
  if (deadline_ms === null) return nothing;
  const time = formatSpan((deadline_ms - nowMs) / 1000);
  return html`<span class="game-note">${t('game.left', { time })}</span>`;
}

/**
 * @param {LobbyState} state
 * @param {Summary} match
 * @param {LobbyDispatch} dispatch
 */
function actsView(state, match, dispatch) {
  if (match.phase !== 'waiting') return nothing;
  const busy = state.task !== null && 'match' in state.task && state.task.match === match.id;
  const name = matchText(match, match.you);
  /** @type {(key: 'join' | 'invite' | 'cancel' | 'leave', act: () => void) => unknown} */
  const button = (key, act) => html`<button
    class=${key === 'join' ? 'button small primary' : 'button small'}
    type="button"
    aria-label=${t(`game.${key}.long`, { name })}
    aria-disabled=${busy ? 'true' : 'false'}
    @click=${() => !busy && act()}
  >${t(`game.${key}`)}</button>`;
  const { id } = match;
  if (match.you === null && !match.creator) {
    return html`<span class="game-acts">${button('join', () => dispatch({ type: 'join-asked', match: id }))}</span>`;
  }
  return html`<span class="game-acts">
    ${button('invite', () => dispatch({ type: 'invite-asked', match: id }))}
    ${match.creator
      ? button('cancel', () => dispatch({ type: 'cancel-asked', match: id }))
      : button('leave', () => dispatch({ type: 'leave-asked', match: id }))}
  </span>`;
}
