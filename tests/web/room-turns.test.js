import assert from 'node:assert/strict';
import { test } from 'node:test';

import { previewOf, previewRequest } from '../../web/room/state/selectors.js';
import { statusOf } from '../../web/room/state/status.js';
import { after, at, board, click, event, frame, laid, matchView, placed, rackText, refusal, room, seat, typed } from './room-fixtures.js';

const ready = (...more) => room({}, click(7, 7), ...typed('cat'), ...more);
const PLAY = { type: 'play-asked' };

test('a play is sent once, whatever is pressed meanwhile', () => {
  const state = ready(PLAY);
  assert.equal(state.sending.path, 'moves');
  assert.deepEqual(state.sending.body, { seq: 4, move: { type: 'placement', coord: '8H', tiles: 'CAT' } });
  const again = after(state, PLAY, { type: 'confirm-opened', dialog: 'pass' }, { type: 'hint-asked' });
  assert.equal(again.sending, state.sending);
  assert.equal(again.dialog, null);
});

test('the answer to a play is the next state, and the stream’s copy of it changes nothing', () => {
  const sent = ready(PLAY);
  const events = [placed(5, 0, '8H', 'CAT', 'CAT', 10, [[7, 7, 3], [7, 8, 1], [7, 9, 20]])];
  const view = { seq: 5, board: board([7, 7, 'CAT']), rack: [...'DOG?XYZ'], turn: 1, turn_number: 2 };
  const answer = { seq: 5, events, view: matchView(view) };
  const state = after(sent, { type: 'answered', id: sent.sending.id, answer, nowMs: 2000 });
  assert.equal(state.sending, null);
  assert.deepEqual(laid(state), {});
  assert.equal(rackText(state), 'DOG?XYZ');
  assert.equal(after(state, frame(events, view)), state);
});

test('the stream may be quicker than the answer', () => {
  const sent = ready(PLAY);
  const events = [placed(5, 0, '8H', 'CAT', 'CAT', 10, [[7, 7, 3], [7, 8, 1], [7, 9, 20]])];
  const view = { seq: 5, board: board([7, 7, 'CAT']), rack: [...'DOG?XYZ'], turn: 1, turn_number: 2 };
  const state = after(sent, frame(events, view), {
    type: 'answered',
    id: sent.sending.id,
    answer: { seq: 5, events, view: matchView(view) },
    nowMs: 2000,
  });
  assert.equal(state.sending, null);
  assert.equal(rackText(state), 'DOG?XYZ');
  assert.equal(state.events.length, 1);
});

test('without an answer the same move is tried again, later each time', () => {
  const sent = ready(PLAY);
  const { id } = sent.sending;
  const lost = { type: 'refused', id, failure: refusal('network', { status: 0 }), nowMs: 5000 };
  const waiting = after(sent, lost);
  assert.equal(waiting.sending.retryAtMs, 6000);
  assert.match(waiting.notice.text, /sent again/u);
  const second = after(waiting, { type: 'tried-again', id });
  assert.deepEqual([second.sending.id, second.sending.tries, second.sending.retryAtMs], [id, 2, null]);
  const third = after(second, lost);
  assert.equal(third.sending.retryAtMs, 7000);
  const back = after(third, { type: 'connection-changed', connection: 'live' });
  assert.equal(back.sending.retryAtMs, third.nowMs);
});

test('what waits is called a move only where it is one', () => {
  const over = room({ phase: 'ended', turn: null, actions: ['rematch'] }, { type: 'rematch-asked' });
  const { id, what } = over.sending;
  assert.equal(what, 'rematch');
  for (const type of ['network', 'store-unavailable']) {
    const waiting = after(over, { type: 'refused', id, failure: refusal(type, { status: 0 }), nowMs: 5000 });
    assert.match(waiting.notice.text, /What you asked for waits here and is sent again/u);
  }
});

test('a store that is away says when to come again', () => {
  const sent = ready(PLAY);
  const failure = refusal('store-unavailable', { status: 503, retryAtMs: 9000 });
  const state = after(sent, { type: 'refused', id: sent.sending.id, failure, nowMs: 5000 });
  assert.equal(state.sending.retryAtMs, 9000);
});

test('out of step: nothing was played, the match is read anew, the tiles stay', () => {
  const sent = ready(PLAY);
  const state = after(sent, { type: 'refused', id: sent.sending.id, failure: refusal('stale-version'), nowMs: 0 });
  assert.equal(state.sending, null);
  assert.equal(state.resyncs, sent.resyncs + 1);
  assert.equal(state.notice.kind, 'info');
  assert.equal(rackText(state), 'DOG?');
});

test('a move that waited for a restart is made anew if only time was given since', () => {
  const sent = ready(PLAY);
  const { id, body } = sent.sending;
  const refused = (type) => ({ type: 'refused', id, failure: refusal(type, { status: 0 }), nowMs: 0 });
  const stale = after(sent, refused('network'), { type: 'tried-again', id }, refused('stale-version'));
  assert.deepEqual([stale.sending, stale.resyncs], [null, sent.resyncs + 1]);
  const loaded = (...events) => ({
    type: 'match-loaded',
    view: matchView({ seq: events.at(-1).seq }),
    options: stale.options,
    events,
    messages: [],
    nowMs: 0,
  });
  const given = event(5, 'time-given', { ms: 9000, reason: 'down' });
  const made = after(stale, loaded(given));
  assert.deepEqual(made.sending.body, { seq: 5, move: body.move });
  assert.notEqual(made.sending.id, id);
  const passed = event(6, 'passed', { seat: 0, cause: 'time', points: 0 });
  const late = after(stale, loaded(given, passed));
  assert.equal(late.sending, null);
  assert.match(late.notice.text, /moved on; nothing was played/u);
});

test('a phony is named and the squares at fault are marked', () => {
  const sent = ready(PLAY);
  const failure = refusal('illegal-move', { reason: 'phony', words: ['CAT'], squares: [[7, 7]] });
  const state = after(sent, { type: 'refused', id: sent.sending.id, failure, nowMs: 0 });
  assert.equal(state.notice.text, 'CAT is not in the lexicon.');
  assert.deepEqual(state.faults, [at(7, 7)]);
  assert.equal(rackText(state), 'DOG?');
});

test('too often: how long to wait is said', () => {
  const sent = ready(PLAY);
  const failure = refusal('too-many-requests', { status: 429, retryAtMs: 3200, waitS: 3 });
  const state = after(sent, { type: 'refused', id: sent.sending.id, failure, nowMs: 1000 });
  assert.equal(state.notice.text, 'Too many requests. Try again in 3 s.');
  assert.equal(state.sending, null);
});

test('an answer to what is not waited for any more is dropped', () => {
  const state = room();
  assert.equal(after(state, { type: 'answered', id: 7, answer: {}, nowMs: 0 }), state);
  assert.equal(after(state, { type: 'refused', id: 7, failure: refusal('network'), nowMs: 0 }), state);
});

test('out of turn a play waits for its turn', () => {
  const waiting = room({ turn: 1, actions: ['preview', 'resign'] }, click(7, 7), ...typed('cat'), PLAY);
  assert.equal(waiting.sending, null);
  assert.match(waiting.said.text, /not your turn/u);
});

test('exchange: the chosen tiles are sent, a blank as a blank', () => {
  const state = room({}, { type: 'exchange-opened' }, { type: 'tile-clicked', at: 6 }, { type: 'tile-clicked', at: 0 });
  const asked = after(state, { type: 'exchange-asked' });
  assert.deepEqual(asked.sending.body.move, { type: 'exchange', tiles: 'C?' });
});

test('exchange: nothing chosen is cancel, and laid tiles come back first', () => {
  const open = ready({ type: 'exchange-opened' });
  assert.deepEqual(laid(open), {});
  const chosen = after(open, { type: 'tile-clicked', at: 0 }, { type: 'tile-clicked', at: 0 });
  const state = after(chosen, { type: 'exchange-asked' });
  assert.equal(state.sending, null);
  assert.equal(state.exchanging, false);
});

test('a tile drawn like one given back comes last, as a new one', () => {
  const before = room({}, { type: 'exchange-opened' }, { type: 'tile-clicked', at: 0 }, { type: 'exchange-asked' });
  const [first = '', ...others] = [...rackText(before)];
  const exchanged = event(5, 'exchanged', { seat: 0, count: 1, returned: [first], points: 0 });
  const state = after(before, frame([exchanged], { seq: 5, turn: 1, turn_number: 2, rack: [first, ...others] }));
  assert.equal(rackText(state), [...others, first].join(''));
});

test('exchange is refused where the server offers none', () => {
  const state = room({ actions: ['place', 'pass'] }, { type: 'exchange-opened' });
  assert.equal(state.exchanging, false);
});

test('pass and resign are asked about first', () => {
  const asked = room({}, { type: 'confirm-opened', dialog: 'pass' });
  assert.equal(asked.dialog, 'pass');
  assert.equal(asked.sending, null);
  const closed = after(asked, { type: 'dialog-closed' });
  assert.deepEqual([closed.sending, closed.focus.on], [null, 'more']);
  assert.deepEqual(after(asked, { type: 'confirmed' }).sending.body.move, { type: 'pass' });
});

test('a question falls when its move is not lawful any more', () => {
  const asked = room({}, { type: 'confirm-opened', dialog: 'pass' });
  const passed = event(5, 'passed', { seat: 0, cause: 'time', points: 0 });
  const state = after(asked, frame([passed], { seq: 5, turn: 1, turn_number: 2, actions: ['resign'] }));
  assert.equal(state.dialog, null);
});

test('a preview belongs to what is laid out now; a stale one is not shown', () => {
  const state = ready();
  const request = previewRequest(state);
  assert.deepEqual([request.coord, request.tiles], ['8H', 'CAT']);
  const answer = { legal: true, reason: null, detail: null, squares: [], score: 10, words: [], coord: '8H', tiles: 'CAT' };
  const known = after(state, { type: 'previewed', key: request.key, answer });
  assert.equal(previewOf(known).answer.score, 10);
  const changed = after(known, ...typed('s'));
  assert.equal(previewOf(changed), null);
  assert.equal(previewOf(after(changed, { type: 'erased', back: true })).answer.score, 10);
});

test('what may be done stands first in the one line of status, however long the names are', () => {
  const long = 'A player with a very long name in';
  const seats = [seat(0), seat(1, { name: long })];
  const doubted = { seats, actions: ['place', 'challenge'], challengeable: { seat: 1, words: ['QUIXOTRY'] } };
  const said = (more) => statusOf(room({ seats, ...more })).text;
  assert.equal(said(doubted), `Challenge QUIXOTRY by ${long}, or make your move.`);
  assert.match(said({ phase: 'closing', last: { seat: 1 } }), /^The last play may be challenged\b/u);
});

test('what happened last is told with whose turn it is, unless it was my own move', () => {
  const told = (view, ...events) => statusOf(room({}, frame(events, { seq: 4 + events.length, turn_number: 2, ...view }))).text;
  const last = { seat: 1 };
  const theirs = placed(5, 1, '8H', 'QUIZ', 'QUIZ', 48, [], { words: [{ text: 'QUIZ' }, { text: 'ZA' }] });
  assert.equal(told({ last }, theirs), 'Your turn. Ben: QUIZ, 48 points.');
  const passed = (seat) => event(5, 'passed', { seat, cause: 'player', points: 0 });
  assert.equal(told({ last }, passed(1)), 'Your turn. Ben passed.');
  assert.equal(told({ last, turn: 1 }, passed(0)), 'Ben is to move. You may lay tiles meanwhile.');
  const three = { last, turn: 2, seats: [seat(0), seat(1), seat(2)] };
  assert.equal(told(three, theirs), 'Ben: QUIZ, 48 points. Cleo is to move.');
  const watching = { last, turn: 0, you: { seat: null, creator: false, player: null } };
  assert.equal(told(watching, passed(1)), 'Ben passed. Ada is to move.');
});

test('why there is no rematch is said', () => {
  const over = room({ phase: 'ended', turn: null, actions: ['rematch'] }, { type: 'rematch-asked' });
  const refused = (reason) => after(over, { type: 'refused', id: over.sending.id, failure: refusal('not-allowed-now', { reason }), nowMs: 0 });
  assert.match(refused('player-gone').notice.text, /no account any more/u);
  assert.match(refused('too-many-matches').notice.text, /as many matches/u);
  assert.equal(refused('wrong-phase').notice.text, 'That is not possible any more.');
  assert.equal(refused('player-gone').resyncs, over.resyncs + 1);
  assert.deepEqual(refused('player-gone').view.actions, [], 'the offer is withdrawn at once');
  assert.deepEqual(refused('too-many-matches').view.actions, ['rematch']);
});

test('words are proposed only for a lexicon that takes proposals', () => {
  const came = (proposals, sha256 = 'e') => room({}, { type: 'offer-came', offer: { lexicons: [{ sha256, proposals }] } });
  assert.equal(room().words.proposals, false);
  assert.equal(came(true).words.proposals, true);
  assert.equal(came(false).words.proposals, false);
  assert.equal(came(true, 'f').words.proposals, false, 'an older lexicon than those of today');
  const looked = after(came(true), { type: 'words-typed', query: 'qi' }, { type: 'words-asked', more: false });
  assert.equal(looked.words.proposals, true);
});

test('what the server tells writers of clients of a placement is put in a player’s words', () => {
  const state = ready();
  const { key } = previewRequest(state);
  const answer = (reason) => ({ legal: false, reason, detail: 'Expected 8H, got 1A.', squares: [], score: 0, words: [], coord: null, tiles: null });
  const previewed = (reason) => statusOf(after(state, { type: 'previewed', key, answer: answer(reason) }));
  assert.deepEqual(previewed('start-not-covered'), { text: 'The first word covers the star.', tone: 'bad' });
  assert.equal(previewed('not-known-yet').text, 'Expected 8H, got 1A.');
  const sent = ready(PLAY);
  const failure = refusal('illegal-move', { reason: 'not-connected' });
  const refused = after(sent, { type: 'refused', id: sent.sending.id, failure, nowMs: 0 });
  assert.equal(refused.notice.text, 'The tiles must touch those on the board.');
});

test('a score that could not be asked for is asked for again once the connection is back', () => {
  const state = ready();
  const { key } = previewRequest(state);
  const failed = after(state, { type: 'connection-changed', connection: 'lost' }, { type: 'previewed', key, answer: null });
  assert.equal(failed.preview.failed, true);
  const back = after(failed, { type: 'connection-changed', connection: 'live' });
  assert.deepEqual(back.preview, { key: '', answer: null, failed: false });
});

test('no preview where the match gives none', () => {
  assert.equal(previewRequest(room({ actions: ['place'] }, click(7, 7), ...typed('cat'))), null);
});

test('a report and a chat message wait for their answers', () => {
  const typedText = room({}, { type: 'chat-typed', text: ' hello ' }, { type: 'chat-sent' });
  assert.equal(typedText.chat.sending, 'hello');
  assert.equal(after(typedText, { type: 'chat-sent' }), typedText);
  const message = { n: 1, seat: 0, player: 'p0', name: 'Ada', text: 'hello', at_ms: 0 };
  const sent = after(typedText, { type: 'chat-accepted', messages: [message] });
  assert.deepEqual([sent.chat.draft, sent.chat.sending, sent.chat.messages.length], ['', null, 1]);
  const failed = after(typedText, { type: 'chat-failed', failure: refusal('too-many-requests', { waitS: 3 }) });
  assert.equal(failed.chat.draft, ' hello ');
  assert.match(failed.chat.fault, /3 s/u);
  const reporting = after(sent, { type: 'chat-reporting', n: 1 });
  const silent = after(reporting, { type: 'chat-reported', reason: '' });
  assert.equal(silent.dialog, 'report', 'not without a reason');
  assert.equal(silent.sending, reporting.sending);
  assert.notEqual(silent.reasonFault, '');
  assert.equal(after(silent, { type: 'chat-reporting', n: 1 }).reasonFault, '');
  const reported = after(sent, { type: 'chat-reporting', n: 1 }, { type: 'chat-reported', reason: 'rude' });
  assert.deepEqual([reported.sending.path, reported.sending.body], ['chat/1/report', { reason: 'rude' }]);
});

test('a message that failed is the same attempt until it is typed anew or taken', () => {
  const failure = refusal('network');
  const typedText = room({}, { type: 'chat-typed', text: 'hello' });
  const { attempt } = typedText.chat;
  const failed = after(typedText, { type: 'chat-sent' }, { type: 'chat-failed', failure });
  const again = after(failed, { type: 'chat-sent' });
  assert.deepEqual([again.chat.sending, again.chat.attempt], ['hello', attempt]);
  const message = { n: 1, seat: 0, player: 'p0', name: 'Ada', text: 'hello', at_ms: 0 };
  const taken = after(again, { type: 'chat-accepted', messages: [message] });
  assert.notEqual(taken.chat.attempt, attempt, 'the same words may be said twice on purpose');
  assert.notEqual(after(failed, { type: 'chat-typed', text: 'hullo' }).chat.attempt, attempt);
});

test('look-ups: pages follow each other, a new question begins anew', () => {
  const asked = room({}, { type: 'words-kind', kind: 'starts' }, { type: 'words-typed', query: 'qi' }, { type: 'words-asked', more: false });
  assert.deepEqual(asked.words.asked, { kind: 'starts', query: 'qi', cursor: '' });
  const first = after(asked, { type: 'words-came', answer: { words: ['QI'], next: 'c1', total: null } });
  const more = after(first, { type: 'words-asked', more: true });
  assert.equal(more.words.asked.cursor, 'c1');
  const both = after(more, { type: 'words-came', answer: { words: ['QIS'], next: null, total: null } });
  assert.deepEqual(both.words.answer.words, ['QI', 'QIS']);
  const single = after(both, { type: 'words-kind', kind: 'is' }, { type: 'words-asked', more: false }, { type: 'words-came', answer: { word: 'QI', valid: true } });
  assert.deepEqual([single.words.answer.valid, single.words.answer.words], [true, []]);
});

test('a list that waits for a solver says so, and that single words do not', () => {
  const asked = room({}, { type: 'words-kind', kind: 'starts' }, { type: 'words-typed', query: 'qi' }, { type: 'words-asked', more: false });
  for (const type of ['worker-unavailable', 'worker-overloaded', 'worker-timeout', 'worker-invalid-response']) {
    const failed = after(asked, { type: 'words-failed', failure: { type, status: 503, detail: 'no worker', errors: [] } });
    assert.match(failed.words.fault, /the solver is away or busy.*can be looked up all the same/);
    assert.equal(failed.words.asked, null);
  }
  const errors = [{ pointer: '/q', code: 'unknown-tile', detail: 'Expected a tile.', params: { got: '1' } }];
  const refused = after(asked, { type: 'words-failed', failure: refusal('invalid-request', { errors }) });
  assert.match(refused.words.fault, /^“1” is not a tile/u);
});
