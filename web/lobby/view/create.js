/** The dialog that sets a match up: a preset and who plays at first sight, every rule below. */

import { formatLayout, t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { dialogFrame } from '../../view/dialog.js';
import { choice, segments, tick } from '../../view/fields.js';
import { icon } from '../../view/icons.js';
import { clockText, ruleText } from '../../view/terms.js';
import { clockOf, PRESET_NAMES, seatBounds } from '../state/draft.js';
import { LEVELS, faultView, lexiconField } from './quick.js';
import { rulesView } from './rules.js';

/** @typedef {import('../types.js').LobbyState} LobbyState */
/** @typedef {import('../types.js').LobbyDispatch} LobbyDispatch */
/** @typedef {import('../types.js').Draft} Draft */
/** @typedef {import('../types.js').SeatChoice} SeatChoice */

/**
 * @param {LobbyState} state
 * @param {LobbyDispatch} dispatch
 */
export function createDialog(state, dispatch) {
  if (state.dialog !== 'new') return nothing;
  return dialogFrame({
    name: 'create-dialog',
    title: t('create.title'),
    close: () => dispatch({ type: 'dialog-closed' }),
    content: formView(state, dispatch),
  });
}

/**
 * @param {LobbyState} state
 * @param {LobbyDispatch} dispatch
 */
function formView(state, dispatch) {
  const { draft, task } = state;
  const busy = task?.kind === 'create';
  return html`<form
    class="stack create-form"
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      dispatch({ type: 'draft-sent' });
    }}
  >
    ${segments({
      name: 'preset',
      label: t('create.preset'),
      choices: PRESET_NAMES.map((preset) => [preset, t(`create.preset.${preset}`)]),
      value: draft.preset,
      choose: (preset) => dispatch({ type: 'preset-chosen', preset }),
    })}
    <p class="note create-summary" aria-live="polite">${summaryText(draft)}</p>
    ${seatsView(draft, dispatch)}
    ${segments({
      name: 'visibility',
      label: t('create.visibility'),
      choices: [
        ['open', t('create.visibility.open')],
        ['private', t('create.visibility.private')],
      ],
      value: draft.visibility,
      choose: (visibility) => dispatch({ type: 'draft-changed', patch: { visibility } }),
    })}
    <div class="setup-grid">
      ${lexiconField(state, 'lexicon', draft.lexicon, (lexicon) =>
        dispatch({ type: 'draft-changed', patch: { lexicon } }),
      )}
      ${choice({
        name: 'layout',
        label: t('setup.layout'),
        choices: state.offer.layouts.map((one) => [
          one.name,
          t('setup.layout.option', { ...one, name: formatLayout(one.name) }),
        ]),
        value: draft.layout,
        choose: (layout) => dispatch({ type: 'draft-changed', patch: { layout } }),
      })}
    </div>
    <details class="disclosure">
      <summary>${t('create.more')}</summary>
      ${rulesView(draft, dispatch, hasCommon(state))}
    </details>
    ${faultView(state, 'new')}
    <div class="actions">
      <button class="button primary" type="submit" aria-disabled=${busy ? 'true' : 'false'}>
        ${t(busy ? 'account.busy' : 'create.send')}
      </button>
    </div>
  </form>`;
}

/**
 * Whether the chosen lexicon tells which of its words are common.
 * @param {LobbyState} state
 */
function hasCommon({ offer, draft }) {
  return offer.lexicons.some((one) => one.ref === draft.lexicon && one.commonWords > 0);
}

/** @param {Draft} draft */
function summaryText(draft) {
  const help = draft.hints ? 'hints' : draft.dictionary ? 'dictionary' : 'none';
  return [clockText(clockOf(draft)), ruleText(draft.wordRule), t(`create.help.${help}`)].join(
    t('terms.between'),
  );
}

/**
 * @param {Draft} draft
 * @param {LobbyDispatch} dispatch
 */
function seatsView(draft, dispatch) {
  const { others, playing } = draft;
  const [least, most] = seatBounds(playing);
  return html`<fieldset class="create-seats">
    <legend>${t('create.seats')}</legend>
    ${playing ? html`<p class="create-seat own"><span>${t('create.seat.you')}</span></p>` : nothing}
    ${others.map((one, at) => seatView(one, at, playing, others.length > least, dispatch))}
    <div class="create-seat-more">
      ${others.length < most
        ? html`<button
            class="button small"
            type="button"
            @click=${() => dispatch({ type: 'seat-added' })}
          >${icon('plus')}<span>${t('create.seat.add')}</span></button>`
        : nothing}
      ${tick({
        name: 'playing',
        label: t('create.playing'),
        value: playing,
        choose: (value) => dispatch({ type: 'draft-changed', patch: { playing: value } }),
      })}
    </div>
  </fieldset>`;
}

/**
 * @param {SeatChoice} one
 * @param {number} at
 * @param {boolean} playing
 * @param {boolean} removable
 * @param {LobbyDispatch} dispatch
 */
function seatView(one, at, playing, removable, dispatch) {
  const n = at + 1 + Number(playing);
  return html`<div class="create-seat">
    ${choice({
      name: `seat-${n}`,
      label: t('create.seat', { n }),
      hidden: true,
      choices: [
        ['person', t('create.seat.person')],
        ...LEVELS.map((level) => /** @type {[SeatChoice, string]} */ ([level, t('terms.bot', { level: t(`terms.level.${level}`) })])),
      ],
      value: one,
      choose: (/** @type {SeatChoice} */ value) =>
        dispatch({ type: 'seat-chosen', at, choice: value }),
    })}
    ${removable
      ? html`<button
          class="bar-button"
          type="button"
          aria-label=${t('create.seat.remove', { n })}
          @click=${() => dispatch({ type: 'seat-removed', at })}
        >${icon('close')}</button>`
      : nothing}
  </div>`;
}
