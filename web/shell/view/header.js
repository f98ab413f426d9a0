/** The bar of the page: where one can go, who plays, and a place for the screen's own buttons. */

import { LANGUAGES } from '../../messages/languages.js';
import { t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { icon, mark } from '../../view/icons.js';

/** @typedef {import('../types.js').ShellState} ShellState */
/** @typedef {import('../types.js').ShellDispatch} ShellDispatch */

const PLACES = /** @type {const} */ ([
  ['lobby', '#/'],
  ['words', '#/words'],
  ['leaderboard', '#/leaderboard'],
  ['analysis', '#/analysis'],
]);

/**
 * @param {ShellState} state
 * @param {ShellDispatch} dispatch
 */
export function headerView(state, dispatch) {
  return html`<a class="skip" href="#main" data-skip-link>${t('shell.skip')}</a>
    <header class="bar">
      <a class="brand" href="#/" aria-label=${t('shell.home')}>${mark()}<span>${t('app.name')}</span></a>
      <nav class="places" aria-label=${t('shell.places')}>${placesView(state)}</nav>
      <div class="bar-tools" data-tools></div>
      <div class="bar-actions">
        ${themeButton(state, dispatch)} ${menuButton(state)}
      </div>
      ${menuView(state, dispatch)} ${lostView(state, dispatch)}
    </header>`;
}

/** @param {ShellState} state */
function placesView({ screen }) {
  return PLACES.map(
    ([name, address]) => html`<a
      class="place"
      href=${address}
      aria-current=${screen === name ? 'page' : nothing}
    >${t(`shell.place.${name}`)}</a>`,
  );
}

/**
 * @param {ShellState} state
 * @param {ShellDispatch} dispatch
 */
function themeButton({ settings: { theme } }, dispatch) {
  const label = t('bar.theme', { theme: t(`theme.${theme}`) });
  return html`<button
    class="bar-button theme"
    type="button"
    aria-label=${label}
    title=${label}
    @click=${() => dispatch({ type: 'theme-turned' })}
  >${icon(theme)}</button>`;
}

/** @param {ShellState} state */
function menuButton({ player, session }) {
  const name = player?.name ?? t('shell.guest');
  const label = t('shell.menu', { name });
  return html`<button
    class="bar-button account"
    type="button"
    popovertarget="menu"
    aria-label=${label}
    title=${label}
    data-session=${session}
  >${icon('lines')}<span class="account-name">${name}</span>${icon('menu')}</button>`;
}

/**
 * The menu holds what a narrow bar has no room for, too.
 * @param {ShellState} state
 * @param {ShellDispatch} dispatch
 */
function menuView(state, dispatch) {
  const { player } = state;
  return html`<div class="menu" id="menu" popover>
    <div class="menu-who">
      <p class="menu-name">${player?.name ?? t('shell.nobody')}</p>
      <p class="note">${t(kindOf(player))}</p>
    </div>
    <nav class="menu-places" aria-label=${t('shell.places')}>${placesView(state)}</nav>
    ${player
      ? html`<a class="menu-item" href=${`#/player/${player.id}`}>${t('shell.me')}</a>`
      : nothing}
    <a class="menu-item" href="#/proposals">${t('shell.place.proposals')}</a>
    ${player?.roles.includes('admin')
      ? html`<a class="menu-item" href="#/reports">${t('shell.place.reports')}</a>`
      : nothing}
    <button
      class="menu-item menu-theme"
      type="button"
      @click=${() => dispatch({ type: 'theme-turned' })}
    >${t('bar.theme', { theme: t(`theme.${state.settings.theme}`) })}</button>
    <button
      class="menu-item"
      type="button"
      aria-pressed=${state.settings.sounds ? 'true' : 'false'}
      @click=${() => dispatch({ type: 'sounds-turned' })}
    >${t(state.settings.sounds ? 'shell.sounds.on' : 'shell.sounds.off')}</button>
    ${languageView(state, dispatch)} ${accountItems(state, dispatch)}
  </div>`;
}

/**
 * Each language by its own name, so that everyone finds theirs.
 * @param {ShellState} state
 * @param {ShellDispatch} dispatch
 */
function languageView({ settings: { language } }, dispatch) {
  const choose = (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    dispatch({ type: 'settings-changed', patch: { language: value } });
  };
  return html`<label class="menu-item menu-language">
    <span>${t('shell.language')}</span>
    <select @change=${choose}>
      <option value="" ?selected=${language === ''}>${t('shell.language.auto')}</option>
      ${Object.entries(LANGUAGES).map(
        ([code, { name }]) =>
          html`<option value=${code} lang=${code} ?selected=${language === code}>${name}</option>`,
      )}
    </select>
  </label>`;
}

/**
 * @param {import('../types.js').Player | null} player
 * @returns {import('../../text.js').MessageKey}
 */
function kindOf(player) {
  if (!player) return 'shell.nobody.note';
  return player.guest ? 'shell.guest.note' : 'shell.account.note';
}

/**
 * @param {ShellState} state
 * @param {ShellDispatch} dispatch
 */
function accountItems({ player }, dispatch) {
  /** @type {(dialog: import('../types.js').AccountDialog, text: string) => unknown} */
  const open = (dialog, text) => html`<button
    class="menu-item"
    type="button"
    data-hides
    @click=${() => dispatch({ type: 'dialog-opened', dialog, wanted: false })}
  >${text}</button>`;
  const out = html`<button
    class="menu-item"
    type="button"
    data-hides
    @click=${() => dispatch({ type: 'logout-asked' })}
  >${t('account.logout')}</button>`;
  if (!player) {
    return [
      open('guest', t('account.guest')),
      open('login', t('account.login')),
      open('register', t('account.register')),
    ];
  }
  return player.guest
    ? [open('register', t('account.register.keep')), open('login', t('account.login')), out]
    : [open('password', t('account.password')), open('delete', t('account.delete')), out];
}

/**
 * @param {ShellState} state
 * @param {ShellDispatch} dispatch
 */
function lostView({ connection, loud, nowMs }, dispatch) {
  if (!loud) return nothing;
  const { status, retryAtMs } = connection;
  const wait = Math.max(0, Math.ceil(((retryAtMs ?? 0) - nowMs) / 1000));
  const waiting = status === 'lost' && wait > 0;
  return html`<div class="lost" data-connection=${status}>
    <span>${waiting ? t('shell.lost.in', { n: wait }) : t('shell.lost.now')}</span>
    <button class="lost-retry" type="button" @click=${() => dispatch({ type: 'retry-asked' })}>
      ${t('shell.lost.retry')}
    </button>
  </div>`;
}
