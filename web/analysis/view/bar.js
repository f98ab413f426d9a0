/** The desk's buttons in the bar of the page: what can be done with the position as a whole. */

import { t } from '../../text.js';
import { html } from '../../vendor/lit-html/lit-html.js';
import { icon } from '../../view/icons.js';

/** @typedef {import('../../types.js').State} State */
/** @typedef {import('../../types.js').Dispatch} Dispatch */

/**
 * @param {State} state
 * @param {boolean} ready
 * @param {Dispatch} dispatch
 */
export function barView(state, ready, dispatch) {
  const { past, future } = state.edits;
  const open = (/** @type {import('../../types.js').DialogName} */ dialog) => () =>
    dispatch({ type: 'dialog-opened', dialog });
  return html`<div class="bar-actions" role="toolbar" aria-label=${t('bar.label')}>
    ${button('undo', t('bar.undo'), '', past.length > 0, () => dispatch({ type: 'undone' }))}
    ${button('redo', t('bar.redo'), '', future.length > 0, () => dispatch({ type: 'redone' }))}
    <span class="bar-gap"></span>
    ${button('examples', t('bar.examples'), t('bar.examples'), ready, open('examples'))}
    ${button('cgp', t('bar.cgp.long'), t('bar.cgp'), ready, open('cgp'))}
    ${button('share', t('bar.share.long'), t('bar.share'), ready, () =>
      dispatch({ type: 'share-asked' }),
    )}
    ${button('clear', t('bar.clear.long'), t('bar.clear'), ready, () =>
      dispatch({ type: 'board-cleared' }),
    )}
    ${button('help', t('bar.help'), '', true, open('help'))}
  </div>`;
}

/**
 * A button that cannot act stays focusable, so that the focus is not lost when it becomes so.
 * @param {import('../../view/icons.js').IconName} name
 * @param {string} label
 * @param {string} text  shown beside the icon where there is room
 * @param {boolean} enabled
 * @param {() => void} act
 */
function button(name, label, text, enabled, act) {
  return html`<button
    class="bar-button"
    type="button"
    aria-label=${label}
    title=${label}
    aria-disabled=${enabled ? 'false' : 'true'}
    @click=${() => enabled && act()}
  >${icon(name)}<span class="bar-text">${text}</span></button>`;
}
