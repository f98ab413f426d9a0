import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { CgpError, cgpLexicon, formatCgp, parseCgp } from '../../web/model/cgp.js';
import { EXAMPLES } from '../../web/model/examples.js';
import { catalan, english, layout } from './fixtures.js';

const STANDARD = layout('standard15', 15, 15, [7, 7]);
const SUPER = layout('super21', 21, 21, [10, 10]);
const LAYOUTS = [STANDARD, SUPER, layout('strip', 3, 9, [1, 4])];

function fault(text, alphabet = english) {
  try {
    parseCgp(text, alphabet, LAYOUTS);
  } catch (error) {
    assert.ok(error instanceof CgpError, String(error));
    return { code: error.code, ...error.facts };
  }
  return assert.fail('was read');
}

test('tiles of several characters, blanks and runs of two digits', () => {
  const rows = ['[qu]3[L·L]4', '9', '2NY6'].join('/');
  const { squares, rackText, layout: found } = parseCgp(`${rows} AL?/ 0/0 0`, catalan, LAYOUTS);
  assert.equal(found.name, 'strip');
  assert.equal(squares[0], 6 | 0x80);
  assert.equal(squares[4], 3);
  assert.equal(squares[20], 5);
  assert.equal(rackText, 'AL?');
});

test('double spaces and a leading "cgp" are tolerated, racks may be missing', () => {
  const rows = Array(15).fill('15').join('/');
  assert.equal(parseCgp(`  cgp ${rows}   AB/CD  10/20 0`, english, LAYOUTS).rackText, 'AB');
  assert.equal(parseCgp(rows, english, LAYOUTS).rackText, '');
  assert.equal(parseCgp(`${rows} /AB 0/0 0`, english, LAYOUTS).rackText, '');
});

test('errors name the row and what stood there', () => {
  const rows = Array(15).fill('15');
  assert.deepEqual(fault(''), { code: 'empty' });
  assert.deepEqual(fault('15/15'), { code: 'no-layout', expected: '15, 21, 3', got: '2' });
  assert.deepEqual(fault(rows.with(3, '7é7').join('/')), { code: 'tile', row: 4, got: 'é' });
  assert.deepEqual(fault(rows.with(14, '14').join('/')), {
    code: 'width',
    row: 15,
    expected: '15',
    got: '14',
  });
  assert.deepEqual(fault(`${rows.join('/')} AB1`), { code: 'rack', got: '1' });
});

test('a run of a billion squares is a fault, not a billion squares', () => {
  assert.equal(fault(Array(15).fill('1000000000').join('/')).code, 'width');
});

test('the first fitting layout is taken, so that the one in use stays', () => {
  const other = { ...STANDARD, name: 'other15' };
  const rows = Array(15).fill('15').join('/');
  assert.equal(parseCgp(rows, english, [other, ...LAYOUTS]).layout.name, 'other15');
});

test('operations name the lexicon', () => {
  assert.equal(cgpLexicon('15/15 AB/ 0/0 0 lex en-2; ld x;'), 'en-2');
  assert.equal(cgpLexicon('15/15 AB/ 0/0 0'), '');
});

test('every example reads and writes back as it stands', () => {
  for (const { id, cgp, layout: name } of EXAMPLES) {
    const read = parseCgp(cgp, english, LAYOUTS);
    assert.equal(read.layout.name, name, id);
    assert.equal(formatCgp(read.squares, read.rackText, read.layout, english, ''), cgp, id);
  }
});

test('positions from play read and write back', () => {
  const file = new URL('../data/positions.cgp', import.meta.url);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  assert.ok(lines.length > 2000);
  for (const line of lines) {
    const { squares, rackText } = parseCgp(line, english, LAYOUTS);
    const [board, racks] = line.split(' ');
    const written = formatCgp(squares, rackText, STANDARD, english, '');
    assert.equal(written, `${board} ${racks?.split('/')[0]}/ 0/0 0`);
  }
});
