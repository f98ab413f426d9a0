import assert from 'node:assert/strict';
import { test } from 'node:test';

import { announce } from '../../web/room/state/announce.js';
import { absentMs, betterOffset, clockOf, clockText, overtimePoints, untilChange } from '../../web/room/model/clock.js';
import { untilNextTick } from '../../web/room/model/ticking.js';
import { statusOf } from '../../web/room/state/status.js';
import { rulesOf } from '../../web/room/view/rules.js';
import { after, at, board, click, event, frame, matchView, placed, rackText, room, seat, typed } from './room-fixtures.js';

const theirs = (seq) => placed(seq, 1, '8H', 'DO', 'DO', 6, [[7, 7, 4], [7, 8, 15]]);

test('events are taken in order, each once', () => {
  const once = room({}, frame([theirs(5)], { seq: 5, board: board([7, 7, 'DO']), turn_number: 2 }));
  assert.equal(once.squares[at(7, 7)], 4);
  assert.deepEqual(once.events.map((one) => one.seq), [5]);
  const twice = after(once, frame([theirs(5)], { seq: 5, board: board([7, 7, 'DO']) }));
  assert.equal(twice, once);
  const overlapping = frame([theirs(5), event(6, 'passed', { seat: 0, cause: 'player', points: 0 })], {
    seq: 6,
    board: board([7, 7, 'DO']),
  });
  assert.deepEqual(after(once, overlapping).events.map((one) => one.seq), [5, 6]);
});

test('a gap asks for the whole match and shows nothing of what came', () => {
  const before = room();
  const state = after(before, frame([theirs(7)], { seq: 7, board: board([7, 7, 'DO']) }));
  assert.equal(state.resyncs, before.resyncs + 1);
  assert.equal(state.view, before.view);
  const whole = {
    type: 'match-loaded',
    view: matchView({ seq: 7, board: board([7, 7, 'DO']), turn_number: 2 }),
    options: state.options,
    events: [theirs(5), event(6, 'passed', { seat: 0, cause: 'player', points: 0 }), theirs(7)],
    messages: [],
    nowMs: 2000,
  };
  const caught = after(state, whole);
  assert.equal(caught.view.seq, 7);
  assert.equal(caught.events.length, 3);
  assert.match(caught.said.text, /Ben played DO/u);
  assert.equal(after(caught, whole).said.count, caught.said.count, 'told once');
});

test('an answer that is older than what is shown is dropped', () => {
  const state = room({ seq: 9 });
  const late = { type: 'match-loaded', view: matchView({ seq: 8 }), options: state.options, events: [], messages: [], nowMs: 0 };
  assert.equal(after(state, late), state);
});

test('moves are spoken with scores and whose turn it is', () => {
  const seats = [seat(0, { score: 120 }), seat(1, { score: 96 })];
  const mine = announce([theirs(5)], matchView({ seats, turn: 0 }));
  assert.equal(mine, 'Ben played DO at 8H for 6 points. Now 120 to 96, your turn.');
  const watching = matchView({ seats, turn: 1, you: { seat: null, creator: false, player: null } });
  assert.match(announce([theirs(5)], watching), /Now 120 to 96, Ben to move\.$/u);
  const second = matchView({ seats, turn: 1, you: { seat: 1, creator: false, player: 'p1' } });
  assert.match(announce([theirs(5)], second), /^You played DO .*Now 96 to 120, your turn\.$/u);
});

test('of more than two players every score has its name', () => {
  const seats = [0, 1, 2].map((n) => seat(n, { score: n }));
  const text = announce([event(5, 'passed', { seat: 1, cause: 'time', points: 0 })], matchView({ seats, turn: 2 }));
  assert.equal(text, 'Ben ran out of time and passed. Now Ada 0, Ben 1, and Cleo 2, Cleo to move.');
});

test('challenges, hints, the end: each has its sentence', () => {
  const won = { by: 0, seat: 1, success: true, words: ['DO'], phonies: ['DO'], points_lost: 6, award_points: 0, loses_turn: false };
  const view = matchView();
  assert.match(announce([event(5, 'challenged', won)], view), /Ada challenged Ben: DO not in the lexicon/u);
  const lost = { ...won, success: false, phonies: [], award_points: 5 };
  assert.match(announce([event(5, 'challenged', lost)], view), /Ben gains 5 points/u);
  assert.match(announce([event(5, 'challenged', { ...lost, award_points: 0, loses_turn: true })], view), /Ada loses the next turn/u);
  assert.equal(announce([event(5, 'hint-taken', { seat: 1, cost_points: 0 })], view), 'Ben took a hint.');
  const result = { reason: 'out', winners: [0], scores: [10, 5], adjustments: [], racks: ['', 'AE'], seed: '' };
  const ended = matchView({ phase: 'ended', turn: null, result });
  assert.match(announce([event(5, 'ended', { reason: 'out' })], ended), /You have won\. Final score/u);
});

test('a message of another is spoken and counts as unread, unless muted', () => {
  const message = { n: 1, seat: 1, player: 'p1', name: 'Ben', text: 'hello', at_ms: 0 };
  const state = room({}, { type: 'chat-came', messages: [message] });
  assert.equal(state.said.text, 'Ben says: hello');
  assert.equal(state.chat.messages.length, 1);
  assert.equal(after(state, { type: 'chat-came', messages: [message] }), state);
  const muted = room({}, { type: 'chat-muted' }, { type: 'chat-came', messages: [message] });
  assert.equal(muted.said.text, room().said.text);
});

test('a turn clock counts down to nothing, from the server’s time', () => {
  const view = matchView({ deadline_ms: 46_000 });
  assert.deepEqual(clockOf(view, 0, 1000), { kind: 'turn', leftMs: 45_000, running: true });
  assert.equal(clockOf(view, 0, 50_000).leftMs, 0);
  assert.deepEqual(clockOf(view, 1, 1000), { kind: 'none', leftMs: 0, running: false });
});

test('a bank runs for the player in turn and goes on below zero', () => {
  const seats = [seat(0, { bank_left_ms: 60_000 }), seat(1, { bank_left_ms: 9000 })];
  const view = matchView({ seats, bank_ends_ms: 61_000, deadline_ms: 661_000 });
  assert.equal(clockOf(view, 0, 1000).leftMs, 60_000);
  assert.equal(clockOf(view, 0, 76_000).leftMs, -15_000);
  assert.deepEqual(clockOf(view, 1, 76_000), { kind: 'bank', leftMs: 9000, running: false });
});

test('overtime of earlier turns counts in, and its points by the started minute', () => {
  const seats = [seat(0, { bank_left_ms: 0, overtime_points: 10 }), seat(1, { bank_left_ms: 9000 })];
  // 40 s of 600 were used before this turn, which began at 1 s.
  const view = matchView({ seats, bank_ends_ms: 1000, deadline_ms: 561_000 });
  assert.equal(clockOf(view, 0, 16_000, 600_000).leftMs, -55_000);
  assert.equal(overtimePoints(10, -55_000, 10), 10);
  assert.equal(overtimePoints(10, -60_001, 10), 20);
  assert.equal(overtimePoints(10, 5000, 0), 0);
});

test('who stays away is told of when less than a day is left, without a clock', () => {
  const day = 86_400_000;
  const view = { absent_at_ms: 3 * day };
  const said = (nowMs, more = {}) => statusOf(room({ ...view, now_ms: 1000, ...more }, { type: 'ticked', nowMs })).text;
  assert.match(said(2 * day), /^Your turn\. (?!Without)/u);
  assert.equal(said(2 * day + 1), 'Your turn. Without a move you forfeit in 24 h.');
  assert.equal(said(3 * day - 60_000 * 5), 'Your turn. Without a move you forfeit in 5 min.');
  assert.equal(said(3 * day - 1000, { turn: 1 }), 'Ben is to move, and forfeits in 1 s otherwise.');
  assert.equal(clockOf(matchView(view), 0, 3 * day - 1000).kind, 'none', 'it is no clock');
  assert.equal(absentMs(matchView(), 0), null);
  assert.equal(absentMs(matchView(view), 4 * day), 0);
});

test('the room looks when a day is left, and every minute from then on', () => {
  const day = 86_400_000;
  const wait = (nowMs, more) => untilNextTick({ ...room({ absent_at_ms: 14 * day, ...more }), offsetMs: 0 }, nowMs);
  assert.equal(wait(0), 3_600_000, 'timers of browsers do not last for days');
  assert.equal(wait(13 * day - 5), 6);
  assert.equal(wait(13 * day + 1), 60_000);
  assert.equal(wait(14 * day), null);
  assert.equal(wait(0, { absent_at_ms: null }), null);
});

test('who stayed away forfeits in other words than by the clock', () => {
  const gone = event(5, 'resigned', { seat: 1, cause: 'absent' });
  const state = room({}, frame([gone], { seq: 5 }));
  assert.match(state.said.text, /Ben stayed away too long and forfeits\./u);
});

test('the rules say how long somebody is waited for where there is no clock', () => {
  const absence_ms = 14 * 86_400_000;
  const text = (clock) => rulesOf({ clock, absence_ms }).join(' ');
  assert.match(text({ kind: 'none' }), /No clock\. .* has not for 14 days forfeits\./u);
  assert.doesNotMatch(text({ kind: 'turn', turn_ms: 45_000 }), /forfeits/u);
});

test('clock texts', () => {
  assert.equal(clockText(45_000), '0:45');
  assert.equal(clockText(44_001), '0:45');
  assert.equal(clockText(1), '0:01');
  assert.equal(clockText(0), '0:00');
  assert.equal(clockText(1_500_000), '25:00');
  assert.equal(clockText(3_723_000), '1:02:03');
  assert.equal(clockText(-15_000), '−0:15');
  assert.equal(clockText(172_800_000), '48:00:00');
});

test('the next tick comes just after the shown second changes', () => {
  assert.equal(untilChange(44_300), 301);
  assert.equal(untilChange(45_000), 1001);
  assert.equal(untilChange(-300), 701);
});

test('of close offsets the greatest holds, a far one replaces it', () => {
  assert.equal(betterOffset(500, 10_700, 10_000), 700);
  assert.equal(betterOffset(500, 10_300, 10_000), 500);
  assert.equal(betterOffset(500, 70_000, 10_000), 60_000);
});

test('30 and 10 seconds are told once, to the player in turn only', () => {
  const playing = { deadline_ms: 46_000, now_ms: 1000 };
  const tick = (nowMs) => ({ type: 'ticked', nowMs });
  const state = room(playing, tick(15_000), tick(15_999));
  const told = after(state, tick(16_000));
  assert.equal(told.said.text, '30 seconds left.');
  assert.equal(told.sound.name, 'warning');
  const later = after(told, tick(17_000), tick(18_000));
  assert.equal(later.said.count, told.said.count);
  assert.equal(after(later, tick(36_100)).said.text, '10 seconds left.');
  const other = room({ ...playing, turn: 1 }, tick(16_000), tick(36_100));
  assert.equal(other.said.count, room(playing).said.count);
});

test('an exchange that is not lawful any more is given up, and the choice with it', () => {
  const open = room({}, { type: 'exchange-opened' }, { type: 'tile-clicked', at: 0 });
  assert.equal(open.exchanging, true);
  const passed = event(5, 'passed', { seat: 0, cause: 'time', points: 0 });
  const state = after(open, frame([passed], { seq: 5, turn: 1, turn_number: 2, actions: ['preview'] }));
  assert.equal(state.exchanging, false);
  assert.equal(state.tiles.some((tile) => tile.chosen), false);
  assert.equal(rackText(state), 'CATDOG?');
});

test('a hint of this turn is there again after a reload, and gone with the turn', () => {
  const moves = [{ coord: '8H', tiles: 'CAT', word: 'CAT', score: 10, leave: '' }];
  const hint = event(5, 'hint-taken', { seat: 0, moves, cost_points: 0 });
  const state = room({}, frame([hint], { seq: 5 }));
  assert.deepEqual(state.hints, moves);
  const gone = after(state, frame([event(6, 'passed', { seat: 0, cause: 'player', points: 0 })], { seq: 6, turn: 1, turn_number: 2 }));
  assert.equal(gone.hints, null);
});

test('who leaves a match that is over may be gone for good: it is read anew while a rematch is offered', () => {
  const comes = (connected) => ({ type: 'presence-came', connected, botWaiting: false });
  const over = room({ phase: 'ended', turn: null, actions: ['rematch'] }, comes([true, true]));
  assert.equal(after(over, comes([true, false])).resyncs, over.resyncs + 1);
  assert.equal(after(over, comes([true, true])).resyncs, over.resyncs);
  const played = room({}, comes([true, true]));
  assert.equal(after(played, comes([true, false])).resyncs, played.resyncs);
});

test('laid tiles stay while others chat, hint and come and go', () => {
  const state = room({}, click(7, 7), ...typed('cat'));
  const hint = frame([event(5, 'hint-taken', { seat: 0, moves: [], cost_points: 0 })], { seq: 5 });
  const kept = after(state, hint, { type: 'presence-came', connected: [true, false], botWaiting: false });
  assert.equal(rackText(kept), 'DOG?');
  assert.deepEqual(kept.view.connected, [true, false]);
});
