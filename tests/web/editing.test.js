import assert from 'node:assert/strict';
import { test } from 'node:test';

import { BLANK_FLAG } from '../../web/model/alphabet.js';
import { cgpOf, gameOf, rackFault } from '../../web/analysis/state/selectors.js';
import { after, page, pick, rack, typed } from './fixtures.js';

const text = (state) => cgpOf(state, gameOf(state)).split(' ')[0];
const row = (state, number) => text(state).split('/')[number - 1];
const key = (name) => ({ type: 'cursor-moved', key: name });

test('typing fills squares along the direction and moves on', () => {
  const across = page(pick(7, 7), ...typed('CAB'));
  assert.equal(row(across, 8), '7CAB5');
  assert.deepEqual(across.cursor, { row: 7, col: 10, direction: 'across' });
  const down = page(pick(7, 7), pick(7, 7), ...typed('ab'));
  assert.equal(row(down, 8), '7A7');
  assert.equal(row(down, 9), '7B7');
  assert.equal(down.cursor.direction, 'down');
});

test('the first click on a square only chooses it, the next one turns', () => {
  const first = page(pick(7, 7));
  assert.equal(first.cursor.direction, 'across');
  assert.equal(after(first, pick(7, 7)).cursor.direction, 'down');
  assert.equal(after(first, pick(7, 7), pick(7, 7)).cursor.direction, 'across');
  assert.equal(after(first, pick(7, 7), pick(3, 3)).cursor.direction, 'down');
  const turned = after(first, { type: 'direction-turned' });
  assert.equal(turned.cursor.direction, 'down');
  assert.equal(turned.said.text, 'Down');
});

test('shift places a blank, so does a question mark before the letter, once', () => {
  const shifted = page(pick(0, 0), ...typed('A', true), ...typed('a'));
  assert.equal(row(shifted, 1), 'aA13');
  assert.equal(shifted.position.squares[0], 1 | BLANK_FLAG);
  const marked = page(pick(0, 0), ...typed('?ab'));
  assert.equal(row(marked, 1), 'aB13');
});

test('at the edge the cursor stays and the last square is typed over', () => {
  const state = page(pick(0, 13), ...typed('ABC'));
  assert.equal(row(state, 1), '13AC');
  assert.equal(state.cursor.col, 14);
});

test('typing the tile that stands there only moves on, and is no step of undo', () => {
  const first = page(pick(0, 0), ...typed('AB'));
  const again = after(first, pick(0, 0), ...typed('AB'));
  assert.equal(again.edits.past.length, first.edits.past.length);
  assert.equal(again.cursor.col, 2);
});

test('what is no tile changes nothing and is spoken of', () => {
  const state = page(pick(0, 0), ...typed('5'));
  assert.equal(row(state, 1), '15');
  assert.match(state.said.text, /“5”.*english/u);
  assert.equal(state.touched, false);
});

test('backspace erases here, then steps back; delete stays', () => {
  const state = page(pick(0, 0), ...typed('ABC'));
  const once = after(state, { type: 'erased', back: true });
  assert.equal(row(once, 1), 'AB13');
  assert.equal(once.cursor.col, 2);
  const twice = after(once, { type: 'erased', back: true });
  assert.equal(row(twice, 1), 'A14');
  const kept = after(twice, pick(0, 0), { type: 'erased', back: false });
  assert.equal(row(kept, 1), '15');
  assert.equal(kept.cursor.col, 0);
  assert.equal(after(kept, { type: 'erased', back: true }).position, kept.position);
});

test('arrow keys stop at the edges', () => {
  const state = page(pick(0, 0), key('ArrowUp'), key('ArrowLeft'));
  assert.deepEqual([state.cursor.row, state.cursor.col], [0, 0]);
  const end = after(state, key('End'), key('PageDown'), key('ArrowDown'), key('ArrowRight'));
  assert.deepEqual([end.cursor.row, end.cursor.col], [14, 14]);
  assert.equal(end.focus.on, 'square');
});

test('undo and redo go through every edit; typing the rack is one step', () => {
  const state = page(pick(0, 0), ...typed('A'), rack('X'), rack('XY'), rack('XYZ'), ...typed('B'));
  const steps = state.edits.past.length;
  assert.equal(steps, 3);
  const back = after(state, { type: 'undone' }, { type: 'undone' });
  assert.equal(back.position.rackText, '');
  assert.equal(row(back, 1), 'A14');
  const forth = after(back, { type: 'redone' }, { type: 'redone' });
  assert.deepEqual(forth.position, state.position);
  assert.equal(forth.edits.future.length, 0);
  const other = after(back, ...typed('Z'));
  assert.equal(other.edits.future.length, 0);
});

test('undo at the beginning and redo at the end say so and change nothing', () => {
  const state = page();
  assert.equal(after(state, { type: 'undone' }).position, state.position);
  assert.match(after(state, { type: 'redone' }).said.text, /Nothing/u);
});

test('the history does not grow without bound', () => {
  const edits = Array.from({ length: 1000 }, (_, at) => [pick(0, 0), ...typed('AB'[at % 2])]).flat();
  assert.ok(page(...edits).edits.past.length <= 300);
});

test('the rack is read as it is typed', () => {
  const fault = (typedRack) => {
    const state = page(rack(typedRack));
    return rackFault(state, gameOf(state));
  };
  assert.equal(fault('AEINRS?'), null);
  assert.deepEqual(fault('AB1'), { code: 'unread', text: '1' });
  assert.deepEqual(fault('ABCDEFGH'), { code: 'long', size: 8 });
  assert.deepEqual(fault('???'), { code: 'overdrawn', letter: 0 });
  assert.deepEqual(fault('QQ'), { code: 'overdrawn', letter: 17 });
});

test('tray tiles go where the person was last: to the board or to the rack', () => {
  const board = page(pick(0, 0), { type: 'tray-picked', letter: 3 });
  assert.equal(row(board, 1), 'C14');
  const racked = after(
    board,
    { type: 'rack-chosen', touch: false },
    { type: 'tray-picked', letter: 3 },
    { type: 'tray-picked', letter: 0 },
  );
  assert.equal(racked.position.rackText, 'C?');
  const blank = after(board, { type: 'tray-picked', letter: 0 }, { type: 'tray-picked', letter: 4 });
  assert.equal(row(blank, 1), 'Cd13');
});

test('a full rack takes no more', () => {
  const state = page(rack('ABCDEFG'), { type: 'rack-chosen', touch: true }, { type: 'tray-picked', letter: 1 });
  assert.equal(state.position.rackText, 'ABCDEFG');
  assert.match(state.said.text, /full/u);
});

test('a tile of several characters is placed from the tray', () => {
  const state = page(
    { type: 'lexicon-chosen', ref: 'ca' },
    pick(0, 0),
    { type: 'tray-picked', letter: 3 },
    { type: 'blank-mode-turned' },
    { type: 'tray-picked', letter: 5 },
  );
  assert.equal(row(state, 1), '[L·L][ny]13');
});

test('another layout keeps the tiles about its start square, and undo brings the old one back', () => {
  const state = page(pick(7, 7), ...typed('A'), { type: 'layout-chosen', name: 'super21' });
  assert.equal(row(state, 11), '10A10');
  assert.deepEqual([state.cursor.row, state.cursor.col], [10, 10]);
  const back = after(state, pick(20, 20), { type: 'undone' });
  assert.equal(row(back, 8), '7A7');
  assert.deepEqual([back.cursor.row, back.cursor.col], [7, 7]);
});

test('another alphabet keeps the tiles it knows', () => {
  const state = page(pick(0, 0), ...typed('AXL'), rack('ALZ'), { type: 'lexicon-chosen', ref: 'ca' });
  assert.equal(row(state, 1), 'A1L12');
  assert.equal(state.position.rackText, 'AL');
  assert.equal(state.settings.lexicon, 'ca');
});

test('clearing empties board and rack, and can be undone', () => {
  const state = page(pick(0, 0), ...typed('A'), rack('B'));
  const cleared = after(state, { type: 'board-cleared' });
  assert.equal(row(cleared, 1), '15');
  assert.equal(cleared.position.rackText, '');
  assert.equal(after(cleared, { type: 'undone' }).position, state.position);
  assert.equal(after(cleared, { type: 'board-cleared' }), cleared);
});
