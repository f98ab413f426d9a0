import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fromHash, toHash } from '../../web/model/share.js';

const STORED = {
  cgp: '[qu]3[L·L]5MA2Ç/15 AL?/ 0/0 0',
  lexicon: 'en & more=#1',
  layout: 'standard15',
  rackSize: 8,
  bingoBonus: 35,
};

test('a position goes through the address and back', () => {
  const hash = toHash(STORED);
  assert.deepEqual(fromHash(hash), STORED);
  assert.deepEqual(fromHash(new URL(`http://x.example/${hash}`).hash), STORED);
});

test('the hash stays readable: slashes stand, spaces are plus signs', () => {
  const hash = toHash({ cgp: '15/15 AB/ 0/0 0', lexicon: 'en', layout: 'standard15' });
  assert.equal(hash, '#cgp=15/15+AB/+0/0+0&lexicon=en&layout=standard15');
});

test('what is no position is none, and odd numbers are left out', () => {
  assert.equal(fromHash(''), null);
  assert.equal(fromHash('#moves'), null);
  assert.equal(fromHash('#lexicon=en'), null);
  const read = fromHash('#cgp=15&rackSize=99&bingoBonus=-1');
  assert.deepEqual(read, { cgp: '15', lexicon: '', layout: '' });
  assert.deepEqual(fromHash('#cgp=%E0%A4%A'), { cgp: '\ufffd%A', lexicon: '', layout: '' });
});
