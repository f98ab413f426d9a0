/**
 * Everything that can happen in the room.
 *
 * @typedef {import('../types.js').MatchView} MatchView
 * @typedef {import('../types.js').EventMessage} EventMessage
 * @typedef {import('../types.js').MatchFrame} MatchFrame
 * @typedef {import('../types.js').ChatMessage} ChatMessage
 * @typedef {import('../types.js').Failure} Failure
 *
 * @typedef {{type: 'match-loaded', view: MatchView, options: Record<string, any>,
 *     events: EventMessage[], messages: ChatMessage[], nowMs: number}
 *   | {type: 'match-failed', failure: Failure}
 *   | {type: 'match-asked'}
   | {type: 'player-changed'}
 *   | {type: 'frame-came', frame: MatchFrame, nowMs: number}
 *   | {type: 'presence-came', connected: boolean[], botWaiting: boolean}
 *   | {type: 'chat-came', messages: ChatMessage[]}
 *   | {type: 'guest-known', player: string}
 *   | {type: 'match-gone'}
 *   | {type: 'connection-changed', connection: import('../types.js').Connection}
 *   | {type: 'ticked', nowMs: number}} LiveAction
 *
 * @typedef {{type: 'square-clicked', index: number}
 *   | {type: 'square-recalled', index: number}
 *   | {type: 'cursor-moved', key: string}
 *   | {type: 'direction-turned'}
 *   | {type: 'letter-typed', text: string, shift: boolean}
 *   | {type: 'erased', back: boolean}
 *   | {type: 'tile-clicked', at: number}
 *   | {type: 'rack-clicked'}
 *   | {type: 'roved', from: number, to: number, carry: boolean}
 *   | {type: 'deselected'}
 *   | {type: 'drag-began', source: import('../types.js').Held}
 *   | {type: 'drag-moved', over: import('../types.js').Over}
 *   | {type: 'drag-ended', dropped: boolean}
 *   | {type: 'blank-lettered', letter: number}
 *   | {type: 'tiles-recalled'}
 *   | {type: 'tiles-shuffled', chances: number[]}
 *   | {type: 'tiles-sorted'}
 *   | {type: 'exchange-opened'}
 *   | {type: 'exchange-closed'}
 *   | {type: 'hint-laid', at: number}
 *   | {type: 'previewed', key: string, answer: import('../types.js').PreviewAnswer | null}} TileAction
 *
 * @typedef {{type: 'play-asked'}
 *   | {type: 'exchange-asked'}
 *   | {type: 'confirm-opened', dialog: 'pass' | 'resign' | 'challenge' | 'hint' | 'cancel' | 'leave'}
 *   | {type: 'confirmed'}
 *   | {type: 'accept-asked'}
 *   | {type: 'hint-asked'}
 *   | {type: 'rematch-asked'}
 *   | {type: 'join-asked', seat: number | null, nonce: string}
 *   | {type: 'answered', id: number, answer: any, nowMs: number}
 *   | {type: 'refused', id: number, failure: Failure, nowMs: number}
 *   | {type: 'tried-again', id: number}
 *   | {type: 'notice-closed'}} TurnAction
 *
 * @typedef {{type: 'tab-chosen', tab: import('../types.js').RoomTab}
 *   | {type: 'dialog-opened', dialog: 'help'}
   | {type: 'menu-turned'}
 *   | {type: 'dialog-closed'}
 *   | {type: 'row-shown', seq: number}
 *   | {type: 'board-measured', width: number}
 *   | {type: 'zoom-turned'}
 *   | {type: 'sounds-turned'}
 *   | {type: 'link-copied', link: string}
 *   | {type: 'copied', done: boolean}} LookAction
 *
 * @typedef {{type: 'chat-typed', text: string}
 *   | {type: 'chat-sent'}
 *   | {type: 'chat-accepted', messages: ChatMessage[]}
 *   | {type: 'chat-failed', failure: Failure}
 *   | {type: 'chat-muted'}
 *   | {type: 'chat-reporting', n: number}
 *   | {type: 'chat-reported', reason: string}
 *   | {type: 'propose-opened'}
   | {type: 'word-proposed', reason: string}
   | {type: 'words-kind', kind: import('../types.js').WordsKind}
 *   | {type: 'words-typed', query: string}
 *   | {type: 'words-asked', more: boolean}
 *   | {type: 'offer-came', offer: import('../../model/catalogue.js').Offer}
 *   | {type: 'words-came', answer: any}
 *   | {type: 'words-failed', failure: Failure}} SideAction
 *
 * What the outer world has to add something to before it can happen: chance, or who plays.
 * @typedef {{type: 'shuffle-wanted'} | {type: 'join-wanted', seat: number | null}} RoomWish
 *
 * @typedef {LiveAction | TileAction | TurnAction | LookAction | SideAction} RoomAction
 */

export {};
