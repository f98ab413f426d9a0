/** Alphabets, layouts and states for the tests of the page's pure modules. */

import { Alphabet } from '../../web/model/alphabet.js';
import { initialState } from '../../web/analysis/state/initial.js';
import { update } from '../../web/analysis/state/update.js';

const POINTS = { Q: 10, Z: 10, J: 8, X: 8, K: 5 };

export const ENGLISH = {
  name: 'english',
  blanks: 2,
  tiles: [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((text) => ({
    text,
    blank_text: text.toLowerCase(),
    points: POINTS[text] ?? 1,
    count: POINTS[text] ? 1 : 4,
  })),
};

/** Tiles of several characters, one of them with a middle dot. */
export const CATALAN = {
  name: 'catalan',
  blanks: 2,
  tiles: [
    ['A', 'a', 1, 12],
    ['L', 'l', 1, 4],
    ['L·L', 'l·l', 10, 1],
    ['N', 'n', 1, 6],
    ['NY', 'ny', 10, 1],
    ['QU', 'qu', 8, 1],
    ['U', 'u', 1, 4],
  ].map(([text, blank_text, points, count]) => ({ text, blank_text, points, count })),
};

/** No case: the blank form is a text of its own. */
export const CASELESS = {
  name: 'caseless',
  blanks: 1,
  tiles: [
    { text: 'א', blank_text: 'א̈', points: 1, count: 6 },
    { text: 'ב', blank_text: 'ב̈', points: 2, count: 4 },
  ],
};

export function entry(data, sha256) {
  return { ...data, lexicons: [sha256] };
}

function grid(rows, cols, value = 1) {
  return Array.from({ length: rows }, () => new Array(cols).fill(value));
}

export function layoutEntry(name, rows, cols, start) {
  return {
    name,
    rows,
    cols,
    start,
    letter_multipliers: grid(rows, cols),
    word_multipliers: grid(rows, cols),
  };
}

export function layout(name, rows, cols, start = [0, 0]) {
  return { name, rows, cols, start, letter: grid(rows, cols), word: grid(rows, cols) };
}

function lexicon(name, alphabet, sha256, more = {}) {
  return { name, version: '1', sha256, words: 3, alphabet, current: true, default: false, ...more };
}

export const OFFER = {
  lexicons: [lexicon('ca', 'catalan', 'c'), lexicon('en', 'english', 'e', { default: true, common_words: 2 })],
  layouts: [
    layoutEntry('standard15', 15, 15, [7, 7]),
    layoutEntry('super21', 21, 21, [10, 10]),
    layoutEntry('strip', 3, 9, [1, 4]),
  ],
  alphabets: [entry(ENGLISH, 'e'), entry(CATALAN, 'c')],
};

export const english = new Alphabet(ENGLISH);
export const catalan = new Alphabet(CATALAN);

/** A page whose catalogue has come, after some more actions. */
export function page(...actions) {
  return after(
    initialState(null, 'http://page.example/', 0),
    { type: 'catalogue-loaded', offer: OFFER, stored: null },
    ...actions,
  );
}

export function after(state, ...actions) {
  return actions.reduce(update, state);
}

export function typed(text, shift = false) {
  return [...text].map((one) => ({ type: 'character-typed', text: one, shift }));
}

export function pick(row, col) {
  return { type: 'square-picked', row, col, touch: false };
}

export function rack(text) {
  return { type: 'rack-typed', text };
}

export function placement(coord, tiles, word, score, leave = '', words = [{ word, score }]) {
  return { type: 'placement', coord, tiles, word, words, bonus: 0, score, leave };
}

export function answer(moves, more = {}) {
  return {
    moves,
    total: moves.length,
    exhausted: true,
    lexicon: { name: 'en', version: '1', sha256: 'e' },
    layout: 'standard15',
    timings_us: { parse_us: 1, solve_us: 2, encode_us: 3 },
    counters: { anchors: 1, expanded: 1 },
    warnings: [],
    ...more,
  };
}

/** A page with these moves on show. */
export function solved(moves, more = {}, ...before) {
  const asked = page(rack('ABC'), ...before, { type: 'solve-asked' });
  return after(asked, { type: 'answered', id: asked.solve.lastId, answer: answer(moves, more) });
}

export function failure(type, more = {}) {
  return {
    type,
    status: 500,
    detail: `detail of ${type}`,
    errors: [],
    available: [],
    requestId: '',
    retryAtMs: null,
    ...more,
  };
}
