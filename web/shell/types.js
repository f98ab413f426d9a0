/**
 * The shell's state, its actions, and what it hands to a screen. This module holds types only.
 *
 * @typedef {import('../api/types.js').Player} Player
 * @typedef {import('./settings.js').PageSettings} PageSettings
 * @typedef {import('./routes.js').Route} Route
 * @typedef {import('./routes.js').ScreenName} ScreenName
 *
 * @typedef {'guest' | 'login' | 'register' | 'password' | 'delete'} AccountDialog
 * @typedef {object} AccountForm
 * @property {AccountDialog} name
 * @property {boolean} wanted  whether something waits for a player, which closing gives up
 * @property {boolean} busy
 * @property {string} fault  what is wrong with what was sent, or empty
 * @property {{id: number, values: Record<string, string>} | null} pending
 *
 * @typedef {object} ShellState
 * @property {PageSettings} settings
 * @property {'loading' | 'ready'} session
 * @property {Player | null} player
 * @property {ScreenName | null} screen
 * @property {AccountForm | null} dialog
 * @property {import('../stream/types.js').Connection} connection
 * @property {boolean} loud  whether a lost connection is worth telling
 * @property {{text: string, count: number}} said
 * @property {number} lastId
 * @property {number} leaving  counts the times a log-out was asked for
 * @property {number} retries  counts the times another try to connect was asked for
 * @property {number} nowMs
 *
 * @typedef {{type: 'settings-changed', patch: Partial<PageSettings>}
 *   | {type: 'theme-turned'} | {type: 'sounds-turned'}
 *   | {type: 'session-loaded', player: Player | null}
 *   | {type: 'screen-shown', screen: ScreenName}
 *   | {type: 'dialog-opened', dialog: AccountDialog, wanted?: boolean}
 *   | {type: 'dialog-closed'}
 *   | {type: 'form-sent', values: Record<string, string>}
 *   | {type: 'form-answered', id: number, player: Player | null}
 *   | {type: 'form-refused', id: number, failure: import('../types.js').Failure}
 *   | {type: 'logout-asked'}
 *   | {type: 'connection-changed', connection: import('../stream/types.js').Connection}
 *   | {type: 'retry-asked'}
 *   | {type: 'said', text: string}
 *   | {type: 'ticked', nowMs: number}} ShellAction
 * @typedef {(action: ShellAction) => void} ShellDispatch
 *
 * @typedef {object} Session  who plays in this browser
 * @property {() => Player | null} current
 * @property {(changed: (player: Player | null) => void) => () => void} subscribe  returns how to stop
 * @property {() => Promise<Player | null>} ready  the player, once the server has said
 * @property {() => Promise<Player | null>} ensure  asks for a name where there is no session yet;
 *   null if the person closes the dialog
 * @property {(name: string) => Promise<Player>} begin  a guest's session, without a dialog; throws
 *   `RequestError`
 * @property {(dialog: AccountDialog) => void} open
 *
 * @typedef {object} SettingsStore
 * @property {() => PageSettings} get
 * @property {(patch: Partial<PageSettings>) => void} change
 * @property {(changed: (settings: PageSettings) => void) => () => void} subscribe
 *
 * @typedef {typeof import('../api.js') & typeof import('../api/matches.js')
 *   & typeof import('../api/players.js')} Api
 *
 * @typedef {object} Services  what a screen is given
 * @property {Api} api  requests and what is kept in the browser
 * @property {Session} session
 * @property {import('../stream/types.js').Stream} stream
 * @property {typeof import('../text.js').t} t
 * @property {(text: string) => void} say  speaks in the page's live region
 * @property {SettingsStore} settings
 * @property {(hash: string, how?: {replace?: boolean}) => void} navigate
 * @property {(text: string) => void} title  the document's title; the page's name is added
 * @property {HTMLElement} tools  a place in the bar for the screen's own buttons; the screen draws
 *   into it and empties it when it goes
 * @property {() => Promise<import('../model/catalogue.js').Offer>} offer  lexicons, boards and
 *   alphabets, asked for once
 *
 * @typedef {object} Mounted
 * @property {() => void} unmount
 * @property {(route: Route) => void} [update]  another route of the same screen; without it the
 *   screen is mounted anew
 *
 * @typedef {(root: HTMLElement, services: Services, route: any) => Mounted} Mount
 */

export {};
