/** Dialogs about who plays: a guest's name, logging in, an account, a new password. */

import { t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { dialogFrame } from '../../view/dialog.js';
import { focusFault } from '../../view/faulty.js';
import { MAX_NAME } from '../../view/fields.js';
import { LEAST_PASSWORD } from '../update.js';

/** @typedef {import('../types.js').ShellState} ShellState */
/** @typedef {import('../types.js').ShellDispatch} ShellDispatch */
/** @typedef {import('../types.js').AccountDialog} AccountDialog */
/** @typedef {import('../types.js').AccountForm} AccountForm */

const MAX_PASSWORD = 256;

/**
 * @typedef {object} FieldShape
 * @property {string} name
 * @property {string} label
 * @property {'text' | 'password'} type
 * @property {string} autocomplete
 * @property {string} [value]
 * @property {number} [least]
 */

/**
 * @param {ShellState} state
 * @param {ShellDispatch} dispatch
 */
export function accountView(state, dispatch) {
  const { dialog } = state;
  if (!dialog) return nothing;
  return dialogFrame({
    name: 'account-dialog',
    title: t(`account.${dialog.name}.title`),
    close: () => dispatch({ type: 'dialog-closed' }),
    content: formView(state, dialog, dispatch),
  });
}

/**
 * @param {ShellState} state
 * @param {AccountForm} dialog
 * @param {ShellDispatch} dispatch
 */
function formView(state, dialog, dispatch) {
  const { name, busy, fault } = dialog;
  return html`<form
    class="stack"
    novalidate
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const fields = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const values = Object.fromEntries([...fields].map(([key, value]) => [key, String(value)]));
      dispatch({ type: 'form-sent', values });
      focusFault(event);
    }}
  >
    <p>${t(`account.${name}.body`)}</p>
    ${fieldsOf(state, name).map((field, at) => fieldView(field, at === 0, fault !== ''))}
    <p class="note bad" id="account-note" role="alert">${fault}</p>
    <div class="actions">
      ${othersOf(state, name).map(
        ([other, label]) => html`<button
          class="button quiet"
          type="button"
          @click=${() => dispatch({ type: 'dialog-opened', dialog: other })}
        >${label}</button>`,
      )}
      <button class=${name === 'delete' ? 'button danger' : 'button primary'} type="submit" aria-disabled=${busy ? 'true' : 'false'}>
        ${t(busy ? 'account.busy' : `account.${name}.send`)}
      </button>
    </div>
  </form>`;
}

/**
 * @param {FieldShape} field
 * @param {boolean} first  takes the focus as the dialog opens
 * @param {boolean} faulty
 */
function fieldView({ name, label, type, autocomplete, value = '', least = 1 }, first, faulty) {
  return html`<label class="labelled">
    <span>${label}</span>
    <input
      class="field"
      name=${name}
      type=${type}
      autocomplete=${autocomplete}
      required
      ?autofocus=${first}
      minlength=${least}
      maxlength=${type === 'password' ? MAX_PASSWORD : MAX_NAME}
      aria-describedby="account-note"
      aria-invalid=${faulty ? 'true' : 'false'}
      value=${value}
    />
  </label>`;
}

/**
 * @param {ShellState} state
 * @param {AccountDialog} name
 * @returns {FieldShape[]}
 */
function fieldsOf(state, name) {
  const label = t('account.field.name');
  const password = t('account.field.password');
  /** @type {FieldShape} */
  const chosen = { name: 'password', label: password, type: 'password', autocomplete: 'new-password', least: LEAST_PASSWORD };
  /** @type {FieldShape} */
  const again = { ...chosen, name: 'again', label: t('account.field.again') };
  const known = state.player?.name ?? state.settings.name;
  switch (name) {
    case 'guest':
      return [{ name: 'name', label, type: 'text', autocomplete: 'nickname', value: known }];
    case 'login':
      return [
        { name: 'name', label, type: 'text', autocomplete: 'username' },
        { name: 'password', label: password, type: 'password', autocomplete: 'current-password' },
      ];
    case 'register':
      return [{ name: 'name', label, type: 'text', autocomplete: 'username', value: known }, chosen, again];
    case 'delete':
      return [
        { name: 'password', label: password, type: 'password', autocomplete: 'current-password' },
      ];
    case 'password':
      return [
        { name: 'old', label: t('account.field.old'), type: 'password', autocomplete: 'current-password' },
        { ...chosen, label: t('account.field.new') },
        again,
      ];
  }
}

/**
 * Where else one may want to go from a dialog.
 * @param {ShellState} state
 * @param {AccountDialog} name
 * @returns {[AccountDialog, string][]}
 */
function othersOf({ player }, name) {
  switch (name) {
    case 'guest':
      return [['login', t('account.login')]];
    case 'login':
      return player ? [] : [['guest', t('account.guest')]];
    case 'register':
      return [['login', t('account.login')]];
    case 'password':
    case 'delete':
      return [];
  }
}
