/** The start page: begin a game, go on with one, see who else plays. */

import { t } from '../../text.js';
import { html } from '../../vendor/lit-html/lit-html.js';
import { ongoing } from '../state/selectors.js';
import { createDialog } from './create.js';
import { inviteDialog } from './invite.js';
import { mineView, othersView } from './lists.js';
import { peopleCard, quickCard } from './quick.js';

/** @typedef {import('../types.js').LobbyState} LobbyState */
/** @typedef {import('../types.js').LobbyDispatch} LobbyDispatch */

/**
 * @param {LobbyState} state
 * @param {LobbyDispatch} dispatch
 */
export function lobbyView(state, dispatch) {
  const own = ongoing(state).length > 0;
  return html`<main class="sheet lobby" id="main" tabindex="-1" data-own=${own ? 'some' : 'none'}>
      <h1 class="sr" tabindex="-1">${t('lobby.title')}</h1>
      <div class="lobby-start">${quickCard(state, dispatch)} ${peopleCard(state, dispatch)}</div>
      ${mineView(state, dispatch)} ${othersView(state, dispatch)}
    </main>
    ${createDialog(state, dispatch)} ${inviteDialog(state, dispatch)}`;
}
