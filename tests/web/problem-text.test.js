import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fieldText, problemText, reasonText } from '../../web/problem-text.js';
import { speak } from '../../web/text.js';
import { failure } from './fixtures.js';

const field = (code, params = {}) => ({ pointer: '/rack', code, detail: 'Expected.', params });

test('a problem is told by its reason, else by its type, else as the server says it', () => {
  const refused = (type, more) => problemText(failure(type, { detail: 'Expected.', ...more }));
  assert.equal(refused('not-allowed-now', { reason: 'not-your-turn' }), 'It is not your turn.');
  assert.equal(refused('not-allowed-now', { reason: 'not-heard-of' }), 'That is not possible any more.');
  assert.equal(refused('illegal-move', { reason: 'phony', words: ['QX', 'XQ'] }), 'QX and XQ are not in the lexicon.');
  assert.equal(refused('not-heard-of'), 'Expected.');
});

test('the seconds to wait are told', () => {
  assert.match(problemText(failure('too-many-requests', { waitS: 12 })), /in 12 s/u);
  assert.match(problemText(failure('too-many-requests', { waitS: 1 })), /in 1 s/u);
});

test('each faulty field is told once, with its values', () => {
  const errors = [field('rack-size', { least: 1, most: 7, got: 9 }), field('not-heard-of'), field('not-heard-of')];
  assert.equal(
    problemText(failure('invalid-request', { errors })),
    'A rack holds 1 to 7 tiles; here are 9. Expected.',
  );
});

test('a tile that is none is quoted; where none is to blame, how tiles are written is told', () => {
  assert.match(fieldText(field('unknown-tile', { got: '1' })), /^“1” is not a tile/u);
  assert.match(fieldText(field('unknown-tile')), /^Not all of this/u);
});

test('rows count from one, and the blank has its name', () => {
  assert.match(fieldText(field('row-width', { row: 6, expected: 15, got: 14 })), /^Row 7: /u);
  assert.match(fieldText(field('tile-count', { tile: '?', expected: 2, got: 3 })), /^blank: /iu);
});

test('limits choose the plural form', async () => {
  assert.equal(fieldText(field('string-too-short', { min_length: 1 })), 'Write at least 1 character.');
  await speak('pl');
  assert.equal(fieldText(field('string-too-long', { max_length: 500 })), 'Wpisz najwyżej 500 znaków.');
  assert.equal(fieldText(field('name-length', { most: 32, got: 40 })), 'Nazwa ma najwyżej 32 znaki.');
  assert.equal(reasonText('not-your-turn'), 'To nie twój ruch.');
  await speak('en');
});
