import assert from 'node:assert/strict';
import { test } from 'node:test';

import { toSaved } from '../../web/room/model/rack.js';
import { tentative } from '../../web/room/state/selectors.js';
import { after, at, board, click, frame, laid, placed, rackText, room, roomOf, typed } from './room-fixtures.js';

const fromRack = (place) => ({ kind: 'rack', at: place });
const onSquare = (row, col) => ({ kind: 'square', index: at(row, col) });

function drag(source, over) {
  return [
    { type: 'drag-began', source },
    { type: 'drag-moved', over },
    { type: 'drag-ended', dropped: true },
  ];
}

test('typed letters come from the rack and the cursor goes on', () => {
  const state = room({}, click(7, 7), ...typed('cat'));
  assert.deepEqual(laid(state), { [at(7, 7)]: 'C', [at(7, 8)]: 'A', [at(7, 9)]: 'T' });
  assert.equal(rackText(state), 'DOG?');
  assert.deepEqual(tentative(state), { coord: '8H', tiles: 'CAT' });
  assert.deepEqual([state.cursor.row, state.cursor.col], [7, 10]);
});

test('what the rack lacks a blank stands for, once', () => {
  const state = room({}, click(7, 7), ...typed('cats'));
  assert.equal(laid(state)[at(7, 10)], 's');
  assert.equal(rackText(state), 'DOG');
  const more = after(state, ...typed('s'));
  assert.deepEqual(laid(more), laid(state));
  assert.match(more.said.text, /S/u);
});

test('with Shift the blank is taken though the rack has the letter', () => {
  const state = room({}, click(7, 7), ...typed('C', true));
  assert.deepEqual(laid(state), { [at(7, 7)]: 'c' });
  assert.equal(rackText(state), 'CATDOG');
});

test('typing steps over standing tiles, in both directions', () => {
  const standing = { board: board([7, 8, 'A']) };
  const state = room(standing, click(7, 7), ...typed('ct'));
  assert.deepEqual(laid(state), { [at(7, 7)]: 'C', [at(7, 9)]: 'T' });
  assert.deepEqual(tentative(state), { coord: '8H', tiles: 'C.T' });
  const down = room(standing, click(6, 8), { type: 'direction-turned' }, ...typed('ct'));
  assert.deepEqual(tentative(down), { coord: 'I7', tiles: 'C.T' });
});

test('a second click on a square turns the direction, and says so', () => {
  const state = room({}, click(7, 7), click(7, 7));
  assert.equal(state.cursor.direction, 'down');
  assert.equal(state.said.text, 'Down');
  assert.equal(after(state, { type: 'direction-turned' }).said.text, 'Across');
  assert.deepEqual(laid(after(state, ...typed('do'))), { [at(7, 7)]: 'D', [at(8, 7)]: 'O' });
});

test('Backspace takes back the tile before the cursor, past standing ones', () => {
  const state = room({ board: board([7, 8, 'A']) }, click(7, 7), ...typed('ct'));
  const once = after(state, { type: 'erased', back: true });
  assert.deepEqual(laid(once), { [at(7, 7)]: 'C' });
  const twice = after(once, { type: 'erased', back: true });
  assert.deepEqual(laid(twice), {});
  assert.equal(rackText(twice), 'CATDOG?');
});

test('a tile taken back has its old place on the rack', () => {
  const state = room({}, click(7, 7), ...typed('dog'), { type: 'tiles-recalled' });
  assert.equal(rackText(state), 'CATDOG?');
});

test('click and click: from rack to square, from square to square, and back', () => {
  const state = room({}, { type: 'tile-clicked', at: 1 }, click(7, 7));
  assert.deepEqual(laid(state), { [at(7, 7)]: 'A' });
  const moved = after(state, click(7, 7), click(3, 3));
  assert.deepEqual(laid(moved), { [at(3, 3)]: 'A' });
  const back = after(moved, click(3, 3), { type: 'rack-clicked' });
  assert.deepEqual(laid(back), {});
  assert.equal(rackText(back), 'CTDOG?A');
});

test('a standing tile is not covered', () => {
  const state = room({ board: board([7, 7, 'A']) }, { type: 'tile-clicked', at: 0 }, click(7, 7));
  assert.deepEqual(laid(state), {});
  assert.equal(state.held, null);
});

test('by drag: rack to board, tentative tiles change places, off the board is back', () => {
  const state = room({}, ...drag(fromRack(0), onSquare(7, 7)), ...drag(fromRack(1), onSquare(7, 8)));
  assert.deepEqual(laid(state), { [at(7, 7)]: 'C', [at(7, 8)]: 'A' });
  const swapped = after(state, ...drag(onSquare(7, 7), onSquare(7, 8)));
  assert.deepEqual(laid(swapped), { [at(7, 7)]: 'A', [at(7, 8)]: 'C' });
  const covered = after(swapped, ...drag(fromRack(2), onSquare(7, 7)));
  assert.deepEqual(laid(covered), { [at(7, 7)]: 'T', [at(7, 8)]: 'C' });
  const off = after(covered, ...drag(onSquare(7, 7), { kind: 'off' }));
  assert.deepEqual(laid(off), { [at(7, 8)]: 'C' });
  assert.equal(rackText(off).length, 6);
});

test('the rack is put in order by drag, and a tile from the board goes between', () => {
  const state = room({}, ...drag(fromRack(0), { kind: 'rack', at: 2 }));
  assert.equal(rackText(state), 'ATCDOG?');
  const between = after(
    state,
    ...drag(fromRack(0), onSquare(0, 0)),
    ...drag(onSquare(0, 0), { kind: 'rack', at: 1 }),
  );
  assert.equal(rackText(between), 'TACDOG?');
});

test('a blank asks for its letter; closed without one it stays where it was', () => {
  const asked = room({}, ...drag(fromRack(6), onSquare(7, 7)));
  assert.equal(asked.dialog, 'blank');
  assert.deepEqual(laid(asked), {});
  assert.equal(rackText(after(asked, { type: 'dialog-closed' })), 'CATDOG?');
  const lettered = after(asked, { type: 'blank-lettered', letter: 5 });
  assert.deepEqual(laid(lettered), { [at(7, 7)]: 'e' });
  const moved = after(lettered, ...drag(onSquare(7, 7), onSquare(7, 8)));
  assert.deepEqual(laid(moved), { [at(7, 8)]: 'e' });
  assert.equal(rackText(after(moved, { type: 'tiles-recalled' })), 'CATDOG?');
});

test('sorting follows the alphabet with blanks last; shuffling never leaves the order', () => {
  const state = room({ rack: [...'?CATDOG'] }, { type: 'tiles-sorted' });
  assert.equal(rackText(state), 'ACDGOT?');
  const shuffled = after(state, { type: 'tiles-shuffled', chances: [0, 1, 2, 3, 4, 5, 6] });
  assert.notEqual(rackText(shuffled), 'ACDGOT?');
  assert.equal([...rackText(shuffled)].sort().join(''), '?ACDGOT');
  const same = room({ rack: ['A', 'A'] }, { type: 'tiles-shuffled', chances: [1, 0] });
  assert.equal(rackText(same), 'AA');
});

test('Shift and an arrow carry a tile along the rack', () => {
  const state = room({}, { type: 'roved', from: 0, to: 1, carry: true });
  assert.equal(rackText(state), 'ACTDOG?');
  assert.equal(state.focus.on, 'rack-1');
});

test('the opponent plays over a tentative tile: it comes back as itself, the others stay', () => {
  const mine = room({ turn: 1 }, click(7, 7), ...typed('cat'), ...typed('s', true));
  const theirs = frame([placed(5, 1, '8H', 'DO', 'DO', 6, [[7, 7, 4], [7, 8, 15]])], {
    seq: 5,
    board: board([7, 7, 'DO']),
    turn_number: 2,
  });
  const state = after(mine, theirs);
  assert.deepEqual(laid(state), { [at(7, 9)]: 'T', [at(7, 10)]: 's' });
  assert.equal(rackText(state), 'CADOG');
});

test('a blank under the opponent’s tile comes back as a blank', () => {
  const mine = room({ turn: 1 }, click(7, 7), ...typed('e', true));
  const theirs = frame([placed(5, 1, '8H', 'D', 'D', 6, [[7, 7, 4]])], {
    seq: 5,
    board: board([7, 7, 'D']),
    turn_number: 2,
  });
  const state = after(mine, theirs);
  assert.deepEqual(laid(state), {});
  assert.equal(rackText(state), 'CATDOG?');
});

test('my order survives the opponent’s turn and a reload, with what lay on the board', () => {
  const order = room({}, { type: 'tiles-sorted' }, ...drag(fromRack(6), { kind: 'rack', at: 0 }));
  assert.equal(rackText(order), '?ACDGOT');
  const theirs = frame([placed(5, 1, '8H', 'DO', 'DO', 6, [[7, 7, 4]])], { seq: 5, turn_number: 2 });
  assert.equal(rackText(after(order, theirs)), '?ACDGOT');
  const laidOut = after(order, click(0, 0), ...typed('got'));
  const saved = JSON.parse(JSON.stringify(toSaved(laidOut.tiles)));
  const again = roomOf({ tiles: saved, sounds: false }, {});
  assert.equal(rackText(again), '?ACD');
  assert.deepEqual(laid(again), laid(laidOut));
  assert.equal(rackText(after(again, { type: 'tiles-recalled' })), '?ACDGOT');
});

test('what was kept is passed over where it does not fit the rack any more', () => {
  const saved = [{ letter: 26, square: 3, as: 0 }, { letter: 7, square: -1, as: 0 }, { letter: 'x' }, null];
  const state = roomOf({ tiles: saved, sounds: false }, {});
  assert.equal(rackText(state), 'GCATDO?');
  assert.deepEqual(laid(state), {});
});

test('after my own play the rest keeps its order and new tiles come last', () => {
  const mine = room({}, { type: 'tiles-sorted' }, click(7, 7), ...typed('cat'));
  const played = frame([placed(5, 0, '8H', 'CAT', 'CAT', 10, [[7, 7, 3], [7, 8, 1], [7, 9, 20]])], {
    seq: 5,
    board: board([7, 7, 'CAT']),
    rack: [...'ZADOG?A'],
    turn: 1,
    turn_number: 2,
  });
  const state = after(mine, played);
  assert.deepEqual(laid(state), {});
  assert.equal(rackText(state), 'DGO?ZAA');
});

test('of two alike the one that was played goes', () => {
  const mine = room({ rack: [...'ABCA'] }, { type: 'tile-clicked', at: 3 }, click(7, 7));
  const played = frame([placed(5, 0, '8H', 'A', 'A', 1, [[7, 7, 1]])], {
    seq: 5,
    board: board([7, 7, 'A']),
    rack: [...'ABCX'],
    turn_number: 2,
  });
  assert.equal(rackText(after(mine, played)), 'ABCX');
});

test('tiles that are in no line, or leave a gap, are no placement', () => {
  const scattered = room({}, ...drag(fromRack(0), onSquare(7, 7)), ...drag(fromRack(1), onSquare(8, 8)));
  assert.deepEqual(tentative(scattered), { fault: 'line', squares: [at(7, 7), at(8, 8)] });
  const gap = room({}, ...drag(fromRack(0), onSquare(7, 7)), ...drag(fromRack(1), onSquare(7, 9)));
  assert.deepEqual(tentative(gap), { fault: 'gap', squares: [at(7, 8)] });
  const asked = after(gap, { type: 'play-asked' });
  assert.equal(asked.sending, null);
  assert.deepEqual(asked.faults, [at(7, 8)]);
});

test('Escape goes back one step at a time', () => {
  const state = room({}, click(7, 7), { type: 'tile-clicked', at: 0 });
  const once = after(state, { type: 'deselected' });
  assert.equal(once.held, null);
  assert.equal(once.picked, true);
  assert.equal(after(once, { type: 'deselected' }).picked, false);
});

test('a spectator lays nothing', () => {
  const state = room({ rack: null, actions: [], you: { seat: null, creator: false, player: null } });
  const tried = after(state, click(7, 7), ...typed('cat'));
  assert.deepEqual(laid(tried), {});
  assert.equal(tried.picked, false);
});

test('a hint is laid out with my own tiles', () => {
  const hints = [{ coord: '8G', tiles: 'COSt', word: 'COSt', score: 12, leave: '' }];
  const none = after({ ...room(), hints }, { type: 'hint-laid', at: 0 });
  assert.deepEqual(laid(none), {});
  const fits = [{ coord: '8G', tiles: 'COGs', word: 'COGs', score: 12, leave: '' }];
  const state = after({ ...room(), hints: fits }, { type: 'hint-laid', at: 0 });
  assert.deepEqual(tentative(state), { coord: '8G', tiles: 'COGs' });
  assert.equal(rackText(state), 'ATD');
});
