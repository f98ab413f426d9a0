import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canZoom, turnZoom, WHOLE, wholeSide } from '../../web/model/zoom.js';

test('the side of a square follows the width of the board and its columns', () => {
  assert.equal(wholeSide(374, 15), (374 - 28 - 14) / 15);
  assert.equal(wholeSide(1000, 15), (1000 - 60 - 14 * 2.5) / 15);
});

test('only a board whose squares would be small can be looked at in parts', () => {
  const at = (/** @type {number} */ width) => ({ width, big: false });
  assert.equal(canZoom(WHOLE, 21), false, 'nothing is measured yet');
  assert.equal(canZoom(at(374), 15), false);
  assert.equal(canZoom(at(304), 15), true);
  assert.equal(canZoom(at(374), 21), true);
  assert.equal(canZoom(at(600), 21), false);
});

test('big squares are turned on and off, and a width that is known changes nothing', () => {
  const measured = turnZoom(WHOLE, { type: 'board-measured', width: 304 });
  assert.equal(turnZoom(measured, { type: 'board-measured', width: 304 }), measured);
  const big = turnZoom(measured, { type: 'zoom-turned' });
  assert.deepEqual(big, { width: 304, big: true });
  assert.deepEqual(turnZoom(big, { type: 'zoom-turned' }), measured);
});
