/**
 * The start page's state and its actions. This module holds types only.
 *
 * @typedef {import('../api/types.js').Player} Player
 * @typedef {import('../api/types.js').Summary} Summary
 * @typedef {import('../api/types.js').Level} Level
 * @typedef {import('../types.js').Failure} Failure
 *
 * @typedef {'mine' | 'open' | 'live' | 'ended'} ListName
 *
 * @typedef {object} List
 * @property {'loading' | 'ready' | 'failed'} status
 * @property {readonly Summary[]} matches
 * @property {string | null} next  cursor of what follows
 * @property {boolean} more  whether more is on its way
 * @property {Failure | null} failure
 *
 * @typedef {object} Offer  what a match can be played with
 * @property {'loading' | 'ready' | 'failed'} status
 * @property {readonly {ref: string, name: string, version: string, words: number,
 *   commonWords: number}[]} lexicons
 * @property {readonly {name: string, rows: number, cols: number}[]} layouts
 * @property {Failure | null} failure
 *
 * @typedef {'none' | 'turn' | 'bank'} QuickClock
 * @typedef {object} Quick  the form that starts a game against a bot
 * @property {string} name  of a guest, while there is no session
 * @property {string} lexicon
 * @property {Level} level
 * @property {QuickClock} clock
 *
 * @typedef {'casual' | 'club' | 'tournament' | 'correspondence'} Preset
 * @typedef {'person' | Level} SeatChoice
 * @typedef {'turn' | 'bank' | 'none'} ClockKind
 * @typedef {import('../api/types.js').WordRule} WordRule
 *
 * @typedef {object} Draft  the form of a new match; numbers are kept as they were typed
 * @property {Preset | null} preset  the preset that the rules still are
 * @property {readonly SeatChoice[]} others  the seats besides one's own
 * @property {boolean} playing  whether one takes a seat
 * @property {'open' | 'private'} visibility
 * @property {string} title
 * @property {string} lexicon
 * @property {string} layout
 * @property {boolean} spectators
 * @property {boolean} chat
 * @property {WordRule} wordRule
 * @property {number} penalty
 * @property {'play' | 'word'} penaltyPer
 * @property {number} windowS  to challenge the placement that goes out; 0 for what the clock makes fit
 * @property {ClockKind} clock
 * @property {number} turnValue
 * @property {'s' | 'min' | 'h' | 'd'} turnUnit
 * @property {number} forfeitAfter
 * @property {number} bankMin
 * @property {number} incrementS
 * @property {number} overtimeMin
 * @property {number} overtimePenalty
 * @property {'double-other' | 'take-all'} out
 * @property {number} scorelessRounds
 * @property {boolean} emptyBagPasses
 * @property {boolean} hints
 * @property {boolean} hintsCommon  whether hints show common words alone
 * @property {number} hintMoves
 * @property {number} hintCost
 * @property {number} hintsPerGame  0 for any number
 * @property {boolean} dictionary
 * @property {boolean} preview
 * @property {number} rackSize
 * @property {number} bonus
 * @property {number} exchangeMinimum  0 for a rack of tiles
 * @property {'random' | 'me' | 'other'} first
 *
 * @typedef {{seat: number, link: string}} InvitationLink  with the whole address
 * @typedef {object} Invited  a match that has just been created and waits
 * @property {string} id
 * @property {readonly InvitationLink[]} links
 * @property {'open' | 'private'} visibility
 * @property {string} note
 *
 * @typedef {{kind: 'create', id: number, body: import('../api/types.js').MatchBody, guest: string,
 *   attempt: number}
 *   | {kind: 'join', id: number, match: string}
 *   | {kind: 'leave' | 'cancel', id: number, match: string}} Task  what is being asked for
 *
 * @typedef {object} LobbyState
 * @property {string} address  the page's own address, without a hash
 * @property {Player | null} player
 * @property {boolean} known  whether it is known who plays
 * @property {Offer} offer
 * @property {Record<ListName, List>} lists
 * @property {'open' | 'live' | 'ended'} tab  which of the public lists is looked at
 * @property {Quick} quick
 * @property {'new' | 'invite' | null} dialog
 * @property {Draft} draft
 * @property {Invited | null} invited
 * @property {Record<string, string[]>} invitations  links that this browser was given, by match
 * @property {Task | null} task
 * @property {{where: 'quick' | 'new' | 'lists', text: string} | null} fault
 * @property {number} lastId
 * @property {number} attempt  to create a game: the same for as long as its form says that it failed
 * @property {{text: string, count: number}} said
 * @property {{text: string, count: number}} clip  what is to be copied next
 * @property {{hash: string, count: number}} leave  where to go next
 * @property {number} nowMs
 *
 * @typedef {{type: 'player-changed', player: Player | null}
 *   | {type: 'offer-loaded', offer: import('../model/catalogue.js').Offer}
 *   | {type: 'offer-failed', failure: Failure}
 *   | {type: 'offer-asked'}
 *   | {type: 'list-loaded', list: ListName, matches: Summary[], next: string | null, more: boolean}
 *   | {type: 'list-failed', list: ListName, failure: Failure}
 *   | {type: 'list-asked', list: ListName}
 *   | {type: 'more-asked', list: ListName}
 *   | {type: 'tab-chosen', tab: 'open' | 'live' | 'ended'}
 *   | {type: 'quick-changed', patch: Partial<Quick>}
 *   | {type: 'quick-sent'}
 *   | {type: 'dialog-opened', dialog: 'new'}
 *   | {type: 'dialog-closed'}
 *   | {type: 'preset-chosen', preset: Preset}
 *   | {type: 'draft-changed', patch: Partial<Draft>}
 *   | {type: 'seat-added'} | {type: 'seat-removed', at: number}
 *   | {type: 'seat-chosen', at: number, choice: SeatChoice}
 *   | {type: 'draft-sent'}
 *   | {type: 'join-asked', match: string}
 *   | {type: 'leave-asked' | 'cancel-asked', match: string}
 *   | {type: 'invite-asked', match: string}
 *   | {type: 'created', id: number, match: string, invitations: InvitationLink[]}
 *   | {type: 'joined', id: number, match: string}
 *   | {type: 'left', id: number}
 *   | {type: 'task-failed', id: number, failure: Failure}
 *   | {type: 'task-dropped', id: number}
 *   | {type: 'copy-asked', text: string}
 *   | {type: 'copied', done: boolean}
 *   | {type: 'ticked', nowMs: number}} LobbyAction
 * @typedef {(action: LobbyAction) => void} LobbyDispatch
 */

export {};
