import assert from 'node:assert/strict';
import { test } from 'node:test';

import { BLANK_FLAG } from '../../web/model/alphabet.js';
import { after, page, pick, rack, typed } from './fixtures.js';

const square = (row, col) => ({ kind: 'square', row, col });
const fromRack = (index) => ({ kind: 'rack', index });
const OFF = { kind: 'off' };

function drag(source, over) {
  return [
    { type: 'drag-began', source },
    { type: 'drag-moved', over },
    { type: 'drag-ended', dropped: true },
  ];
}

const at = (state, row, col) => state.position.squares[row * 15 + col];

test('a rack tile goes to the board and leaves the rack', () => {
  const state = page(rack('ABC'), ...drag(fromRack(1), square(7, 7)));
  assert.equal(at(state, 7, 7), 2);
  assert.equal(state.position.rackText, 'AC');
  assert.equal(state.drag, null);
  assert.equal(state.edits.past.length, 2);
});

test('a rack tile on a taken square sends the other tile back to the rack', () => {
  const state = page(pick(0, 0), ...typed('X', true), rack('AB'), ...drag(fromRack(0), square(0, 0)));
  assert.equal(at(state, 0, 0), 1);
  assert.equal(state.position.rackText, '?B');
});

test('board tiles change places', () => {
  const state = page(pick(0, 0), ...typed('AB'), ...drag(square(0, 0), square(0, 1)));
  assert.deepEqual([at(state, 0, 0), at(state, 0, 1)], [2, 1]);
  const moved = after(state, ...drag(square(0, 1), square(5, 5)));
  assert.deepEqual([at(moved, 0, 1), at(moved, 5, 5)], [0, 1]);
});

test('dropped off the board a tile is taken away', () => {
  const state = page(pick(0, 0), ...typed('A'), rack('BC'));
  assert.equal(at(after(state, ...drag(square(0, 0), OFF)), 0, 0), 0);
  assert.equal(after(state, ...drag(fromRack(0), OFF)).position.rackText, 'C');
  const tray = { kind: 'tray', letter: 4 };
  assert.equal(after(state, ...drag(tray, OFF)).position, state.position);
});

test('a board tile goes back to the rack as itself, a blank as a blank', () => {
  const state = page(pick(0, 0), ...typed('A'), ...typed('B', true), rack('C'));
  const plain = after(state, ...drag(square(0, 0), fromRack(0)));
  assert.equal(plain.position.rackText, 'AC');
  assert.equal(at(plain, 0, 0), 0);
  const blank = after(plain, ...drag(square(0, 1), fromRack(Infinity)));
  assert.equal(blank.position.rackText, 'AC?');
});

test('rack tiles can be put in another order', () => {
  const state = page(rack('ABC'), ...drag(fromRack(0), fromRack(2)));
  assert.equal(state.position.rackText, 'BCA');
});

test('a full rack takes no tile from the board, which stays there', () => {
  const state = page(pick(0, 0), ...typed('A'), rack('BCDEFGH'), ...drag(square(0, 0), fromRack(7)));
  assert.equal(at(state, 0, 0), 1);
  assert.equal(state.position.rackText, 'BCDEFGH');
});

test('a blank without a letter asks for it, and takes it', () => {
  const asked = page(rack('A?'), ...drag(fromRack(1), square(7, 7)));
  assert.equal(asked.dialog, 'blank');
  assert.equal(at(asked, 7, 7), 0);
  const lettered = after(asked, { type: 'blank-lettered', letter: 5 });
  assert.equal(at(lettered, 7, 7), 5 | BLANK_FLAG);
  assert.equal(lettered.position.rackText, 'A');
  assert.equal(lettered.dialog, null);
  const given = after(asked, { type: 'dialog-closed' }, { type: 'blank-lettered', letter: 5 });
  assert.equal(given.position, asked.position);
  assert.equal(given.position.rackText, 'A?');
});

test('a drag that is broken off changes nothing', () => {
  const state = page(rack('A'));
  const broken = after(
    state,
    { type: 'drag-began', source: fromRack(0) },
    { type: 'drag-moved', over: square(0, 0) },
    { type: 'drag-ended', dropped: false },
  );
  assert.equal(broken.position, state.position);
  assert.equal(broken.drag, null);
});

test('click and click: a held tile goes to the next square that is chosen', () => {
  const held = page(rack('AB'), { type: 'tile-held', source: fromRack(1) });
  assert.deepEqual(held.held, fromRack(1));
  const put = after(held, pick(3, 4));
  assert.equal(at(put, 3, 4), 2);
  assert.equal(put.position.rackText, 'A');
  assert.equal(put.held, null);
});

test('holding the same tile again, or Escape, puts it back', () => {
  const hold = { type: 'tile-held', source: fromRack(0) };
  const state = page(rack('A'), hold);
  assert.equal(after(state, hold).held, null);
  assert.equal(after(state, { type: 'hold-ended' }).held, null);
  assert.equal(after(state, hold).position.rackText, 'A');
});

test('by key: lift at the cursor, walk, put down', () => {
  const state = page(pick(0, 0), ...typed('A'), pick(0, 0), { type: 'square-lifted' }, pick(2, 2));
  assert.equal(at(state, 0, 0), 0);
  assert.equal(at(state, 2, 2), 1);
  assert.equal(after(page(), { type: 'square-lifted' }).held, null);
});

test('an edit ends the holding of a tile, whose place may have changed', () => {
  const state = page(rack('AB'), { type: 'tile-held', source: fromRack(1) }, rack('A'));
  assert.equal(state.held, null);
});
