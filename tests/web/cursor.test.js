import assert from 'node:assert/strict';
import { test } from 'node:test';

import { movedCursor, movesCursor } from '../../web/model/cursor.js';

const SIZE = { rows: 3, cols: 9 };

test('each key moves the cursor within the board and keeps its direction', () => {
  const cursor = { row: 1, col: 4, direction: 'down' };
  const targets = {
    ArrowUp: [0, 4],
    ArrowDown: [2, 4],
    ArrowLeft: [1, 3],
    ArrowRight: [1, 5],
    Home: [1, 0],
    End: [1, 8],
    PageUp: [0, 4],
    PageDown: [2, 4],
  };
  for (const [key, [row, col]] of Object.entries(targets)) {
    assert.equal(movesCursor(key), true);
    assert.deepEqual(movedCursor(cursor, key, SIZE), { row, col, direction: 'down' });
  }
  assert.deepEqual(movedCursor({ ...cursor, row: 0 }, 'ArrowUp', SIZE), { ...cursor, row: 0 });
  assert.deepEqual(movedCursor({ ...cursor, col: 8 }, 'ArrowRight', SIZE), { ...cursor, col: 8 });
});

test('no other key moves it, also not one named like a property of every object', () => {
  for (const key of ['a', 'Enter', 'Tab', 'toString']) assert.equal(movesCursor(key), false);
});
