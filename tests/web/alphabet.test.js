import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Alphabet, BLANK_FLAG } from '../../web/model/alphabet.js';
import { CASELESS, catalan, english } from './fixtures.js';

test('a row reads as square values and writes back as it was', () => {
  const { values, unread } = english.readPlaced('.AbZ ');
  assert.equal(unread, null);
  assert.deepEqual(values, [0, 1, 2 | BLANK_FLAG, 26, 0]);
  assert.equal(english.rowText(values), '.AbZ.');
});

test('tiles of several characters stand in brackets, others are tiles by themselves', () => {
  assert.deepEqual(catalan.readPlaced('[L][L·L][ny]').values, [2, 3, 5 | BLANK_FLAG]);
  assert.equal(catalan.rowText([3, 0, 6 | BLANK_FLAG]), '[L·L].[qu]');
  assert.equal(catalan.glyph(6 | BLANK_FLAG), 'qu');
});

test('brackets may be left out where only one reading is possible', () => {
  assert.deepEqual(catalan.readPlaced('L·LANY').values, [3, 1, 5]);
  assert.deepEqual(catalan.readRack('NY').values, [5]);
  assert.deepEqual(catalan.readPlaced('[N][Y]').unread, { offset: 3, text: '[Y]' });
  const spanish = new Alphabet({
    name: 'es',
    blanks: 0,
    tiles: ['C', 'CH', 'H'].map((text) => ({ text, blank_text: text.toLowerCase(), points: 1, count: 1 })),
  });
  assert.deepEqual(spanish.readRack('CH').values, [1, 3]);
  assert.deepEqual(spanish.readRack('[CH]').values, [2]);
  assert.deepEqual(spanish.readWord('chC').values, [2, 1]);
  // What neither reading can take is told as the server would tell it.
  assert.deepEqual(spanish.readRack('CH1'), { values: [1, 3], unread: { offset: 2, text: '1' } });
});

test('reading stops at the first thing that is no tile and says where', () => {
  assert.deepEqual(english.readPlaced('AB5C').unread, { offset: 2, text: '5' });
  assert.deepEqual(english.readRack('A[BC').unread, { offset: 1, text: '[BC' });
  assert.deepEqual(english.readRack('A😀').unread, { offset: 1, text: '😀' });
  assert.deepEqual(english.readRack('[[]').unread, { offset: 0, text: '[[]' });
});

test('a rack takes either form of a tile, blanks and spaces', () => {
  assert.deepEqual(english.readRack('aB ?').values, [1, 2, 0]);
  assert.equal(catalan.rackTexts([0, 5, 1]), '?[NY]A');
});

test('decomposed characters are the same tiles', () => {
  const data = { name: 'x', blanks: 0, tiles: [{ text: 'Ç', blank_text: 'ç', points: 1, count: 1 }] };
  const alphabet = new Alphabet(data);
  assert.deepEqual(alphabet.readPlaced('C\u0327c\u0327').values, [1, 1 | BLANK_FLAG]);
  assert.equal(alphabet.letterOf('c\u0327'), 1);
});

test('a typed character stands for a tile by its texts, not by a case rule', () => {
  const caseless = new Alphabet(CASELESS);
  assert.equal(caseless.letterOf('ב'), 2);
  assert.equal(caseless.readPlaced('[ב̈]').values[0], 2 | BLANK_FLAG);
  const turkish = new Alphabet({
    name: 'tr',
    blanks: 0,
    tiles: [
      { text: 'I', blank_text: 'ı', points: 2, count: 4 },
      { text: 'İ', blank_text: 'i', points: 1, count: 7 },
    ],
  });
  assert.equal(turkish.letterOf('i'), 2);
  assert.equal(turkish.letterOf('ı'), 1);
  assert.equal(english.letterOf('ß'), 0);
});

test('counts and points stand by letter, the blanks at 0', () => {
  assert.equal(english.counts[0], 2);
  assert.equal(english.points[0], 0);
  assert.equal(english.points[17], 10);
  assert.equal(english.total, english.counts.reduce((a, b) => a + b));
});
