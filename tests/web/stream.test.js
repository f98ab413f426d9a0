import assert from 'node:assert/strict';
import { test } from 'node:test';

import { backoffMs } from '../../web/stream/backoff.js';
import { Client } from '../../web/stream/client.js';
import {
  covers,
  cursorFrom,
  cursorText,
  earlier,
  joinWants,
  streamAddress,
  takeEvents,
  takeMessages,
} from '../../web/stream/cursor.js';
import { Leader } from '../../web/stream/leader.js';
import { frameReader } from '../../web/stream/sse.js';

function event(seq, match = 'm') {
  return { match, seq, at_ms: seq, type: 'passed', data: {} };
}

function matchFrame(seqs, match = 'm') {
  const data = { match, events: seqs.map((seq) => event(seq, match)), view: { seq: seqs.at(-1) } };
  return { event: 'match', id: '', data };
}

function chatFrame(numbers, match = 'm') {
  return { event: 'chat', id: '', data: { match, messages: numbers.map((n) => ({ n, text: `${n}` })) } };
}

test('frames come out whole, wherever the text is cut', () => {
  const text =
    ': hello\n\nevent: match\nid: a:1.0\ndata: {"x":1}\n\nevent:lobby\r\ndata: one\r\ndata:  two\r\n\r\ndata\n\nid: 9\n\n';
  const whole = frameReader()(text);
  assert.deepEqual(whole, [
    { event: 'match', id: 'a:1.0', data: '{"x":1}' },
    { event: 'lobby', id: null, data: 'one\n two' },
    { event: 'message', id: null, data: '' },
  ]);
  for (let cut = 0; cut <= text.length; cut += 1) {
    const read = frameReader();
    assert.deepEqual([...read(text.slice(0, cut)), ...read(text.slice(cut))], whole, `cut at ${cut}`);
  }
  const read = frameReader();
  assert.deepEqual([...text].flatMap((character) => read(character)), whole);
});

test('tries come ever more seldom, up to half a minute, and not all at once', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 50].map((failures) => backoffMs(failures, 1));
  assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  assert.equal(backoffMs(1, 0), 250);
  assert.equal(backoffMs(0, 1), 500);
});

test('a place is read and written as the server has it', () => {
  assert.deepEqual(cursorFrom('12.4'), { seq: 12, chat: 4 });
  assert.deepEqual(cursorFrom('12'), { seq: 12, chat: 0 });
  assert.deepEqual(cursorFrom('nonsense'), { seq: 0, chat: 0 });
  assert.equal(cursorText(cursorFrom('12.4')), '12.4');
});

test('from now on is no place: whoever wants more decides', () => {
  const now = cursorFrom(null);
  assert.deepEqual(earlier(now, { seq: 3, chat: 1 }), { seq: 3, chat: 1 });
  assert.deepEqual(earlier({ seq: 5, chat: 0 }, { seq: 3, chat: 1 }), { seq: 3, chat: 0 });
  const open = { matches: { m: now }, lobby: false };
  assert.ok(covers(open, { matches: { m: now }, lobby: false }));
  assert.ok(!covers(open, { matches: { m: { seq: 3, chat: 1 } }, lobby: false }));
  assert.equal(streamAddress(open), 'v1/events?match=m');
});

test('a connection gives what is wanted if it began no later', () => {
  const wants = (seq, chat, lobby = true) => ({ matches: { m: { seq, chat } }, lobby });
  assert.ok(covers(wants(3, 1), wants(3, 1)));
  assert.ok(covers(wants(3, 1), wants(9, 1)));
  assert.ok(!covers(wants(4, 1), wants(3, 1)));
  assert.ok(!covers(wants(3, 2), wants(3, 1)));
  assert.ok(!covers(wants(3, 1, false), wants(3, 1)));
  assert.ok(!covers(wants(3, 1), { matches: {}, lobby: true }));
});

test('the address names every match and where each is to be resumed', () => {
  const wants = joinWants([
    { matches: { b: { seq: 7, chat: 2 } }, lobby: false },
    { matches: { b: { seq: 5, chat: 3 }, a: { seq: 0, chat: 0 } }, lobby: true },
  ]);
  assert.equal(
    decodeURIComponent(streamAddress(wants)),
    'v1/events?match=a&match=b&lobby=1&after=a:0.0,b:5.2',
  );
});

test('only what has not been seen is new, and a hole before it is found', () => {
  const at = { seq: 3, chat: 1 };
  assert.deepEqual(takeEvents(at, [event(2), event(3)]), { fresh: [], cursor: at, gap: false });
  const next = takeEvents(at, [event(3), event(4), event(5)]);
  assert.deepEqual(next.fresh.map((one) => one.seq), [4, 5]);
  assert.deepEqual(next.cursor, { seq: 5, chat: 1 });
  assert.equal(next.gap, false);
  assert.equal(takeEvents(at, [event(5)]).gap, true);
  assert.equal(takeEvents(cursorFrom(null), [event(5)]).gap, false);
  assert.deepEqual(takeMessages(at, [{ n: 1 }, { n: 4 }]).fresh, [{ n: 4 }]);
});

test('each watcher hears each event once, in order', () => {
  let changes = 0;
  const client = new Client(() => (changes += 1));
  const heard = { early: [], late: [], gaps: 0, chat: [] };
  const stop = client.subscribe('m', '1.0', {
    onEvents: (events, view) => heard.early.push(...events.map((one) => one.seq), `view ${view.seq}`),
    onChat: (messages) => heard.chat.push(...messages.map((one) => one.n)),
  });
  client.subscribe('m', '3.5', {
    onEvents: (events) => heard.late.push(...events.map((one) => one.seq)),
    onGap: () => (heard.gaps += 1),
  });
  assert.deepEqual(client.wants(), { matches: { m: { seq: 1, chat: 0 } }, lobby: false });
  client.take(matchFrame([2, 3]));
  client.take(matchFrame([2, 3, 4]));
  client.take(matchFrame([4]));
  client.take(matchFrame([9], 'other'));
  client.take(chatFrame([1, 2]));
  client.take(chatFrame([2]));
  assert.deepEqual(heard.early, [2, 3, 'view 3', 4, 'view 4']);
  assert.deepEqual(heard.late, [4]);
  assert.deepEqual(heard.chat, [1, 2]);
  assert.deepEqual(client.wants().matches.m, { seq: 4, chat: 2 });
  client.take(matchFrame([7]));
  assert.equal(heard.gaps, 1);
  stop();
  stop();
  assert.equal(changes, 3);
  assert.deepEqual(client.wants().matches.m, { seq: 7, chat: 5 });
});

test('lists are asked for anew after each connection, since they may have changed unseen', () => {
  const client = new Client(() => {});
  let asked = 0;
  const stop = client.lobby(() => (asked += 1));
  assert.equal(client.wants().lobby, true);
  client.take({ event: 'hello', id: '', data: { now_ms: 1 } });
  client.take({ event: 'lobby', id: '', data: { changed: true } });
  assert.equal(asked, 2);
  stop();
  assert.equal(client.wants().lobby, false);
});

test('a match that is gone is told once and wanted no more', () => {
  const client = new Client(() => {});
  let gone = 0;
  client.subscribe('m', '0.0', { onGone: () => (gone += 1) });
  client.take({ event: 'gone', id: '', data: { match: 'm' } });
  client.take({ event: 'gone', id: '', data: { match: 'm' } });
  assert.equal(gone, 1);
  assert.deepEqual(client.wants().matches, {});
});

/** A leader whose connections and delays are in the test's hands. */
function leading() {
  const lines = [];
  const jobs = [];
  const out = { frames: [], statuses: [] };
  const leader = new Leader({
    connect(to) {
      const line = { to, address: to.address(), closed: false, retried: 0 };
      lines.push(line);
      return { retry: () => (line.retried += 1), close: () => (line.closed = true) };
    },
    later: (job) => jobs.push(job),
    onFrame: (frame) => out.frames.push(frame),
    onAlive: () => {},
    onStatus: (status) => out.statuses.push(status.status),
  });
  const settle = () => jobs.splice(0).forEach((job) => job());
  return { leader, lines, out, settle };
}

test('what several tabs want makes one connection', () => {
  const { leader, lines, settle } = leading();
  leader.want('one', { matches: { m: { seq: 4, chat: 0 } }, lobby: false });
  leader.want('two', { matches: { m: { seq: 2, chat: 1 } }, lobby: true });
  settle();
  assert.equal(lines.length, 1);
  assert.equal(decodeURIComponent(lines[0].address), 'v1/events?match=m&lobby=1&after=m:2.0');
});

test('a tab that wants what is on its way needs no new connection, one that wants more does', () => {
  const { leader, lines, settle } = leading();
  leader.want('one', { matches: { m: { seq: 2, chat: 0 } }, lobby: false });
  settle();
  lines[0].to.onFrame(matchFrame([3, 4, 5]));
  leader.want('two', { matches: { m: { seq: 5, chat: 0 } }, lobby: false });
  settle();
  assert.equal(lines.length, 1);
  leader.want('three', { matches: { m: { seq: 3, chat: 0 } }, lobby: false });
  settle();
  assert.equal(lines.length, 2);
  assert.equal(lines[0].closed, true);
  assert.match(decodeURIComponent(lines[1].address), /after=m:3\.0$/u);
});

test('a connection that breaks is resumed after the last frame', () => {
  const { leader, lines, settle } = leading();
  leader.want('one', { matches: { m: { seq: 2, chat: 0 }, n: { seq: 1, chat: 1 } }, lobby: false });
  settle();
  const { to } = lines[0];
  to.onFrame(matchFrame([3, 4]));
  to.onFrame(chatFrame([1, 2]));
  to.onFrame(matchFrame([2], 'n'));
  assert.match(decodeURIComponent(to.address()), /after=m:4\.2,n:2\.1$/u);
  to.onFrame({ event: 'gone', id: '', data: { match: 'n' } });
  assert.match(decodeURIComponent(to.address()), /match=m&after=m:4\.2$/u);
});

test('a tab that goes takes its wants with it, and nobody left closes the connection', () => {
  const { leader, lines, out, settle } = leading();
  leader.want('one', { matches: { m: { seq: 2, chat: 0 } }, lobby: false });
  leader.want('two', { matches: {}, lobby: true });
  settle();
  lines[0].to.onStatus({ status: 'live', retryAtMs: null });
  leader.gone('two');
  settle();
  assert.equal(lines.length, 2);
  leader.gone('one');
  leader.gone('one');
  settle();
  assert.equal(lines[1].closed, true);
  assert.deepEqual(out.statuses, ['live', 'idle']);
});

test('another player in session makes another connection, from where all have come to', () => {
  const { leader, lines, settle } = leading();
  leader.want('one', { matches: { m: { seq: 2, chat: 0 } }, lobby: false });
  settle();
  lines[0].to.onFrame(matchFrame([3]));
  leader.reset();
  settle();
  assert.equal(lines[0].closed, true);
  assert.match(decodeURIComponent(lines[1].address), /after=m:3\.0$/u);
  leader.retry();
  assert.equal(lines[1].retried, 1);
  leader.stop();
  assert.equal(lines[1].closed, true);
  leader.want('one', { matches: {}, lobby: true });
  settle();
  assert.equal(lines.length, 2);
});
