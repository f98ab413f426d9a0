/** The frame of a dialog; whoever draws it opens it as modal. */

import { t } from '../text.js';
import { html } from '../vendor/lit-html/lit-html.js';
import { icon } from './icons.js';

/**
 * @param {object} given
 * @param {string} given.name  a class of its own
 * @param {string} given.title
 * @param {unknown} given.content
 * @param {() => void} given.close
 * @param {(event: KeyboardEvent) => void} [given.onKey]
 */
export function dialogFrame({ name, title, content, close, onKey }) {
  return html`<dialog
    class=${`dialog ${name}`}
    aria-labelledby="dialog-title"
    @keydown=${onKey}
    @close=${(/** @type {Event} */ event) => {
      // A dialog that is gone from the page was closed by the page itself.
      if (/** @type {Node} */ (event.target).isConnected) close();
    }}
    @click=${(/** @type {Event} */ event) => {
      // Only the backdrop is outside of every child of the dialog.
      if (event.target === event.currentTarget) close();
    }}
  >
    <div class="dialog-box">
      <header class="panel-head">
        <h2 id="dialog-title">${title}</h2>
        <button class="bar-button" type="button" aria-label=${t('dialog.close')} @click=${close}>
          ${icon('close')}
        </button>
      </header>
      ${content}
    </div>
  </dialog>`;
}
