/** How the page is used. */

import { t } from '../../text.js';
import { html } from '../../vendor/lit-html/lit-html.js';

/** @typedef {import('../../text.js').MessageKey} MessageKey */

/** @type {readonly [MessageKey, readonly MessageKey[]][]} */
const SECTIONS = [
  [
    'help.board',
    [
      'help.board.type',
      'help.board.through',
      'help.board.blank',
      'help.board.erase',
      'help.board.drag',
      'help.board.lift',
      'help.board.long',
      'help.board.zoom',
    ],
  ],
  ['help.tiles', ['help.tiles.pick', 'help.tiles.chance']],
  ['help.moves', ['help.moves.preview', 'help.moves.filter']],
  ['help.keys', ['help.keys.list']],
];

export function helpView() {
  const mod = t('key.mod');
  return html`<div class="help-text">
    ${SECTIONS.map(
      ([title, lines]) => html`<h3>${t(title)}</h3>
        <ul>
          ${lines.map((line) => html`<li>${t(line, { mod })}</li>`)}
        </ul>`,
    )}
  </div>`;
}
