/**
 * What the server sends and takes, as the page reads it. This module holds types only.
 *
 * @typedef {{id: string, name: string, guest: boolean, roles: string[]}} Player
 *
 * @typedef {'waiting' | 'playing' | 'closing' | 'ended'} Phase
 * @typedef {'void' | 'single' | 'double' | 'penalty'} WordRule
 * @typedef {'novice' | 'club' | 'expert'} Level
 *
 * @typedef {{kind: 'turn', turn_s: number, forfeit_after: number}
 *   | {kind: 'bank', bank_s: number, increment_s: number, overtime_s?: number,
 *      overtime_penalty_points?: number}
 *   | {kind: 'none'}} Clock
 *
 * @typedef {object} SummarySeat
 * @property {number} seat
 * @property {'person' | 'bot'} kind
 * @property {string | null} name
 * @property {Level | null} level
 * @property {boolean} taken
 * @property {number} score
 * @property {string | null} player
 * @property {boolean} reserved
 * @property {boolean} reserved_for_you
 *
 * @typedef {object} Summary  a match in a list
 * @property {string} id
 * @property {string | null} title
 * @property {string} lexicon
 * @property {string} layout
 * @property {Phase} phase
 * @property {SummarySeat[]} seats
 * @property {number | null} turn
 * @property {number | null} you  the viewer's seat
 * @property {boolean} creator  whether the viewer made it
 * @property {'open' | 'private'} visibility
 * @property {number} created_at_ms
 * @property {number} updated_at_ms
 * @property {number | null} deadline_ms
 * @property {WordRule} word_rule
 * @property {Clock | null} clock
 * @property {{reason: string, winners: number[]} | null} result
 * @property {number} seq
 * @property {boolean} spectators
 *
 * @typedef {object} Rules  of a match to be created; what is left out has the server's default
 * @property {WordRule} [word_rule]
 * @property {number} [penalty_points]
 * @property {'word' | 'play'} [penalty_per]
 * @property {number | null} [challenge_window_s]
 * @property {Clock} [clock]
 * @property {{out?: 'double-other' | 'take-all', scoreless_rounds?: number,
 *   empty_bag_passes?: boolean}} [end]
 * @property {{moves: number, cost_points: number, per_game: number | null,
 *   words?: 'common'} | null} [hints]
 * @property {boolean | null} [dictionary]
 * @property {boolean | null} [preview_words]
 * @property {number} [rack_size]
 * @property {number} [bingo_bonus]
 * @property {number | null} [exchange_minimum]
 * @property {'random' | number} [first]
 *
 * @typedef {object} MatchBody  a match to be created
 * @property {string} nonce  this device's own chance for the draws
 * @property {string} lexicon
 * @property {string} layout
 * @property {string | null} title
 * @property {({kind: 'person'} | {kind: 'bot', level: Level})[]} seats
 * @property {number | null} you
 * @property {'open' | 'private'} visibility
 * @property {boolean} spectators
 * @property {boolean} chat
 * @property {Rules} rules
 *
 * @typedef {{seat: number, link: string}} Invitation
 *
 * @typedef {{id: string, name: string, guest: boolean}} PublicPlayer
 *
 * @typedef {object} Statistics  of finished matches with one lexicon
 * @property {string} lexicon
 * @property {'persons' | 'bots'} opponents
 * @property {number} games
 * @property {number} wins
 * @property {number} draws
 * @property {number} points
 * @property {number} average_points
 * @property {number} best_turn_points
 * @property {string} best_turn_text
 * @property {number} turns
 * @property {number} bingos
 * @property {number} time_ms
 * @property {number} time_per_turn_ms
 *
 * @typedef {{lexicon: string | null, rating: number, mu: number, sigma: number, games: number}} Rating
 *
 * @typedef {object} PlayerPage
 * @property {PublicPlayer} player
 * @property {number} created_at_ms
 * @property {Statistics[]} statistics
 * @property {Rating[]} ratings
 *
 * @typedef {object} HistoryEntry  a finished match of a player
 * @property {string} id
 * @property {string | null} title
 * @property {string} lexicon
 * @property {string} layout
 * @property {WordRule} word_rule
 * @property {number} created_at_ms
 * @property {number} ended_at_ms
 * @property {{seat: number, kind: 'person' | 'bot', name: string | null, level: Level | null,
 *   player: string | null, score: number}[]} seats
 * @property {number} seat
 * @property {'won' | 'drawn' | 'lost' | 'cancelled'} outcome
 *
 * @typedef {{rank: number, player: PublicPlayer, value: number, games: number}} Standing
 *
 * @typedef {object} Proposal
 * @property {number} id
 * @property {string} lexicon
 * @property {string} version
 * @property {string} word
 * @property {'add' | 'remove'} kind
 * @property {'open' | 'accepted' | 'rejected'} status
 * @property {number} created_at_ms
 * @property {number | null} decided_at_ms
 * @property {string} note
 * @property {boolean} yours
 * @property {string | null} reason
 * @property {{id: string, name: string} | null} proposer
 * @property {{id: string, name: string} | null} decided_by
 * @property {string | null} match
 *
 * @typedef {object} Report  a chat message that was pointed out
 * @property {number} id
 * @property {number} at_ms
 * @property {string} reason
 * @property {boolean} handled
 * @property {{id: string, name: string}} reporter
 * @property {{id: string, title: string | null}} match
 * @property {{n: number, player: string, name: string, text: string, at_ms: number}} message
 *
 * @typedef {{type: 'placement', coord: string, tiles: string}
 *   | {type: 'exchange', tiles: string}
 *   | {type: 'pass' | 'challenge' | 'accept' | 'resign'}} MoveBody
 */

export {};
