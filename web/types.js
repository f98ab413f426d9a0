/**
 * The shapes that several modules of the page share. This module holds types only.
 *
 * A *square value* is an integer: 0 for an empty square, 1..60 for a tile (its place in the
 * alphabet), the tile plus 128 for a blank that stands for it. A *rack tile* is 1..60, or 0 for
 * a blank. Rows and columns are zero-based.
 *
 * @typedef {import('./model/alphabet.js').Alphabet} Alphabet
 *
 * @typedef {'across' | 'down'} Direction
 * @typedef {{row: number, col: number}} Square
 * @typedef {{row: number, col: number, direction: Direction}} Cursor
 *
 * @typedef {object} Layout
 * @property {string} name
 * @property {number} rows
 * @property {number} cols
 * @property {[number, number]} start  row and column of the start square
 * @property {number[][]} letter  letter multiplier by row and column
 * @property {number[][]} word  word multiplier by row and column
 *
 * @typedef {object} LexiconInfo
 * @property {string} ref  what a request names it by
 * @property {string} name
 * @property {string} version
 * @property {number} words
 * @property {number} commonWords  0 where it tells of none
 * @property {boolean} isDefault
 * @property {Alphabet} alphabet
 *
 * @typedef {object} Catalogue  what the server offers
 * @property {'loading' | 'ready' | 'failed'} status
 * @property {readonly LexiconInfo[]} lexicons
 * @property {readonly Layout[]} layouts
 * @property {Failure | null} failure
 *
 * @typedef {object} Position
 * @property {string} lexicon  a lexicon's `ref`
 * @property {string} layout
 * @property {readonly number[]} squares  square values, row by row
 * @property {string} rackText  the rack as typed
 * @property {readonly number[]} lastPlay  indices of the squares played last
 *
 * @typedef {object} Settings  what survives a reload besides the position
 * @property {string} lexicon
 * @property {string} layout
 * @property {number} rackSize
 * @property {number} bingoBonus
 * @property {boolean} exchanges
 * @property {boolean} common  whether only moves of common words are asked for, where there are some
 *
 * @typedef {{word: string, score: number}} FormedWord
 * @typedef {object} PlacementMove
 * @property {'placement'} type
 * @property {string} coord
 * @property {string} tiles
 * @property {string} word
 * @property {FormedWord[]} words
 * @property {number} bonus
 * @property {number} score
 * @property {string} leave
 * @typedef {{type: 'exchange', tiles: string, score: number, leave: string}} ExchangeMove
 * @typedef {{type: 'pass', score: number, leave: string}} PassMove
 * @typedef {PlacementMove | ExchangeMove | PassMove} Move
 *
 * @typedef {object} MovesBody  a request without its limit
 * @property {string} lexicon
 * @property {string} layout
 * @property {string[]} board
 * @property {string} rack
 * @property {number} rack_size
 * @property {number} bingo_bonus
 * @property {'common'} [words]  without it all
 * @property {boolean} include_exchanges
 * @property {boolean} include_pass
 *
 * @typedef {object} MovesAnswer  a server's answer
 * @property {Move[]} moves
 * @property {number | null} total
 * @property {boolean} exhausted
 * @property {{name: string, version: string, sha256: string}} lexicon
 * @property {string} layout
 * @property {{parse_us: number, solve_us: number, encode_us: number}} timings_us
 * @property {{code: string, detail: string, squares: [number, number][]}[]} warnings
 *
 * @typedef {{key: string, answer: MovesAnswer}} KnownAnswer
 * @typedef {{id: number, key: string, limit: number, body: MovesBody}} Pending
 *
 * @typedef {object} FieldError
 * @property {string} pointer
 * @property {string} code
 * @property {string} detail  in English
 * @property {Record<string, string | number>} [params]  the parts of `detail` as values
 * @typedef {object} Failure  what went wrong, in the server's terms or the page's own
 * @property {string} type  problem type, or `network` or `unreadable`
 * @property {number} status  HTTP status, 0 if none came
 * @property {string} detail  in English; `problem-text.js` has it in the language of the page
 * @property {readonly FieldError[]} errors
 * @property {readonly string[]} available  names that would have been known
 * @property {string} requestId
 * @property {number | null} retryAtMs  when another try makes sense, on the page's clock
 * @property {number} [waitS]  seconds to wait, as they were told
 * @property {string} [reason]  which rule of the game stands against it
 * @property {readonly string[]} [words]  phonies, of a refused placement
 * @property {readonly [number, number][]} [squares]  what a refused placement is refused for
 *
 * @typedef {object} Solve
 * @property {number} lastId
 * @property {Pending | null} pending
 * @property {readonly KnownAnswer[]} answers  the latest first
 * @property {{key: string, failure: Failure} | null} failed
 *
 * @typedef {'move' | 'words' | 'score' | 'left'} Column
 * @typedef {object} Browse  how the list of moves is looked at
 * @property {Column} column
 * @property {boolean} descending
 * @property {string} word
 * @property {boolean} throughSquare
 * @property {number} focused  row of the list that has the roving tabindex
 * @property {boolean} inList  whether the list holds the focus
 * @property {number} hovered  row under the pointer, or -1
 * @property {number} top  scroll offset in pixels
 * @property {number} jumps  counts the times the list is to be scrolled to `top`
 * @property {number} height  height of the scrolled window in pixels
 *
 * @typedef {{kind: 'rack', index: number} | {kind: 'tray', letter: number}
 *   | {kind: 'square', row: number, col: number}} Source
 * @typedef {{kind: 'rack', index: number} | {kind: 'off'}
 *   | {kind: 'square', row: number, col: number}} Target
 *
 * @typedef {'cgp' | 'examples' | 'help' | 'share' | 'blank'} DialogName
 * @typedef {'moves' | 'tiles' | 'setup'} Tab
 * @typedef {'idle' | 'editing' | 'loading' | 'success' | 'no-move' | 'validation-error'
 *   | 'service-error'} Status
 *
 * @typedef {{width: number, big: boolean}} Zoom  how wide the board's frame is, in pixels, and
 *   whether big squares are asked for where they would be small
 *
 * @typedef {object} State
 * @property {Catalogue} catalogue
 * @property {Settings} settings
 * @property {Position} position
 * @property {{past: readonly Position[], future: readonly Position[], tag: string}} edits
 * @property {boolean} touched  whether anything was edited since the page opened
 * @property {Cursor} cursor
 * @property {boolean} picked  whether the cursor was placed by hand since the position came
 * @property {boolean} blankMode  whether the next tile from the tray is a blank
 * @property {Zoom} zoom
 * @property {'board' | 'rack'} receiver  where a tile of the tray goes
 * @property {{rack: number, tray: number}} roving
 * @property {Source | null} held  a tile picked up by click or key
 * @property {{source: Source, over: Target} | null} drag  a tile under way by pointer
 * @property {{target: Square, source: Source | null} | null} blankFor  where a blank waits for a letter
 * @property {Solve} solve
 * @property {Browse} browse
 * @property {DialogName | null} dialog
 * @property {{text: string, fault: string}} cgp  the CGP dialog's text
 * @property {string} address  the page's own address, without a hash
 * @property {{link: string, note: string}} share
 * @property {{text: string, what: 'link' | 'cgp', count: number}} clip  what is to be copied next
 * @property {Tab} tab
 * @property {{text: string, count: number}} said  what the live region says
 * @property {{on: string, count: number}} focus  what is to take the focus next
 * @property {number} nowMs
 *
 * @typedef {object} StoredPosition  a position as it is kept or shared
 * @property {string} cgp
 * @property {string} lexicon
 * @property {string} layout
 * @property {number} [rackSize]
 * @property {number} [bingoBonus]
 *
 * @typedef {import('./analysis/state/actions.js').Action} Action
 * @typedef {(action: Action) => void} Dispatch
 */

export {};
