/** The screen that shows, draw by draw, whether a match was dealt by its seed. */

import { t } from '../text.js';
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { failureView } from '../view/failure.js';
import { faultText, textOf } from './texts.js';

/** @typedef {import('../model/bag.js').BagCheck} BagCheck */
/** @typedef {import('../model/bag.js').Draw} Draw */
/** @typedef {import('../model/alphabet.js').Alphabet} Alphabet */

/**
 * @typedef {{status: 'loading'} | {status: 'checking'}
 *   | {status: 'done', check: BagCheck, alphabet: Alphabet, names: readonly string[]}
 *   | {status: 'unfit', code: 'not-over' | 'no-record' | 'damaged' | 'absent'}
 *   | {status: 'failed', failure: import('../types.js').Failure}} BagState
 *
 * @typedef {Extract<BagState, {status: 'done'}>} Done
 */

/**
 * @param {BagState} state
 * @param {string} id  of the match
 * @param {string} record  where its record is
 * @param {number} nowMs
 * @param {() => void} retry
 */
export function bagView(state, id, record, nowMs, retry) {
  return html`<main class="sheet bag-check" id="main" tabindex="-1">
    <h1 tabindex="-1" data-skip>${t('bag.title')}</h1>
    <p class="lead">${t('bag.how')}</p>
    <div aria-live="polite">${outcome(state, nowMs, retry)}</div>
    ${state.status === 'done' ? details(state) : nothing}
    <p class="actions">
      ${state.status === 'unfit' && state.code === 'absent'
        ? html`<a class="button" href="#/">${t('missing.home')}</a>`
        : html`<a class="button" href="#/match/${id}">${t('bag.match')}</a>`}
      ${state.status === 'done'
        ? html`<a class="button" href=${record} download="${id}.json">${t('bag.record')}</a>`
        : nothing}
    </p>
    ${state.status === 'done' ? html`<p class="fine">${t('bag.own')}</p>` : nothing}
  </main>`;
}

/**
 * @param {BagState} state
 * @param {number} nowMs
 * @param {() => void} retry
 */
function outcome(state, nowMs, retry) {
  switch (state.status) {
    case 'loading':
    case 'checking':
      return html`<p class="waiting">${t(`bag.${state.status}`)}</p>`;
    case 'failed':
      return failureView(state.failure, nowMs, retry);
    case 'unfit':
      return html`<div class="message" data-unfit=${state.code}>
        <p class="message-title">${t(`bag.${state.code}.title`)}</p>
        <p>${t(`bag.${state.code}`)}</p>
      </div>`;
    case 'done':
      return verdict(state.check);
  }
}

/** @param {BagCheck} check */
function verdict({ holds, draws }) {
  return html`<div class="verdict ${holds ? 'good' : 'wrong'}" data-holds=${String(holds)}>
    <p class="message-title">${mark(holds)} ${t(holds ? 'bag.holds' : 'bag.fails')}</p>
    <p>${holds ? t('bag.holds.body', { n: draws.length }) : t('bag.fails.body')}</p>
  </div>`;
}

/** @param {Done} state */
function details({ check, alphabet, names }) {
  const { commitment, draws, faults, first } = check;
  return html`
    <h2>${t('bag.commitment')}</h2>
    <dl class="hashes">
      <dt>${t('bag.published')}</dt>
      <dd><code>${commitment.published}</code></dd>
      <dt>${t('bag.made')}</dt>
      <dd><code>${commitment.made}</code> ${result(commitment.holds)}</dd>
    </dl>
    ${faults.length > 0
      ? html`<h2>${t('bag.faults')}</h2>
        <ul class="faults">${faults.map((fault) => html`<li>${faultText(fault, alphabet, names)}</li>`)}</ul>`
      : nothing}
    ${first ? html`<h2>${t('bag.first')}</h2>${beginning(first, names)}` : nothing}
    <h2 id="bag-draws">${t('bag.draws')}</h2>
    ${draws.length > 0 ? drawTable(draws, alphabet, names) : html`<p>${t('bag.draws.none')}</p>`}
  `;
}

/**
 * @param {import('../model/bag.js').First} first
 * @param {readonly string[]} names
 */
function beginning({ by, told, made, holds }, names) {
  const text = t(`bag.first.${by ?? 'untold'}`, { player: names[told] ?? '' });
  if (made === null) return html`<p>${text}</p>`;
  return html`<p>${text} ${result(holds)}${holds
      ? nothing
      : html`: ${t('bag.instead', { tiles: names[made] ?? '' })}`}</p>`;
}

/**
 * @param {readonly Draw[]} draws
 * @param {Alphabet} alphabet
 * @param {readonly string[]} names
 */
function drawTable(draws, alphabet, names) {
  return html`<div class="table-box" role="region" aria-labelledby="bag-draws" tabindex="0">
    <table class="draws">
      <thead>
        <tr>
          <th scope="col" class="number">${t('bag.column.draw')}</th>
          <th scope="col" class="number event">${t('bag.column.event')}</th>
          <th scope="col">${t('bag.column.player')}</th>
          <th scope="col">${t('bag.column.for')}</th>
          <th scope="col">${t('bag.column.tiles')}</th>
          <th scope="col">${t('bag.column.result')}</th>
        </tr>
      </thead>
      <tbody>
        ${draws.map(
          (draw) => html`<tr class=${draw.holds ? '' : 'wrong'}>
            <td class="number">${draw.block + 1}</td>
            <td class="number event">${draw.seq}</td>
            <td>${names[draw.seat] ?? ''}</td>
            <td>${t(`bag.for.${draw.occasion}`)}</td>
            <td class="tiles">${alphabet.rackTexts(draw.told)}</td>
            <td>${result(draw.holds)}${draw.holds
              ? nothing
              : html`: ${t('bag.instead', { tiles: textOf(draw.made, alphabet) })}`}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {boolean} holds */
function result(holds) {
  return html`<span class=${holds ? 'good' : 'wrong'}>${mark(holds)} ${t(holds ? 'bag.yes' : 'bag.no')}</span>`;
}

/** @param {boolean} holds */
function mark(holds) {
  return html`<span aria-hidden="true">${holds ? '✓' : '✗'}</span>`;
}
