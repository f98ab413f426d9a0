/** The rules of the match, and how the room is used. */

import { t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { linksOf } from './links.js';
import { rulesOf } from './rules.js';

/** @typedef {import('../../text.js').MessageKey} MessageKey */
/** @typedef {import('../types.js').RoomState} RoomState */

/** @type {readonly [MessageKey, readonly MessageKey[]][]} */
const SECTIONS = [
  [
    'room.help.place',
    [
      'room.help.place.drag',
      'room.help.place.click',
      'room.help.place.type',
      'room.help.place.blank',
      'room.help.place.back',
    ],
  ],
  [
    'room.help.keys',
    [
      'room.help.keys.enter',
      'room.help.keys.escape',
      'room.help.keys.rack',
      'room.help.keys.exchange',
      'room.help.keys.tab',
    ],
  ],
  ['room.help.turn', ['room.help.turn.wait', 'room.help.turn.record']],
];

/** @param {RoomState} state */
export function helpView(state) {
  const mod = t('key.mod');
  return html`<div class="help-text">
    <h3>${t('room.rules')}</h3>
    <ul>
      ${rulesOf(state.options ?? {}).map((rule) => html`<li>${rule}</li>`)}
    </ul>
    <p class="help-links">
      ${linksOf(state).map(
        ({ href, text, file }) => html`<a href=${href} download=${file ?? nothing}>${text}</a>`,
      )}
    </p>
    ${SECTIONS.map(
      ([title, lines]) => html`<h3>${t(title)}</h3>
        <ul>
          ${lines.map((line) => html`<li>${t(line, { mod })}</li>`)}
        </ul>`,
    )}
  </div>`;
}
