/**
 * The shapes of the match room. This module holds types only. What comes from the server keeps
 * the server's names; times are milliseconds, those that end in `_at_ms`, `_ends_ms` and
 * `deadline_ms` of the server's clock.
 *
 * @typedef {import('../model/alphabet.js').Alphabet} Alphabet
 * @typedef {import('../types.js').Layout} Layout
 * @typedef {import('../types.js').Cursor} Cursor
 * @typedef {import('../types.js').Square} Square
 * @typedef {import('../types.js').Failure} Failure
 *
 * @typedef {'waiting' | 'playing' | 'closing' | 'ended'} Phase
 * @typedef {'place' | 'exchange' | 'pass' | 'challenge' | 'accept' | 'resign' | 'hint' | 'preview'
 *   | 'look-up' | 'cancel' | 'leave' | 'rematch'} Lawful
 *
 * @typedef {object} SeatView
 * @property {number} seat
 * @property {'person' | 'bot'} kind
 * @property {string | null} name
 * @property {string | null} level
 * @property {boolean} taken
 * @property {number} score
 * @property {number} rack_count
 * @property {boolean} resigned
 * @property {number | null} bank_left_ms
 * @property {number} overtime_points
 * @property {boolean} loses_next_turn
 * @property {number} timeouts_in_row
 * @property {number} hints_taken
 *
 * @typedef {{seat: number, cause: 'own-rack' | 'other-rack' | 'overtime', points: number}} Adjustment
 * @typedef {object} MatchResult
 * @property {'out' | 'scoreless' | 'passes' | 'resigned' | 'cancelled'} reason
 * @property {number[]} winners
 * @property {number[]} scores
 * @property {Adjustment[]} adjustments
 * @property {string[]} racks
 * @property {string} seed
 *
 * @typedef {object} MatchView
 * @property {string} id
 * @property {string | null} title
 * @property {number} seq
 * @property {Phase} phase
 * @property {string[]} board
 * @property {{seat: number, coord: string, tiles: string, squares: [number, number][], word: string,
 *   points: number} | null} last
 * @property {SeatView[]} seats
 * @property {number | null} turn
 * @property {number} turn_number
 * @property {number | null} turn_started_ms
 * @property {number | null} deadline_ms
 * @property {number | null} bank_ends_ms
 * @property {number | null} [absent_at_ms]  when who is in turn is taken to be gone, without a clock
 * @property {number} bag_count
 * @property {[string, number][]} unseen
 * @property {string[] | null} rack
 * @property {number} hint_points_due
 * @property {number} scoreless
 * @property {number} scoreless_limit
 * @property {Lawful[]} actions
 * @property {{seat: number, words: string[]} | null} challengeable
 * @property {MatchResult | null} result
 * @property {string | null} commitment
 * @property {string | null} rematch
 * @property {number} now_ms
 * @property {{seat: number | null, creator: boolean, player: string | null}} you
 * @property {boolean} spectators_allowed
 * @property {boolean} chat
 * @property {boolean} bot_waiting
 * @property {(string | null)[]} players
 * @property {(string | null)[]} reserved  for whom a free seat is kept
 * @property {boolean[]} connected
 * @property {boolean[]} [gone]  whose account was deleted
 *
 * @typedef {{match: string, seq: number, at_ms: number, type: string, data: Record<string, any>}} EventMessage
 * @typedef {{match: string, events: EventMessage[], view: MatchView}} MatchFrame
 * @typedef {{n: number, seat: number | null, player: string | null, name: string, text: string,
 *   at_ms: number}} ChatMessage
 *
 * @typedef {object} PreviewAnswer
 * @property {boolean} legal
 * @property {string | null} reason
 * @property {string | null} detail
 * @property {[number, number][]} squares
 * @property {number} score
 * @property {{word: string, points: number, valid: boolean | null}[]} words
 * @property {string | null} coord
 * @property {string | null} tiles
 *
 * @typedef {{coord: string, tiles: string, word: string, score: number, leave: string}} HintMove
 *
 * @typedef {object} RackTile  a tile of mine, in my order
 * @property {number} letter  1..60, or 0 for a blank
 * @property {number} square  flat index of the square it lies on tentatively, -1 on the rack
 * @property {number} as  the letter of a blank on the board, 0 else
 * @property {boolean} chosen  to be exchanged
 *
 * @typedef {{kind: 'rack', at: number} | {kind: 'square', index: number}} Held
 * @typedef {{kind: 'rack', at: number} | {kind: 'square', index: number} | {kind: 'off'}} Over
 *
 * @typedef {object} Attempt  a write that is under way; it keeps its key until it is answered
 * @property {number} id
 * @property {'move' | 'hint' | 'rematch' | 'join' | 'leave' | 'cancel' | 'report' | 'propose'} what
 * @property {string} path  below the match's own address, or of another resource, from `v1/` on
 * @property {Record<string, any>} body
 * @property {number} tries
 * @property {number | null} retryAtMs  when it is tried again, on the page's clock; null while asked
 *
 * @typedef {'is' | 'starts' | 'ends' | 'contains' | 'pattern'} WordsKind
 * @typedef {object} Words  the dictionary
 * @property {WordsKind} kind
 * @property {string} query
 * @property {{kind: WordsKind, query: string, cursor: string} | null} asked
 * @property {{kind: WordsKind, query: string, words: string[], valid: boolean | null,
 *   next: string | null} | null} answer
 * @property {string} fault
 * @property {boolean} proposals  whether the match's lexicon takes proposals, as far as is known
 *
 * @typedef {'moves' | 'hints' | 'words' | 'unseen' | 'chat'} RoomTab
 * @typedef {'pass' | 'resign' | 'challenge' | 'hint' | 'blank' | 'help' | 'report' | 'cancel'
 *   | 'leave' | 'propose' | null} RoomDialog
 * @typedef {'idle' | 'connecting' | 'live' | 'lost'} Connection  of the event stream
 * @typedef {'place' | 'turn' | 'warning' | 'end' | 'chat' | 'refused'} SoundName
 *
 * @typedef {object} RoomSettings
 * @property {boolean} sounds
 * @property {boolean} muted  whether chat is hidden
 *
 * @typedef {object} Game  what gives the match's texts their meaning
 * @property {Alphabet} alphabet
 * @property {Layout} layout
 *
 * @typedef {object} RoomState
 * @property {string} id
 * @property {'loading' | 'ready' | 'failed' | 'gone'} status
 * @property {Failure | null} failure  why it could not be loaded
 * @property {Game | null} game
 * @property {Record<string, any> | null} options
 * @property {MatchView | null} view
 * @property {readonly EventMessage[]} events
 * @property {readonly number[]} squares  the board as square values
 * @property {readonly RackTile[]} tiles
 * @property {SavedTiles | null} saved  the order kept from before, until the match is there
 * @property {Cursor} cursor
 * @property {boolean} picked  whether the cursor shows its arrow
 * @property {import('../types.js').Zoom} zoom
 * @property {Held | null} held
 * @property {{source: Held, over: Over} | null} drag
 * @property {{at: number, index: number, byTyping: boolean} | null} blankFor
 * @property {boolean} exchanging
 * @property {{key: string, answer: PreviewAnswer | null, failed: boolean}} preview
 * @property {readonly number[]} faults  squares that a refusal points at
 * @property {Attempt | null} sending
 * @property {{seq: number, move: Record<string, string>} | null} again  a move that came out of step
 *   after the server was away; it is made anew if nothing else has happened
 * @property {number} attempts
 * @property {{kind: 'bad' | 'info', text: string} | null} notice
 * @property {readonly HintMove[] | null} hints  of this turn
 * @property {Words} words
 * @property {{messages: readonly ChatMessage[], draft: string, sending: string | null,
 *   attempt: number, fault: string, seen: number, reporting: number, refused: boolean}} chat
 *   `attempt` is another one once a message was typed anew or has been taken
 * @property {readonly string[]} guests  players known to have no account
 * @property {readonly string[]} invitations  links to the free seats, in seat order
 * @property {number} shown  sequence number of the row of the record shown on the board, -1
 * @property {RoomTab} tab
 * @property {RoomDialog} dialog
 * @property {string} reasonFault  what the dialog that asks for a reason lacks
 * @property {boolean} menu  whether the rarer actions are shown
 * @property {number} roving  place on the rack that is in the tab order
 * @property {Connection} connection
 * @property {number} offsetMs  the server's clock minus the page's
 * @property {number} nowMs  the page's clock
 * @property {readonly string[]} warned  warnings of time already spoken
 * @property {RoomSettings} settings
 * @property {string} goTo  address to go to: of the rematch asked for, of the lobby once the seat is left
 * @property {number} resyncs  counts the times the match is to be read anew
 * @property {{text: string, count: number}} said
 * @property {{on: string, count: number}} focus
 * @property {{name: SoundName, count: number}} sound
 * @property {{text: string, done: boolean, count: number}} clip
 *
 * @typedef {{letter: number, square: number, as: number}[]} SavedTiles
 *
 * @typedef {import('./state/actions.js').RoomAction} RoomAction
 * @typedef {(action: RoomAction | import('./state/actions.js').RoomWish) => void} RoomDispatch
 */

export {};
