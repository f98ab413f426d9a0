/**
 * Everything that can happen to the page.
 *
 * @typedef {import('../../types.js').Source} Source
 * @typedef {import('../../types.js').Target} Target
 * @typedef {import('../../types.js').StoredPosition} StoredPosition
 *
 * @typedef {{type: 'catalogue-asked'}
 *   | {type: 'catalogue-loaded', offer: import('../../model/catalogue.js').Offer,
 *      stored: StoredPosition | null}
 *   | {type: 'catalogue-failed', failure: import('../../types.js').Failure}
 *   | {type: 'settings-changed', patch: Partial<import('../../types.js').Settings>}
 *   | {type: 'dialog-opened', dialog: import('../../types.js').DialogName}
 *   | {type: 'dialog-closed'}
 *   | {type: 'cgp-typed', text: string}
 *   | {type: 'cgp-loaded', text: string}
 *   | {type: 'share-asked'}
 *   | {type: 'copy-asked', what: 'link' | 'cgp'}
 *   | {type: 'copied', what: 'link' | 'cgp', done: boolean}
 *   | {type: 'tab-chosen', tab: import('../../types.js').Tab}
 *   | {type: 'board-measured', width: number}
 *   | {type: 'zoom-turned'}
 *   | {type: 'ticked', nowMs: number}} SessionAction
 *
 * @typedef {{type: 'square-picked', row: number, col: number, touch: boolean}
 *   | {type: 'cursor-moved', key: string}
 *   | {type: 'direction-turned'}
 *   | {type: 'character-typed', text: string, shift: boolean}
 *   | {type: 'tray-picked', letter: number}
 *   | {type: 'erased', back: boolean}
 *   | {type: 'blank-mode-turned'}
 *   | {type: 'board-cleared'}
 *   | {type: 'rack-chosen', touch: boolean}
 *   | {type: 'receiver-chosen', receiver: 'board' | 'rack'}
 *   | {type: 'roved', group: 'rack' | 'tray', index: number}
 *   | {type: 'rack-typed', text: string}
 *   | {type: 'tile-held', source: Source}
 *   | {type: 'square-lifted'}
 *   | {type: 'hold-ended'}
 *   | {type: 'drag-began', source: Source}
 *   | {type: 'drag-moved', over: Target}
 *   | {type: 'drag-ended', dropped: boolean}
 *   | {type: 'blank-lettered', letter: number}
 *   | {type: 'undone'}
 *   | {type: 'redone'}
 *   | {type: 'lexicon-chosen', ref: string}
 *   | {type: 'layout-chosen', name: string}
 *   | {type: 'position-loaded', stored: StoredPosition, title: string}} EditAction
 *
 * @typedef {{type: 'solve-asked'}
 *   | {type: 'all-asked'}
 *   | {type: 'solve-cancelled'}
 *   | {type: 'answered', id: number, answer: import('../../types.js').MovesAnswer}
 *   | {type: 'failed', id: number, failure: import('../../types.js').Failure}} SolveAction
 *
 * @typedef {{type: 'sorted', column: import('../../types.js').Column}
 *   | {type: 'word-filtered', word: string}
 *   | {type: 'square-filter-turned'}
 *   | {type: 'filters-cleared'}
 *   | {type: 'move-focused', index: number, byKey: boolean}
 *   | {type: 'list-left'}
 *   | {type: 'move-hovered', index: number}
 *   | {type: 'list-scrolled', top: number, height: number}
 *   | {type: 'move-played', index: number, byKey: boolean}} BrowseAction
 *
 * @typedef {SessionAction | EditAction | SolveAction | BrowseAction} Action
 */

export {};
