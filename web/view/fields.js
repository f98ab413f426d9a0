/** Fields of forms, as every form of the page has them. */

import { t } from '../text.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { html, nothing } from '../vendor/lit-html/lit-html.js';

/** Most characters of a player's name. */
export const MAX_NAME = 32;

/**
 * The name of whoever plays without an account.
 * @param {object} given
 * @param {string} given.value
 * @param {string} given.note  id of the note that says what is wrong
 * @param {boolean} given.faulty
 * @param {(name: string) => void} given.change
 */
export function guestName({ value, note, faulty, change }) {
  return html`<label class="labelled">
    <span>${t('guest.name')}</span>
    <input
      class="field"
      name="name"
      autocomplete="nickname"
      required
      maxlength=${MAX_NAME}
      aria-describedby=${note}
      aria-invalid=${faulty ? 'true' : 'false'}
      placeholder=${t('guest.name.placeholder')}
      .value=${live(value)}
      @input=${(/** @type {Event} */ event) =>
        change(/** @type {HTMLInputElement} */ (event.target).value)}
    />
  </label>`;
}

/**
 * A few choices side by side; radio buttons by nature.
 * @template {string} Value
 * @param {object} given
 * @param {string} given.name  of the group, once on the page
 * @param {string} given.label
 * @param {readonly (readonly [Value, string])[]} given.choices  values and their texts
 * @param {Value | null} given.value
 * @param {(value: Value) => void} given.choose
 */
export function segments({ name, label, choices, value, choose }) {
  return html`<fieldset class="segments-box">
    <legend>${label}</legend>
    <div class="segments">
      ${choices.map(
        ([one, text]) => html`<label class="segment"
          ><input
            type="radio"
            name=${name}
            value=${one}
            .checked=${live(one === value)}
            @change=${() => choose(one)}
          /><span>${text}</span></label
        >`,
      )}
    </div>
  </fieldset>`;
}

/**
 * @template {string} Value
 * @param {object} given
 * @param {string} given.name
 * @param {string} given.label
 * @param {readonly (readonly [Value, string])[]} given.choices
 * @param {Value} given.value
 * @param {(value: Value) => void} given.choose
 * @param {boolean} [given.hidden]  whether the label is for the ear only
 */
export function choice({ name, label, choices, value, choose, hidden = false }) {
  return html`<label class="labelled">
    <span class=${hidden ? 'sr' : ''}>${label}</span>
    <select
      class="field"
      name=${name}
      @change=${(/** @type {Event} */ event) =>
        choose(/** @type {Value} */ (/** @type {HTMLSelectElement} */ (event.target).value))}
    >
      ${choices.map(
        ([one, text]) => html`<option value=${one} .selected=${live(one === value)}>${text}</option>`,
      )}
    </select>
  </label>`;
}

/**
 * A whole number that counts once it is confirmed. Bound without `live`, so that a render which
 * happens meanwhile does not take back what is half typed.
 * @param {object} given
 * @param {string} given.name
 * @param {string} given.label
 * @param {readonly [number, number]} given.bounds
 * @param {number} given.value
 * @param {(value: number) => void} given.choose
 */
export function amount({ name, label, bounds: [least, most], value, choose }) {
  return html`<label class="labelled">
    <span>${label}</span>
    <input
      class="field"
      type="number"
      inputmode="numeric"
      name=${name}
      min=${least}
      max=${most}
      step="1"
      .value=${String(value)}
      @change=${(/** @type {Event} */ event) => {
        const field = /** @type {HTMLInputElement} */ (event.target);
        const typed = Math.round(Number(field.value));
        const given = field.value !== '' && Number.isFinite(typed);
        const kept = given ? Math.max(least, Math.min(most, typed)) : value;
        field.value = String(kept);
        choose(kept);
      }}
    />
  </label>`;
}

/**
 * @param {object} given
 * @param {string} given.name
 * @param {string} given.label
 * @param {boolean} given.value
 * @param {(value: boolean) => void} given.choose
 * @param {string} [given.note]
 */
export function tick({ name, label, value, choose, note = '' }) {
  return html`<label class="check">
    <input
      type="checkbox"
      name=${name}
      .checked=${live(value)}
      @change=${(/** @type {Event} */ event) =>
        choose(/** @type {HTMLInputElement} */ (event.target).checked)}
    />
    <span>${label}${note === '' ? nothing : html` <span class="note">${note}</span>`}</span>
  </label>`;
}
