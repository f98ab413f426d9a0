/** Word proposals: propose one, see what became of others, decide on them as a reviewer. */

import { formatDay, formatLexicon, t } from '../text.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { failureView } from '../view/failure.js';
import { focusFault } from '../view/faulty.js';
import { choice, segments, tick } from '../view/fields.js';
import { moreView } from '../view/more.js';

/** @typedef {import('./state.js').ProposalsState} ProposalsState */
/** @typedef {import('./state.js').Proposal} Proposal */
/** @typedef {(action: import('./state.js').ProposalsAction) => void} ProposalsDispatch */

const STATUSES = /** @type {const} */ (['open', 'accepted', 'rejected']);
const KINDS = /** @type {const} */ (['add', 'remove']);
const SKELETONS = [0, 1, 2];
const MAX_WORD = 64;
const MAX_REASON = 500;

/**
 * @param {ProposalsState} state
 * @param {ProposalsDispatch} dispatch
 */
export function proposalsView(state, dispatch) {
  return html`<main class="sheet proposals" id="main" tabindex="-1">
    <h1 tabindex="-1">${t('shell.place.proposals')}</h1>
    <div class="two">${formView(state, dispatch)} ${listView(state, dispatch)}</div>
  </main>`;
}

/**
 * @param {ProposalsState} state
 * @param {ProposalsDispatch} dispatch
 */
function formView({ form, task, fault, faulty, lexicons }, dispatch) {
  if (lexicons?.length === 0) return closedView();
  const busy = task?.form !== null && task !== null;
  return html`<form
    class="card-box stack"
    novalidate
    aria-labelledby="propose-title"
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      dispatch({ type: 'form-sent' });
      focusFault(event);
    }}
  >
    <h2 id="propose-title">${t('propose.title')}</h2>
    <p class="note">${t('propose.body')}</p>
    ${segments({
      name: 'kind',
      label: t('propose.kind'),
      choices: KINDS.map((kind) => [kind, t(`propose.kind.${kind}`)]),
      value: form.kind,
      choose: (kind) => dispatch({ type: 'form-changed', patch: { kind } }),
    })}
    ${choice({
      name: 'lexicon',
      label: t('setup.lexicon'),
      choices: (lexicons ?? []).map((name) => [name, formatLexicon(name)]),
      value: form.lexicon,
      choose: (lexicon) => dispatch({ type: 'form-changed', patch: { lexicon } }),
    })}
    <label class="labelled">
      <span>${t('propose.word')}</span>
      <input
        class="field"
        name="word"
        required
        aria-describedby="propose-note"
        aria-invalid=${faulty === 'word' ? 'true' : 'false'}
        maxlength=${MAX_WORD}
        autocomplete="off"
        spellcheck="false"
        .value=${live(form.word)}
        @input=${(/** @type {Event} */ event) =>
          dispatch({ type: 'form-changed', patch: { word: valueOf(event) } })}
      />
    </label>
    <label class="labelled">
      <span>${t('propose.reason')}</span>
      <textarea
        class="field"
        name="reason"
        required
        aria-describedby="propose-note"
        aria-invalid=${faulty === 'reason' ? 'true' : 'false'}
        rows="3"
        maxlength=${MAX_REASON}
        .value=${live(form.reason)}
        @input=${(/** @type {Event} */ event) =>
          dispatch({ type: 'form-changed', patch: { reason: valueOf(event) } })}
      ></textarea>
    </label>
    <p class="note bad" id="propose-note" role="alert">${fault}</p>
    <button class="button primary" type="submit" aria-disabled=${busy ? 'true' : 'false'}>
      ${t(busy ? 'account.busy' : 'propose.send')}
    </button>
  </form>`;
}

function closedView() {
  return html`<section class="card-box stack" aria-labelledby="propose-title">
    <h2 id="propose-title">${t('propose.title')}</h2>
    <p class="empty">${t('propose.closed')}</p>
  </section>`;
}

/** @param {Event} event */
function valueOf(event) {
  return /** @type {HTMLInputElement | HTMLTextAreaElement} */ (event.target).value;
}

/**
 * @param {ProposalsState} state
 * @param {ProposalsDispatch} dispatch
 */
function listView(state, dispatch) {
  const { status, mine, load, failure, proposals, player } = state;
  return html`<section class="card-box" aria-labelledby="proposals-title">
    <h2 class="sr" id="proposals-title">${t('proposals.title')}</h2>
    ${segments({
      name: 'status',
      label: t('proposals.status'),
      choices: STATUSES.map((one) => [one, t(`proposals.status.${one}`)]),
      value: status,
      choose: (one) => dispatch({ type: 'list-chosen', patch: { status: one } }),
    })}
    ${player
      ? tick({
          name: 'mine',
          label: t('proposals.mine'),
          value: mine,
          choose: (value) => dispatch({ type: 'list-chosen', patch: { mine: value } }),
        })
      : nothing}
    ${load === 'failed' && failure
      ? failureView(failure, state.nowMs, () => dispatch({ type: 'retried' }))
      : nothing}
    ${load === 'loading' && proposals.length === 0
      ? SKELETONS.map(() => html`<span class="skeleton"></span>`)
      : nothing}
    ${load === 'ready' && proposals.length === 0
      ? html`<p class="empty">${t(player ? `proposals.none.${status}` : 'proposals.nobody')}</p>`
      : nothing}
    <ul class="rows" aria-busy=${load === 'loading' ? 'true' : 'false'}>
      ${repeat(
        proposals,
        (one) => one.id,
        (one) => rowView(state, one, dispatch),
      )}
    </ul>
    ${load === 'failed' ? nothing : moreView(state, () => dispatch({ type: 'more-asked' }))}
  </section>`;
}

/**
 * @param {ProposalsState} state
 * @param {Proposal} one
 * @param {ProposalsDispatch} dispatch
 */
function rowView(state, one, dispatch) {
  const facts = [formatLexicon(one.lexicon), formatDay(one.created_at_ms)];
  if (one.yours) facts.push(t('proposals.yours'));
  else if (one.proposer) facts.push(one.proposer.name);
  const decides = one.status === 'open' && (state.player?.roles.includes('reviewer') ?? false);
  return html`<li class="proposal">
    <p class="proposal-head">
      <span class="proposal-word">${one.word}</span>
      <span class="outcome" data-outcome=${one.kind === 'add' ? 'won' : 'lost'}>${t(`proposals.kind.${one.kind}`)}</span>
    </p>
    <p class="note">${facts.join(t('terms.between'))}</p>
    ${one.reason === null ? nothing : html`<p class="quoted">${one.reason}</p>`}
    ${one.note === '' ? nothing : html`<p class="note">${t('proposals.note', { note: one.note })}</p>`}
    ${one.match === null
      ? nothing
      : html`<p><a href=${`#/match/${one.match}`}>${t('proposals.match')}</a></p>`}
    ${decides ? decisionView(state, one, dispatch) : nothing}
  </li>`;
}

/**
 * @param {ProposalsState} state
 * @param {Proposal} one
 * @param {ProposalsDispatch} dispatch
 */
function decisionView({ notes, task }, one, dispatch) {
  const busy = task?.decision?.proposal === one.id;
  const { word } = one;
  /** @type {(accept: boolean) => unknown} */
  const button = (accept) => html`<button
    class=${accept ? 'button small primary' : 'button small'}
    type="button"
    aria-label=${t(accept ? 'decide.accept.long' : 'decide.reject.long', { word })}
    aria-disabled=${busy ? 'true' : 'false'}
    @click=${() => !busy && dispatch({ type: 'decided', proposal: one.id, accept })}
  >${t(accept ? 'decide.accept' : 'decide.reject')}</button>`;
  return html`<div class="decide">
    <input
      class="field"
      aria-label=${t('decide.note', { word })}
      placeholder=${t('decide.note.short')}
      maxlength=${MAX_REASON}
      .value=${live(notes[one.id] ?? '')}
      @input=${(/** @type {Event} */ event) =>
        dispatch({ type: 'note-typed', proposal: one.id, note: valueOf(event) })}
    />
    ${button(false)} ${button(true)}
  </div>`;
}
