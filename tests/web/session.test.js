import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readCatalogue } from '../../web/model/catalogue.js';
import { mapFaults } from '../../web/model/problems.js';
import { fromHash } from '../../web/model/share.js';
import { DEFAULT_SETTINGS, initialState, settingsFrom } from '../../web/analysis/state/initial.js';
import { cgpOf, gameOf, statusOf, storedOf } from '../../web/analysis/state/selectors.js';
import { update } from '../../web/analysis/state/update.js';
import { CATALAN, ENGLISH, OFFER, after, entry, failure, page, pick, rack, typed } from './fixtures.js';

const RECORD = `${Array(14).fill('15').join('/')}/7QI6 ABC?/ 0/0 0`;

test('before the catalogue has come nothing can be edited or asked', () => {
  const state = initialState(null, 'http://x/', 0);
  for (const action of [pick(0, 0), rack('A'), { type: 'solve-asked' }, { type: 'undone' }]) {
    assert.equal(update(state, action), state);
  }
});

test('the default lexicon is taken unless another was chosen before', () => {
  assert.equal(page().position.lexicon, 'en');
  const kept = after(initialState({ lexicon: 'ca', layout: 'strip' }, '', 0), {
    type: 'catalogue-loaded',
    offer: OFFER,
    stored: null,
  });
  assert.equal(kept.position.lexicon, 'ca');
  assert.equal(kept.position.layout, 'strip');
  const gone = after(initialState({ lexicon: 'xx', layout: 'yy' }, '', 0), {
    type: 'catalogue-loaded',
    offer: OFFER,
    stored: null,
  });
  assert.equal(gone.position.lexicon, 'en');
  assert.equal(gone.position.layout, 'standard15');
});

test('an alphabet is found by the lexicon it belongs to, not by its name', () => {
  const { lexicons } = readCatalogue({
    ...OFFER,
    alphabets: [entry({ ...ENGLISH, tiles: ENGLISH.tiles.slice(0, 3) }, 'other'), entry(ENGLISH, 'e')],
  });
  assert.equal(lexicons.length, 1);
  assert.equal(lexicons[0].alphabet.size, 26);
});

test('of two lexicons of one name the older is asked for by its sha256', () => {
  const old = { ...OFFER.lexicons[1], current: false, default: false, sha256: 'old', version: '0' };
  const { lexicons } = readCatalogue({
    ...OFFER,
    lexicons: [...OFFER.lexicons, old],
    alphabets: [entry(CATALAN, 'c'), { ...ENGLISH, lexicons: ['e', 'old'] }],
  });
  assert.deepEqual(lexicons.map((one) => one.ref), ['en', 'ca', 'old']);
});

test('a server without lexicons leaves the page waiting, with the reason spoken', () => {
  const state = after(initialState(null, '', 0), {
    type: 'catalogue-loaded',
    offer: { ...OFFER, lexicons: [] },
    stored: null,
  });
  assert.equal(gameOf(state), null);
  assert.match(state.said.text, /no lexicon/u);
});

test('a catalogue that fails can be asked for again', () => {
  const state = after(initialState(null, '', 0), {
    type: 'catalogue-failed',
    failure: failure('network'),
  });
  assert.equal(state.catalogue.status, 'failed');
  const again = after(state, { type: 'catalogue-asked' });
  assert.deepEqual([again.catalogue.status, again.catalogue.failure], ['loading', null]);
});

test('stored settings are taken one by one, each only if it is sound', () => {
  assert.deepEqual(settingsFrom(null), DEFAULT_SETTINGS);
  assert.deepEqual(settingsFrom('x'), DEFAULT_SETTINGS);
  const odd = { rackSize: 11, bingoBonus: 1.5, exchanges: 'yes', lexicon: 5 };
  assert.deepEqual(settingsFrom(odd), DEFAULT_SETTINGS);
  const sound = { ...DEFAULT_SETTINGS, rackSize: 10, bingoBonus: 0, exchanges: true };
  assert.deepEqual(settingsFrom(JSON.parse(JSON.stringify(sound))), sound);
});

test('a shared position opens as it was sent', () => {
  const sent = page(pick(7, 7), ...typed('CAB'), rack('XYZ?'), {
    type: 'settings-changed',
    patch: { rackSize: 9, bingoBonus: 35 },
  });
  const { link } = after(sent, { type: 'share-asked' }).share;
  assert.ok(link.startsWith('http://page.example/#cgp='));
  const opened = after(initialState(null, '', 0), {
    type: 'catalogue-loaded',
    offer: OFFER,
    stored: fromHash(new URL(link).hash),
  });
  assert.deepEqual(storedOf(opened, gameOf(opened)), storedOf(sent, gameOf(sent)));
  assert.equal(opened.edits.past.length, 0);
  assert.equal(statusOf(opened), 'editing');
});

test('a stored position that cannot be read leaves an empty board and a word of it', () => {
  const state = after(initialState(null, '', 0), {
    type: 'catalogue-loaded',
    offer: OFFER,
    stored: { cgp: 'nonsense', lexicon: 'en', layout: 'standard15' },
  });
  assert.ok(state.position.squares.every((value) => value === 0));
  assert.match(state.said.text, /rows/u);
});

test('a pasted CGP is loaded, and undo brings the former position back', () => {
  const before = page(rack('ZZ'));
  const loaded = after(before, { type: 'cgp-loaded', text: RECORD });
  assert.equal(loaded.position.rackText, 'ABC?');
  assert.equal(cgpOf(loaded, gameOf(loaded)), `${RECORD} lex en;`);
  assert.equal(loaded.dialog, null);
  assert.equal(after(loaded, { type: 'undone' }).position, before.position);
});

test('a CGP with a fault opens the dialog with the text and the reason', () => {
  const state = page({ type: 'cgp-loaded', text: RECORD.replace('7QI6', '7QI5') });
  assert.equal(state.dialog, 'cgp');
  assert.match(state.cgp.fault, /Row 15: expected 15 squares, got 14/u);
  assert.equal(after(state, { type: 'cgp-typed', text: 'x' }).cgp.fault, '');
});

test('a CGP may name another lexicon and need another layout', () => {
  const state = page({ type: 'cgp-loaded', text: '9/2[L·L]6/9 AL/ 0/0 0 lex ca;' });
  assert.equal(state.position.lexicon, 'ca');
  assert.equal(state.position.layout, 'strip');
  assert.equal(state.position.squares[11], 3);
});

test('the CGP dialog opens with the present position', () => {
  const state = page({ type: 'cgp-loaded', text: RECORD }, { type: 'dialog-opened', dialog: 'cgp' });
  assert.equal(state.cgp.text, `${RECORD} lex en;`);
  const copied = after(state, { type: 'copy-asked', what: 'cgp' });
  assert.equal(copied.clip.text, state.cgp.text);
  assert.match(after(copied, { type: 'copied', what: 'cgp', done: false }).said.text, /by hand/u);
});

test('problems point at the rack, at rows, at squares and at settings', () => {
  const at = (pointer) => ({ pointer, code: 'x', detail: pointer });
  const faults = mapFaults(
    failure('invalid-request', {
      errors: ['/rack', '/board/1', '/board/2/3', '/board/99', '/board', '/lexicon', '/limit', ''].map(at),
    }),
    3,
    4,
  );
  assert.deepEqual(faults.rack, ['/rack']);
  assert.deepEqual([...faults.squares], [4, 5, 6, 7, 11]);
  assert.equal(faults.board.length, 4);
  assert.deepEqual(faults.setup, ['/lexicon']);
  assert.deepEqual(faults.other, ['/limit', '']);
});

test('what is wrong with a part is told in the page’s own words', () => {
  const params = { row: 1, col: 2, tile: 'Q', expected: 1, got: 2 };
  const errors = [{ pointer: '/board/1', code: 'tile-count', detail: 'Expected at most 1.', params }];
  const faults = mapFaults(failure('invalid-request', { errors }), 3, 4);
  assert.deepEqual(faults.board, ['Q: the set has 1, board and rack hold 2.']);
});

test('an update never changes the state it was given', () => {
  const freeze = (value) => {
    if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
      Object.freeze(value);
      Object.values(value).forEach(freeze);
    }
    return value;
  };
  const actions = [
    pick(7, 7),
    ...typed('CAB'),
    rack('AB?'),
    { type: 'solve-asked' },
    { type: 'erased', back: true },
    { type: 'drag-began', source: { kind: 'rack', index: 0 } },
    { type: 'drag-moved', over: { kind: 'square', row: 0, col: 0 } },
    { type: 'drag-ended', dropped: true },
    { type: 'layout-chosen', name: 'super21' },
    { type: 'lexicon-chosen', ref: 'ca' },
    { type: 'undone' },
    { type: 'redone' },
    { type: 'board-cleared' },
  ];
  actions.reduce((state, action) => freeze(update(state, action)), freeze(page()));
});
