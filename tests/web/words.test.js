import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addressOf, lackOf, parametersOf, queryOf } from '../../web/words/query.js';
import { countText, groupsOf, initialWords, updateWords } from '../../web/words/state.js';

const LEXICONS = [
  { ref: 'en', name: 'en', version: '1' },
  { ref: 'gl', name: 'gl', version: '7.5.0' },
];

const known = (query, preferred = '') =>
  updateWords(initialWords(queryOf(query), 0), { type: 'lexicons-known', lexicons: LEXICONS, preferred });

test('an address carries a search and comes back as it was', () => {
  const query = { lexicon: 'gl', kind: 'extensions', q: 'A[CH]?*', side: 'both', common: true };
  const address = addressOf(query);
  assert.deepEqual(queryOf(address.split(/\?(.*)/su)[1]), query);
});

test('an address that makes no sense asks whether nothing is a word', () => {
  assert.deepEqual(queryOf('kind=magic&side=up&common=1'), {
    lexicon: '',
    kind: 'is',
    q: '',
    side: 'any',
    common: false,
  });
});

test('the server is asked only what says something of the kind', () => {
  const query = { lexicon: 'en', kind: 'is', q: ' tea ', side: 'front', common: false };
  assert.deepEqual(parametersOf(query, null), { lexicon: 'en', kind: 'hooks', q: 'tea' });
  assert.deepEqual(parametersOf({ ...query, kind: 'extensions', common: true }, 'c1'), {
    lexicon: 'en',
    kind: 'extensions',
    q: 'tea',
    side: 'front',
    common: 'true',
    limit: '100',
    cursor: 'c1',
  });
});

test('what is missing is told without asking', () => {
  const query = queryOf('');
  assert.equal(lackOf(query), 'words.missing');
  for (const q of ['1', '22', 'x', '2.5', '']) {
    assert.equal(lackOf({ ...query, kind: 'length', q }), 'words.missing.length', q);
  }
  assert.equal(lackOf({ ...query, kind: 'length', q: '21' }), null);
});

test('a search without a lexicon gets the one used last, else the first', () => {
  assert.equal(known('q=A', 'gl').shown.lexicon, 'gl');
  assert.equal(known('q=A', 'gone').shown.lexicon, 'en');
  assert.equal(known('q=A&lexicon=xx', 'gl').shown.lexicon, 'xx');
});

test('nothing is asked before the lexicons are known, nor for an empty search', () => {
  const waiting = initialWords(queryOf('q=A'), 0);
  assert.deepEqual([waiting.status, waiting.asked], ['loading', 0]);
  assert.equal(known('q=A').asked, 1);
  const idle = known('');
  assert.deepEqual([idle.status, idle.asked], ['idle', 0]);
});

test('an answer to an earlier search is dropped', () => {
  const before = known('kind=starts&q=A');
  const now = updateWords(before, { type: 'addressed', query: queryOf('kind=starts&q=B&lexicon=en') });
  const late = { type: 'found', asked: before.asked, words: ['AA'], next: null, total: 1, more: false };
  assert.equal(updateWords(now, late), now);
});

test('pages follow each other and the count is told', () => {
  let state = known('kind=starts&q=A');
  const found = { type: 'found', asked: state.asked, words: ['AA'], next: 'c', total: null, more: false };
  state = updateWords(state, found);
  assert.equal(countText(state), 'the first word');
  state = updateWords(state, { type: 'more-asked' });
  assert.ok(state.more);
  state = updateWords(state, { ...found, words: ['AB', 'AC'], next: null, more: true });
  assert.deepEqual(state.words, ['AA', 'AB', 'AC']);
  assert.equal(countText(state), '3 words');
  assert.equal(state.said.text, '3 words');
});

test('more that does not come leaves what is there, and can be asked for again', () => {
  const start = known('kind=starts&q=A');
  const { asked } = start;
  const found = { type: 'found', asked, words: ['AA'], next: 'c', total: null, more: false };
  const failure = { type: 'network', detail: '', errors: [], available: [] };
  const waiting = [found, { type: 'more-asked' }].reduce(updateWords, start);
  const failed = updateWords(waiting, { type: 'failed', asked, failure });
  assert.deepEqual([failed.status, failed.words, failed.next, failed.failure], ['ready', ['AA'], 'c', failure]);
  const again = updateWords(failed, { type: 'more-asked' });
  assert.deepEqual([again.more, again.failure], [true, null]);
  // a place in a list that is gone leads nowhere: from its beginning then
  const gone = updateWords(waiting, { type: 'failed', asked, failure: { ...failure, type: 'invalid-request' } });
  assert.equal(gone.status, 'failed');
});

test('a retry before the lexicons are known is seen to be under way', () => {
  const waiting = initialWords(queryOf('q=A'), 0);
  const failure = { type: 'network', detail: '', errors: [], available: [] };
  const failed = updateWords(waiting, { type: 'failed', asked: 0, failure });
  assert.equal(failed.status, 'failed');
  const again = updateWords(failed, { type: 'retried' });
  assert.deepEqual([again.status, again.asked, again.failure], ['loading', 0, null]);
});

test('a fault of the letters stands at their field', () => {
  const state = known('kind=starts&q=%C3%91');
  const failure = {
    type: 'invalid-request',
    detail: 'x',
    errors: [{ pointer: '/q', code: 'unknown-tile', detail: 'Expected a tile.' }],
    available: [],
  };
  const failed = updateWords(state, { type: 'failed', asked: state.asked, failure });
  assert.equal(failed.status, 'failed');
  assert.match(failed.fault, /^Not all of this can be read as tiles/u);
  const other = { ...failure, errors: [{ pointer: '/q', code: 'other', detail: 'Expected a tile.' }] };
  assert.equal(updateWords(state, { type: 'failed', asked: state.asked, failure: other }).fault, 'Expected a tile.');
  assert.equal(updateWords(failed, { type: 'typed', patch: { q: 'N' } }).fault, '');
});

test('words are grouped by length, in their order within each', () => {
  const groups = groupsOf(['ABC', 'AB', 'ACD', 'AD'], (word) => word.length);
  assert.deepEqual(groups, [[2, ['AB', 'AD']], [3, ['ABC', 'ACD']]]);
});
