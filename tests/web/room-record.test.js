import assert from 'node:assert/strict';
import { test } from 'node:test';

import { filledLater, recordOf, scoreLines } from '../../web/room/model/record.js';
import { event, placed } from './room-fixtures.js';

const EVENTS = [
  event(1, 'created', {}),
  event(2, 'started', { first: 0 }),
  placed(3, 0, '8H', 'CAT', 'CAT', 10, [[7, 7, 3], [7, 8, 1], [7, 9, 20]]),
  placed(4, 1, '7H', 'XZ', 'XZ', 40, [[6, 7, 24], [6, 8, 26]]),
  event(5, 'challenged', { by: 0, seat: 1, success: true, words: ['XZ'], phonies: ['XZ'], points_lost: 40, award_points: 0, loses_turn: false }),
  event(6, 'exchanged', { seat: 0, count: 3, points: 0 }),
  event(7, 'hint-taken', { seat: 1, cost_points: 5 }),
  placed(8, 1, 'H8', '.OG', 'COG', 2, [[8, 7, 15], [9, 7, 7]], { hint_points: 5, bonus: 50 }),
  event(9, 'challenged', { by: 0, seat: 1, success: false, words: ['COG'], phonies: [], points_lost: 0, award_points: 5, loses_turn: false }),
  event(10, 'passed', { seat: 0, cause: 'time', points: 0 }),
  event(11, 'resigned', { seat: 0, cause: 'timeouts' }),
  event(12, 'ended', { adjustments: [{ seat: 1, cause: 'own-rack', points: -8 }] }),
];

test('rows with running totals', () => {
  const rows = recordOf(EVENTS, 2);
  assert.deepEqual(
    rows.map(({ turn, seat, kind, points, total }) => [turn, seat, kind, points, total]),
    [
      [1, 0, 'placed', 10, 10],
      [2, 1, 'placed', 40, 40],
      [0, 1, 'challenged', -40, 0],
      [3, 0, 'exchanged', 0, 10],
      [0, 1, 'hint', 0, 0],
      [4, 1, 'placed', 2, 2],
      [0, 1, 'challenged', 5, 7],
      [5, 0, 'passed', 0, 10],
      [0, 0, 'resigned', 0, 10],
      [0, 1, 'adjusted', -8, -1],
    ],
  );
});

test('a play that was challenged off is marked, one that stood is not', () => {
  const plays = recordOf(EVENTS, 2).filter((row) => row.kind === 'placed');
  assert.deepEqual(plays.map((row) => row.removed), [false, true, false]);
  assert.equal(plays[2].bingo, true);
  assert.equal(plays[2].hintPoints, 5);
});

test('the chart has a point a turn, what followed belongs to it', () => {
  const lines = scoreLines(recordOf(EVENTS, 2), 2);
  assert.deepEqual(lines, [
    [0, 10, 10, 10, 10, 10, 10],
    [0, 0, 0, 0, 7, 7, -1],
  ]);
  assert.deepEqual(scoreLines([], 2), [[0], [0]]);
});

test('the board as of a row leaves out what was filled later, not what was taken back', () => {
  const rows = recordOf(EVENTS, 2);
  assert.deepEqual([...filledLater(rows, 3, 15)].sort((a, b) => a - b), [8 * 15 + 7, 9 * 15 + 7]);
  assert.equal(filledLater(rows, 8, 15).size, 0);
});
