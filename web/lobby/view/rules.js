/** Every rule of a new match, for those who want another than the preset's. */

import { t } from '../../text.js';
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { amount, choice, tick } from '../../view/fields.js';
import { BOUNDS } from '../state/draft.js';

/** @typedef {import('../types.js').Draft} Draft */
/** @typedef {import('../types.js').LobbyDispatch} LobbyDispatch */

/** @typedef {keyof typeof BOUNDS & keyof Draft} NumberName */
/** @typedef {'spectators' | 'chat' | 'hints' | 'hintsCommon' | 'dictionary' | 'preview' | 'emptyBagPasses'} TickName */

const RULES = /** @type {const} */ (['void', 'single', 'double', 'penalty']);
const CLOCKS = /** @type {const} */ (['turn', 'bank', 'none']);
const UNIT_NAMES = /** @type {const} */ (['s', 'min', 'h', 'd']);

/**
 * @param {Draft} draft
 * @param {LobbyDispatch} dispatch
 * @param {boolean} common  whether the lexicon has common words
 */
export function rulesView(draft, dispatch, common) {
  const change = (/** @type {Partial<Draft>} */ patch) => dispatch({ type: 'draft-changed', patch });
  const number = (/** @type {NumberName} */ name) =>
    amount({
      name,
      label: t(`rules.${name}`),
      bounds: BOUNDS[name],
      value: draft[name],
      choose: (value) => change({ [name]: value }),
    });
  const check = (/** @type {TickName} */ name) =>
    tick({
      name,
      label: t(`rules.${name}`),
      value: draft[name],
      choose: (value) => change({ [name]: value }),
    });
  return html`<div class="create-rules">
    ${titleField(draft, change)}
    <h3>${t('rules.words.title')}</h3>
    <div class="setup-grid">${wordFields(draft, change, number)}</div>
    <h3>${t('rules.clock.title')}</h3>
    <div class="setup-grid">${clockFields(draft, change, number)}</div>
    <h3>${t('rules.help.title')}</h3>
    <div class="setup-grid">
      ${check('hints')}
      ${draft.hints ? [number('hintMoves'), number('hintCost'), number('hintsPerGame')] : nothing}
      ${draft.hints && common ? check('hintsCommon') : nothing}
      ${check('dictionary')} ${check('preview')}
    </div>
    <h3>${t('rules.game.title')}</h3>
    <div class="setup-grid">
      ${gameFields(draft, change, number)} ${check('emptyBagPasses')} ${check('spectators')}
      ${check('chat')}
    </div>
  </div>`;
}

/**
 * @param {Draft} draft
 * @param {(patch: Partial<Draft>) => void} change
 */
function titleField({ title }, change) {
  return html`<label class="labelled">
    <span>${t('rules.title')}</span>
    <input
      class="field"
      name="title"
      maxlength="80"
      autocomplete="off"
      .value=${title}
      @change=${(/** @type {Event} */ event) =>
        change({ title: /** @type {HTMLInputElement} */ (event.target).value })}
    />
  </label>`;
}

/**
 * @param {Draft} draft
 * @param {(patch: Partial<Draft>) => void} change
 * @param {(name: NumberName) => unknown} number
 */
function wordFields(draft, change, number) {
  return [
    html`<div class="whole">${choice({
      name: 'wordRule',
      label: t('rules.wordRule'),
      choices: RULES.map((rule) => [rule, t(`rules.wordRule.${rule}`)]),
      value: draft.wordRule,
      choose: (wordRule) => change({ wordRule }),
    })}</div>`,
    ...(draft.wordRule === 'penalty'
      ? [
          number('penalty'),
          choice({
            name: 'penaltyPer',
            label: t('rules.penaltyPer'),
            choices: [
              ['play', t('rules.penaltyPer.play')],
              ['word', t('rules.penaltyPer.word')],
            ],
            value: draft.penaltyPer,
            choose: (penaltyPer) => change({ penaltyPer }),
          }),
        ]
      : []),
    draft.wordRule === 'void' ? nothing : html`<div class="whole">${number('windowS')}</div>`,
  ];
}

/**
 * @param {Draft} draft
 * @param {(patch: Partial<Draft>) => void} change
 * @param {(name: NumberName) => unknown} number
 */
function clockFields(draft, change, number) {
  const kind = html`<div class="whole">${choice({
    name: 'clock',
    label: t('rules.clock'),
    choices: CLOCKS.map((clock) => [clock, t(`rules.clock.${clock}`)]),
    value: draft.clock,
    choose: (clock) => change({ clock }),
  })}</div>`;
  switch (draft.clock) {
    case 'turn':
      return [
        kind,
        number('turnValue'),
        choice({
          name: 'turnUnit',
          label: t('rules.turnUnit'),
          choices: UNIT_NAMES.map((unit) => [unit, t(`rules.turnUnit.${unit}`)]),
          value: draft.turnUnit,
          choose: (turnUnit) => change({ turnUnit }),
        }),
        html`<div class="whole">${number('forfeitAfter')}</div>`,
      ];
    case 'bank':
      return [
        kind,
        number('bankMin'),
        number('incrementS'),
        ...(draft.incrementS === 0 ? [number('overtimeMin'), number('overtimePenalty')] : []),
      ];
    case 'none':
      return [kind];
  }
}

/**
 * @param {Draft} draft
 * @param {(patch: Partial<Draft>) => void} change
 * @param {(name: NumberName) => unknown} number
 */
function gameFields(draft, change, number) {
  const two = draft.others.length + Number(draft.playing) === 2;
  return [
    two
      ? html`<div class="whole">${choice({
          name: 'out',
          label: t('rules.out'),
          choices: [
            ['double-other', t('rules.out.double-other')],
            ['take-all', t('rules.out.take-all')],
          ],
          value: draft.out,
          choose: (out) => change({ out }),
        })}</div>`
      : nothing,
    number('rackSize'),
    number('bonus'),
    number('exchangeMinimum'),
    number('scorelessRounds'),
    draft.playing
      ? html`<div class="whole">${choice({
          name: 'first',
          label: t('rules.first'),
          choices: [
            ['random', t('rules.first.random')],
            ['me', t('rules.first.me')],
            ['other', t('rules.first.other')],
          ],
          value: draft.first,
          choose: (first) => change({ first }),
        })}</div>`
      : nothing,
  ];
}
