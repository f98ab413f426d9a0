import assert from 'node:assert/strict';
import { test } from 'node:test';

import { listMoves, wordPattern } from '../../web/model/listing.js';
import { afterMove, goesThrough, laidTiles, wordRuns } from '../../web/model/moves.js';
import { ROW_HEIGHT } from '../../web/model/virtual.js';
import { listOf, statusOf } from '../../web/analysis/state/selectors.js';
import { after, catalan, english, layout, pick, placement, rack, solved } from './fixtures.js';

const STANDARD = layout('standard15', 15, 15, [7, 7]);
const CROSS = [{ word: 'WORD', score: 20 }, { word: 'sI', score: 2 }];
const MOVES = [
  placement('8D', 'WO.D', 'WORD', 22, 'AE', CROSS),
  placement('D8', 'Qat', 'Qat', 12, '?'),
  placement('1A', 'ZA', 'ZA', 11, ''),
  { type: 'exchange', tiles: 'A?', score: 0, leave: 'EQ' },
  { type: 'pass', score: 0, leave: 'AEQ?' },
];

const list = (word, row, col, column, descending) =>
  listMoves(MOVES, english, word, row, col, column, descending);
const names = (moves) => moves.map((one) => one.word ?? one.type);

test('the server’s order is the list as it comes', () => {
  assert.equal(list('', -1, -1, 'score', true), MOVES);
});

test('each column sorts both ways', () => {
  assert.deepEqual(names(list('', -1, -1, 'score', false)), ['exchange', 'pass', 'ZA', 'Qat', 'WORD']);
  assert.deepEqual(names(list('', -1, -1, 'move', false)), ['ZA', 'WORD', 'Qat', 'exchange', 'pass']);
  assert.deepEqual(names(list('', -1, -1, 'words', false)), ['Qat', 'WORD', 'ZA', 'exchange', 'pass']);
  assert.deepEqual(names(list('', -1, -1, 'left', false)), ['ZA', 'Qat', 'WORD', 'exchange', 'pass']);
  assert.deepEqual(names(list('', -1, -1, 'left', true)), ['pass', 'exchange', 'WORD', 'Qat', 'ZA']);
});

test('words sort by the order of the tiles, not of the characters', () => {
  const moves = [placement('1A', '[NY]A', '[NY]A', 1), placement('1B', 'NA', 'NA', 1), placement('1C', 'LA', 'LA', 1)];
  const sorted = listMoves(moves, catalan, '', -1, -1, 'words', false);
  assert.deepEqual(names(sorted), ['LA', 'NA', '[NY]A']);
});

test('the word filter looks in every word, whatever its case', () => {
  assert.deepEqual(names(list('at', -1, -1, 'score', true)), ['Qat']);
  assert.deepEqual(names(list('SI', -1, -1, 'score', true)), ['WORD']);
  assert.deepEqual(names(list('  ', -1, -1, 'score', true)), names(MOVES));
  assert.deepEqual(list('5', -1, -1, 'score', true), []);
});

test('? is one tile and * any run, of a whole word', () => {
  assert.deepEqual(names(list('?A', -1, -1, 'score', true)), ['ZA']);
  assert.deepEqual(names(list('*A*', -1, -1, 'score', true)), ['Qat', 'ZA']);
  assert.deepEqual(names(list('w??d', -1, -1, 'score', true)), ['WORD']);
  assert.deepEqual(list('?', -1, -1, 'score', true), []);
});

test('a tile of several characters counts as one in a filter', () => {
  const moves = [placement('1A', '[L·L]A', '[L·L]A', 1), placement('1B', 'LA', 'LA', 1)];
  assert.deepEqual(names(listMoves(moves, catalan, '?A', -1, -1, 'score', true)), ['[L·L]A', 'LA']);
  assert.deepEqual(names(listMoves(moves, catalan, 'l·l', -1, -1, 'score', true)), ['[L·L]A']);
  assert.deepEqual(names(listMoves(moves, catalan, 'l', -1, -1, 'score', true)), ['LA']);
});

test('characters with a meaning in patterns are only what they are', () => {
  assert.equal(wordPattern('a.b', english), null);
  assert.equal(wordPattern('(a', english), null);
  assert.equal(wordPattern('[', english), null);
});

test('the square filter keeps moves whose main word goes through the square', () => {
  assert.deepEqual(names(list('', 7, 3, 'score', true)), ['WORD', 'Qat']);
  assert.deepEqual(names(list('', 7, 5, 'score', true)), ['WORD']);
  assert.deepEqual(names(list('', 9, 3, 'score', true)), ['Qat']);
  assert.deepEqual(names(list('', 7, 7, 'score', true)), []);
  assert.equal(goesThrough(MOVES[4], english, 0, 0), false);
});

test('a placement is laid square by square; one that does not fit is not laid at all', () => {
  assert.deepEqual(laidTiles(MOVES[0], english, STANDARD), [
    { index: 108, value: 23 },
    { index: 109, value: 15 },
    { index: 110, value: 0 },
    { index: 111, value: 4 },
  ]);
  assert.deepEqual(laidTiles(placement('8M', 'WORD', 'WORD', 1), english, STANDARD), []);
  assert.deepEqual(laidTiles(placement('??', 'A', 'A', 1), english, STANDARD), []);
});

test('a word is told apart by played, blank and standing tiles', () => {
  const runs = wordRuns(placement('8D', 'W.rD', 'WorD', 1), english);
  assert.deepEqual(runs, [
    { text: 'W', kind: 'played' },
    { text: 'o', kind: 'through' },
    { text: 'r', kind: 'blank' },
    { text: 'D', kind: 'played' },
  ]);
});

test('after a move the tiles stand and have left the rack, a blank as a blank', () => {
  const { squares, rack: left, played } = afterMove(
    placement('1A', 'Q.t', 'Qat', 1),
    new Array(225).fill(0).with(1, 1),
    [17, 0, 5, 20],
    english,
    STANDARD,
  );
  assert.deepEqual(squares.slice(0, 3), [17, 1, 20 | 0x80]);
  assert.deepEqual(left, [5, 20]);
  assert.deepEqual(played, [0, 2]);
});

test('Enter plays the focused move; one undo takes it back with its results', () => {
  const state = solved([placement('8G', 'CAB', 'CAB', 12, '')]);
  const played = after(state, { type: 'move-played', index: 0, byKey: true });
  assert.deepEqual(played.position.squares.slice(111, 114), [3, 1, 2]);
  assert.equal(played.position.rackText, '');
  assert.deepEqual(played.position.lastPlay, [111, 112, 113]);
  assert.equal(played.focus.on, 'rack');
  assert.match(played.said.text, /Played 8G CAB for 12 points/u);
  const back = after(played, { type: 'undone' });
  assert.equal(back.position, state.position);
  assert.equal(statusOf(back), 'success');
});

test('an exchange takes its tiles off the rack, a pass none', () => {
  const state = solved([{ type: 'exchange', tiles: 'B', score: 0, leave: 'AC' }, { type: 'pass', score: 0, leave: 'ABC' }]);
  assert.equal(after(state, { type: 'move-played', index: 0, byKey: false }).position.rackText, 'AC');
  const passed = after(state, { type: 'move-played', index: 1, byKey: false });
  assert.deepEqual(passed.position.squares, state.position.squares);
});

test('walking the list keeps within it and scrolls no further than needed', () => {
  const many = solved(Array.from({ length: 100 }, () => placement('1A', 'A', 'A', 1)));
  const sized = after(many, { type: 'list-scrolled', top: 0, height: 10 * ROW_HEIGHT });
  const end = after(sized, { type: 'move-focused', index: 1e9, byKey: true });
  assert.equal(end.browse.focused, 99);
  assert.equal(end.browse.top, 90 * ROW_HEIGHT);
  assert.equal(end.browse.jumps, sized.browse.jumps + 1);
  assert.equal(after(end, { type: 'move-focused', index: -5, byKey: true }).browse.focused, 0);
});

test('a filter begins at the top and never leaves the focus beyond the list', () => {
  const state = after(
    solved([placement('1A', 'AB', 'AB', 3), placement('1A', 'CAB', 'CAB', 2)]),
    { type: 'move-focused', index: 1, byKey: true },
    { type: 'word-filtered', word: 'C' },
  );
  assert.equal(listOf(state).length, 1);
  assert.equal(state.browse.focused, 0);
});

test('the square filter follows the chosen square', () => {
  const state = after(
    solved([placement('8G', 'AB', 'AB', 3), placement('A1', 'CAB', 'CAB', 2)]),
    { type: 'square-filter-turned' },
    pick(7, 6),
  );
  assert.deepEqual(names(listOf(state)), ['AB']);
  assert.deepEqual(names(listOf(after(state, pick(0, 0)))), ['CAB']);
  assert.equal(after(state, { type: 'filters-cleared' }).browse.throughSquare, false);
});

test('another order by a second click, the score begins with the best', () => {
  const once = after(solved([]), { type: 'sorted', column: 'words' });
  assert.deepEqual([once.browse.column, once.browse.descending], ['words', false]);
  assert.equal(after(once, { type: 'sorted', column: 'words' }).browse.descending, true);
  assert.equal(after(once, { type: 'sorted', column: 'score' }).browse.descending, true);
});

test('an action on a list that is gone does nothing', () => {
  const state = after(solved([placement('1A', 'AB', 'AB', 3)]), rack('Z'));
  assert.equal(after(state, { type: 'move-played', index: 0, byKey: true }).position, state.position);
});
