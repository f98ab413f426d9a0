/** The screen of an address that means nothing. */

import { html, render } from '../vendor/lit-html/lit-html.js';

/** @type {import('../shell/types.js').Mount} */
export function mount(root, { t, title }) {
  title(t('missing.title'));
  render(
    html`<main class="sheet narrow" id="main" tabindex="-1">
      <h1 tabindex="-1">${t('missing.title')}</h1>
      <p>${t('missing.body')}</p>
      <p><a class="button primary" href="#/">${t('missing.home')}</a></p>
    </main>`,
    root,
  );
  return { unmount() {} };
}
