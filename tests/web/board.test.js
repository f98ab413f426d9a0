import assert from 'node:assert/strict';
import { test } from 'node:test';

import { BLANK_FLAG } from '../../web/model/alphabet.js';
import {
  emptySquares,
  moveSquares,
  rowTexts,
  translateSquares,
  unseenCounts,
} from '../../web/model/board.js';
import { along, columnName, parseCoordinate, squareName } from '../../web/model/coordinates.js';
import { catalan, english, layout } from './fixtures.js';

test('rows are written as the server reads them, on any rectangle', () => {
  const strip = layout('strip', 2, 3);
  const squares = emptySquares(strip).with(1, 4).with(5, 2 | BLANK_FLAG);
  assert.deepEqual(rowTexts(squares, strip, english), ['.D.', '..b']);
});

test('unseen tiles: a blank on the board counts as a blank, and too many go below zero', () => {
  const counts = unseenCounts(english, [17, 17, 1 | BLANK_FLAG, 0], [1, 0]);
  assert.equal(counts[17], -1);
  assert.equal(counts[1], english.counts[1] - 1);
  assert.equal(counts[0], 0);
});

test('a board read in another alphabet keeps what both know', () => {
  const squares = [1, 0, 17, 12 | BLANK_FLAG];
  assert.deepEqual(translateSquares(squares, english, catalan), [1, 0, 0, 2 | BLANK_FLAG]);
});

test('a board on another layout keeps its tiles about the start square', () => {
  const small = layout('small', 3, 3, [1, 1]);
  const large = layout('large', 5, 5, [2, 2]);
  const moved = moveSquares([1, 0, 0, 0, 2, 0, 0, 0, 3], small, large);
  assert.equal(moved[6], 1);
  assert.equal(moved[12], 2);
  assert.equal(moved[18], 3);
  assert.deepEqual(moveSquares(moved, large, small), [1, 0, 0, 0, 2, 0, 0, 0, 3]);
});

test('squares beyond the smaller board fall off', () => {
  const large = layout('large', 5, 5, [2, 2]);
  const squares = emptySquares(large).with(0, 9).with(12, 2);
  assert.deepEqual(
    moveSquares(squares, large, layout('small', 3, 3, [1, 1])),
    [0, 0, 0, 0, 2, 0, 0, 0, 0],
  );
});

test('coordinates: number first is across, letter first is down', () => {
  assert.deepEqual(parseCoordinate('8D'), { row: 7, col: 3, direction: 'across' });
  assert.deepEqual(parseCoordinate('D8'), { row: 7, col: 3, direction: 'down' });
  assert.deepEqual(parseCoordinate('21U'), { row: 20, col: 20, direction: 'across' });
  for (const wrong of ['', 'D', '8', '0A', 'A0', 'Z1', '8d', '100A']) {
    assert.equal(parseCoordinate(wrong), null, wrong);
  }
  assert.equal(squareName(7, 3), 'D8');
  assert.equal(columnName(20), 'U');
  assert.deepEqual(along({ row: 1, col: 2 }, 'down', 3), { row: 4, col: 2 });
});
