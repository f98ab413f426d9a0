/** Starts the page: the shell around, one screen at a time in it, by what the address says. */

import * as base from './api.js';
import * as matches from './api/matches.js';
import * as players from './api/players.js';
import { SCREENS } from './screens.js';
import { Shell } from './shell/index.js';
import { pageSettingsFrom } from './shell/settings.js';
import { routeOf, sameRoute } from './shell/routes.js';
import { createStream } from './stream/index.js';
import { languageFor, speak, spoken, t } from './text.js';
import { html, render } from './vendor/lit-html/lit-html.js';
import { failureView } from './view/failure.js';

/** @typedef {import('./shell/routes.js').Route} Route */
/** @typedef {import('./shell/types.js').Services} Services */

// Before anything is drawn; should the language not come, English is there.
const { language } = pageSettingsFrom(base.load('page'));
await speak(languageFor(language, navigator.languages)).catch(() => {});
document.documentElement.lang = spoken();

const page = /** @type {HTMLElement} */ (document.getElementById('page'));
const root = /** @type {HTMLElement} */ (document.getElementById('screen'));

const stream = createStream();
const shell = new Shell(stream);

/** @type {Promise<import('./model/catalogue.js').Offer> | null} */
let offered = null;

/** @type {Services} */
const services = {
  api: { ...base, ...matches, ...players },
  session: shell.session(),
  stream,
  t,
  say: (text) => shell.dispatch({ type: 'said', text }),
  settings: shell.settings(),
  navigate(hash, { replace = false } = {}) {
    if (replace) {
      history.replaceState(null, '', hash);
      void show();
    } else {
      location.hash = hash;
    }
  },
  title(text) {
    document.title = text === '' ? t('app.name') : t('shell.title', { title: text });
  },
  tools: shell.tools,
  offer() {
    offered ??= base.fetchOffer(new AbortController().signal);
    // A failure is not kept: the next who asks tries again.
    offered.catch(() => (offered = null));
    return offered;
  },
};

/** @type {{route: Route, mounted: import('./shell/types.js').Mounted} | null} */
let current = null;
/** Counts the addresses, so that a screen that comes late does not replace a later one. */
let turn = 0;

/** The heading that was given the focus as its screen came. @type {HTMLElement | null} */
let headed = null;
const headings = new MutationObserver(() => {
  if (headed?.isConnected) return;
  headings.disconnect();
  if (document.activeElement === document.body) focusHeading();
});

async function show() {
  const route = routeOf(location.hash);
  if (!route) return;
  turn += 1;
  const mine = turn;
  // Back at what is shown, before another screen was there: that one is no longer wanted.
  if (sameRoute(current?.route ?? null, route)) return;
  shell.hideMenu();
  if (current && current.route.name === route.name && current.mounted.update) {
    current.route = route;
    current.mounted.update(route);
    return;
  }
  const screen = SCREENS[route.name];
  for (const address of screen.modules) preload(address);
  if (!current) render(frameView('', true), root);
  try {
    const { mount } = await screen.load();
    if (mine === turn) put(route, mount);
  } catch (error) {
    if (mine !== turn) return;
    leave();
    const failure = new base.RequestError(base.failure('network', 0, String(error))).failure;
    render(frameView(failureView(failure, Date.now(), () => void show()), false), root);
    throw error;
  }
}

/**
 * What stands where a screen will, or could not: whoever listens or skips to it finds a place.
 * @param {unknown} content
 * @param {boolean} busy
 */
function frameView(content, busy) {
  return html`<main class="sheet narrow" id="main" tabindex="-1" aria-busy=${busy}>
    <h1 class="sr" tabindex="-1">${t('app.name')}</h1>
    ${content}
  </main>`;
}

/**
 * @param {Route} route
 * @param {import('./shell/types.js').Mount} mount
 */
function put(route, mount) {
  const held = root.contains(document.activeElement);
  leave();
  page.dataset['screen'] = route.name;
  services.title('');
  current = { route, mounted: mount(root, services, route) };
  shell.dispatch({ type: 'screen-shown', screen: route.name });
  if (turn > 1) scrollTo(0, 0);
  else if (!held) return;
  focusHeading();
}

/**
 * Whoever listens hears where they are; whoever tabs begins at the top of the screen. A heading
 * that gives way to another, once a screen has what it shows, hands the focus on.
 */
function focusHeading() {
  headed = root.querySelector('h1');
  if (!headed) return;
  headed.tabIndex = -1;
  headed.focus({ preventScroll: true });
  headings.observe(root, { childList: true, subtree: true });
}

function leave() {
  headings.disconnect();
  current?.mounted.unmount();
  current = null;
  for (const place of [root, services.tools]) render(null, place);
}

/**
 * Fetch all of a screen's modules at once, instead of each when another that needs it has come.
 * @param {string} address
 */
function preload(address) {
  const href = new URL(address, import.meta.url).href;
  if (document.querySelector(`link[rel="modulepreload"][href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
}

addEventListener('hashchange', () => void show());
void show();
