/** Questions that are asked before something that cannot be undone, and the other dialogs. */

import { formatList, t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { dialogFrame } from '../../view/dialog.js';
import { focusFault } from '../../view/faulty.js';
import { tile, tileName } from '../../view/tile.js';
import { seatName } from '../state/selectors.js';
import { helpView } from './help.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {import('../types.js').RoomDispatch} RoomDispatch */
/** @typedef {import('../types.js').Game} Game */

const MAX_REASON = 500;

/**
 * @param {RoomState} state
 * @param {RoomDispatch} dispatch
 */
export function dialogView(state, dispatch) {
  const close = () => dispatch({ type: 'dialog-closed' });
  switch (state.dialog) {
    case null:
      return nothing;
    case 'help':
      return dialogFrame({ name: 'help', title: t('room.help.title'), content: helpView(state), close });
    case 'blank':
      return state.game ? blankDialog(state.game, dispatch, close) : nothing;
    case 'report':
      return dialogFrame({
        name: 'report-dialog',
        title: t('room.chat.report.title'),
        content: reasonView(
          t('room.chat.report.body'),
          t('room.chat.report.reason'),
          t('room.chat.report.send'),
          (reason) => dispatch({ type: 'chat-reported', reason }),
          state.reasonFault,
          close,
        ),
        close,
      });
    case 'propose':
      return dialogFrame({
        name: 'propose-dialog',
        title: t(state.words.answer?.valid ? 'room.propose.remove' : 'room.propose.add', {
          word: state.words.answer?.query ?? '',
        }),
        content: reasonView(
          t('room.propose.body'),
          t('room.propose.reason'),
          t('room.propose.send'),
          (reason) => dispatch({ type: 'word-proposed', reason }),
          state.reasonFault,
          close,
        ),
        close,
      });
    default:
      return dialogFrame({
        name: 'confirm',
        title: t(`room.confirm.${state.dialog}`),
        content: confirmView(state, state.dialog, dispatch, close),
        close,
      });
  }
}

/**
 * @param {RoomState} state
 * @param {Exclude<import('../types.js').RoomDialog, null | 'help' | 'blank' | 'report' | 'propose'>} what
 * @param {RoomDispatch} dispatch
 * @param {() => void} close
 */
function confirmView(state, what, dispatch, close) {
  return html`<div class="stack">
    <p>${bodyOf(state, what)}</p>
    <div class="actions">
      <button class="button" type="button" @click=${close}>${t('room.confirm.keep')}</button>
      <button class="button primary" type="button" autofocus @click=${() => dispatch({ type: 'confirmed' })}>
        ${t(`room.confirm.${what}.yes`)}
      </button>
    </div>
  </div>`;
}

/**
 * @param {RoomState} state
 * @param {'pass' | 'resign' | 'challenge' | 'hint' | 'cancel' | 'leave'} what
 */
function bodyOf(state, what) {
  const { view, options } = state;
  if (what === 'hint') return t('room.confirm.hint.body', { n: options?.['hints']?.cost_points ?? 0 });
  if (what !== 'challenge') return t(`room.confirm.${what}.body`);
  const doubted = view?.challengeable;
  if (!doubted) return '';
  const name = seatName(state, doubted.seat);
  const played = t('room.confirm.challenge.body', { name, words: formatList(doubted.words) });
  return `${played} ${stakes(options?.['challenge'] ?? {}, name)}`;
}

/**
 * What a wrong challenge costs.
 * @param {Record<string, any>} rule
 * @param {string} name
 */
function stakes(rule, name) {
  if (rule['word_rule'] === 'double') return t('room.confirm.challenge.double');
  if (rule['word_rule'] !== 'penalty') return t('room.confirm.challenge.single');
  const key = rule['per'] === 'word' ? 'room.confirm.challenge.penalty.word' : 'room.confirm.challenge.penalty';
  return t(key, { name, n: rule['penalty_points'] ?? 0 });
}

/**
 * @param {Game} game
 * @param {RoomDispatch} dispatch
 * @param {() => void} close
 */
function blankDialog({ alphabet }, dispatch, close) {
  const content = html`<div class="stack">
    <p>${t('blank.body')}</p>
    <div class="letters">
      ${alphabet.tiles.map(
        (_, at) => html`<button
          class="letter"
          type="button"
          ?autofocus=${at === 0}
          aria-label=${t('blank.letter', { tile: tileName(alphabet, at + 1) })}
          @click=${() => dispatch({ type: 'blank-lettered', letter: at + 1 })}
        >${tile(alphabet, (at + 1) | 0x80)}</button>`,
      )}
    </div>
  </div>`;
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const letter = alphabet.letterOf(event.key);
    if (letter !== 0) dispatch({ type: 'blank-lettered', letter });
  };
  return dialogFrame({ name: 'blank', title: t('blank.title'), content, close, onKey });
}

/**
 * @param {string} body
 * @param {string} label  of the reason
 * @param {string} button
 * @param {(reason: string) => void} send
 * @param {string} fault
 * @param {() => void} close
 */
function reasonView(body, label, button, send, fault, close) {
  return html`<form
    class="stack"
    novalidate
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const reason = new FormData(/** @type {HTMLFormElement} */ (event.target)).get('reason');
      send(String(reason).trim());
      focusFault(event);
    }}
  >
    <p>${body}</p>
    <textarea
      class="field"
      name="reason"
      rows="3"
      required
      autofocus
      maxlength=${MAX_REASON}
      dir="auto"
      aria-label=${label}
      placeholder=${label}
      aria-describedby="reason-note"
      aria-invalid=${fault === '' ? 'false' : 'true'}
    ></textarea>
    <p class="note bad" id="reason-note" role="alert">${fault}</p>
    <div class="actions">
      <button class="button" type="button" @click=${close}>${t('room.confirm.keep')}</button>
      <button class="button primary" type="submit">${button}</button>
    </div>
  </form>`;
}
