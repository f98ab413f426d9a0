import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { OVERSCAN, ROW_HEIGHT, scrollFor, visibleRows } from '../../web/model/virtual.js';

test('only the rows in sight and a few beyond are drawn', () => {
  const rows = visibleRows(100_000, 40, 40_000, 400);
  assert.equal(rows[0], 1000 - OVERSCAN);
  assert.equal(rows.at(-1), 1009 + OVERSCAN);
});

test('every row in sight is drawn, wherever the list is scrolled to', () => {
  for (let top = 0; top <= 1345 * 40 - 400; top += 37) {
    const rows = new Set(visibleRows(1345, 40, top, 400));
    for (let y = top; y < top + 400; y += 10) assert.ok(rows.has(Math.floor(y / 40)), `${top} ${y}`);
  }
});

test('the row that holds the focus stays, in its order', () => {
  assert.equal(visibleRows(1000, 40, 20_000, 400, 3)[0], 3);
  assert.equal(visibleRows(1000, 40, 0, 400, 900).at(-1), 900);
  const within = visibleRows(1000, 40, 0, 400, 5);
  assert.equal(within.filter((row) => row === 5).length, 1);
  assert.ok(!visibleRows(10, 40, 0, 400, 10).includes(10));
});

test('short and empty lists', () => {
  assert.deepEqual(visibleRows(0, 40, 0, 400), []);
  assert.deepEqual(visibleRows(2, 40, 0, 400), [0, 1]);
  assert.ok(visibleRows(5, 40, 100_000, 400).every((row) => row < 5));
});

test('scrolling to a row moves the list no further than it must', () => {
  assert.equal(scrollFor(5, 40, 0, 400), 0);
  assert.equal(scrollFor(20, 40, 0, 400), 21 * 40 - 400);
  assert.equal(scrollFor(2, 40, 400, 400), 80);
});

test('the style sheet has rows of the same height', () => {
  const css = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8');
  assert.ok(css.includes(`--row-height: ${ROW_HEIGHT}px;`));
});
