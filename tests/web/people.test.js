import assert from 'node:assert/strict';
import { test } from 'node:test';

import { initialJoin, updateJoin } from '../../web/join/state.js';
import { initialBoard, updateBoard } from '../../web/leaderboard/state.js';
import { initialPlayer, updatePlayer } from '../../web/player/state.js';
import { initialProposals, updateProposals } from '../../web/proposals/state.js';
import { initialReports, updateReports } from '../../web/reports/state.js';

const ADA = { id: 'p1', name: 'Ada', guest: false, roles: ['reviewer'] };

function failure(type, more = {}) {
  return { type, status: 409, detail: 'detail', errors: [], available: [], requestId: '', retryAtMs: null, ...more };
}

function run(update, state, ...actions) {
  return actions.reduce(update, state);
}

test('a player’s page begins with the statistics of most games', () => {
  const statistics = [{ games: 2 }, { games: 9 }, { games: 9 }];
  const page = { player: ADA, created_at_ms: 0, statistics, ratings: [] };
  const state = run(updatePlayer, initialPlayer('p1', null, 0), { type: 'page-loaded', page });
  assert.equal(state.chosen, 1);
  assert.equal(state.status, 'ready');
  const none = { ...page, statistics: [] };
  assert.equal(run(updatePlayer, state, { type: 'page-loaded', page: none }).chosen, 0);
});

test('older games follow the newer ones, each once', () => {
  const state = run(
    updatePlayer,
    initialPlayer('p1', null, 0),
    { type: 'games-loaded', matches: [{ id: 'a' }, { id: 'b' }], next: 'c' },
    { type: 'more-asked' },
  );
  assert.equal(state.more, true);
  assert.equal(run(updatePlayer, state, { type: 'more-asked' }), state);
  const whole = run(updatePlayer, state, { type: 'games-loaded', matches: [{ id: 'b' }, { id: 'c' }], next: null });
  assert.deepEqual(whole.games.map((one) => one.id), ['a', 'b', 'c']);
  assert.equal(run(updatePlayer, whole, { type: 'more-asked' }), whole);
});

test('an answer for a board that is no longer chosen is dropped', () => {
  const first = initialBoard(null, 0);
  const other = run(updateBoard, first, { type: 'board-chosen', patch: { by: 'rating' } });
  const late = { type: 'loaded', asked: first.asked, standings: [{ rank: 1 }], next: null, more: false };
  assert.equal(run(updateBoard, other, late), other);
  assert.equal(run(updateBoard, other, { type: 'failed', asked: first.asked, failure: failure('x') }), other);
  const loaded = run(updateBoard, other, { ...late, asked: other.asked, next: 'n' }, { type: 'more-asked' });
  assert.equal(loaded.more, true);
  const more = run(updateBoard, loaded, { ...late, asked: other.asked, standings: [{ rank: 2 }], more: true });
  assert.deepEqual(more.standings.map((one) => one.rank), [1, 2]);
});

test('more that does not come leaves the lists that are there', () => {
  const page = { player: ADA, created_at_ms: 0, statistics: [], ratings: [] };
  const lists = [
    [updateBoard, initialBoard(null, 0), [{ type: 'loaded', asked: 1, standings: [{ rank: 1 }], next: 'n', more: false }]],
    [updateProposals, initialProposals(ADA, 'en', 0), [{ type: 'loaded', asked: 1, proposals: [{ id: 7 }], next: 'n', more: false }]],
    [
      updatePlayer,
      initialPlayer('p1', null, 0),
      [{ type: 'page-loaded', page }, { type: 'games-loaded', matches: [{ id: 'a' }], next: 'n' }],
    ],
  ];
  for (const [update, initial, loads] of lists) {
    const loaded = run(update, initial, ...loads);
    const asked = run(update, loaded, { type: 'more-asked' });
    const failed = run(update, asked, { type: 'failed', asked: 1, failure: failure('network') });
    assert.deepEqual(failed, { ...loaded, failure: failure('network') });
    assert.deepEqual(run(update, failed, { type: 'more-asked' }), asked);
  }
});

test('another board that does not load is no list with more of it', () => {
  const loaded = { type: 'loaded', asked: 1, standings: [{ rank: 1 }], next: 'n', more: false };
  const chosen = { type: 'board-chosen', patch: { by: 'rating' } };
  const state = run(updateBoard, initialBoard(null, 0), loaded, { type: 'more-asked' }, chosen);
  const failed = run(updateBoard, state, { type: 'failed', asked: state.asked, failure: failure('network') });
  assert.equal(failed.status, 'failed');
});

test('a failed board is asked for anew', () => {
  const first = initialBoard(null, 0);
  const failed = run(updateBoard, first, { type: 'failed', asked: 1, failure: failure('network') });
  const again = run(updateBoard, failed, { type: 'retried' });
  assert.equal(again.status, 'loading');
  assert.equal(again.asked, 2);
});

test('a proposal is sent once, and the list shows it then', () => {
  const start = run(
    updateProposals,
    initialProposals(null, '', 0),
    { type: 'lexicons-known', lexicons: ['en', 'ca'] },
    { type: 'form-changed', patch: { word: 'emoji', reason: 'used' } },
  );
  assert.equal(start.form.lexicon, 'en');
  const sent = run(updateProposals, start, { type: 'form-sent' });
  assert.equal(sent.task.form.word, 'emoji');
  assert.equal(run(updateProposals, sent, { type: 'form-sent' }), sent);
  const done = run(updateProposals, sent, { type: 'done', id: sent.task.id, proposal: { id: 1, word: 'EMOJI' } });
  assert.equal(done.form.word, '');
  assert.equal(done.asked, start.asked + 1);
  assert.match(done.said.text, /EMOJI/u);
  const refused = run(updateProposals, sent, { type: 'refused', id: sent.task.id, failure: failure('not-allowed-now') });
  assert.equal(refused.fault, 'That is not possible any more.');
  assert.equal(refused.form.word, 'emoji', 'what was typed stays');
});

test('a decision takes the proposal off the list, with the note that was typed', () => {
  const listed = run(
    updateProposals,
    initialProposals(ADA, 'en', 0),
    { type: 'loaded', asked: 1, proposals: [{ id: 7, word: 'A' }, { id: 8, word: 'B' }], next: null, more: false },
    { type: 'note-typed', proposal: 7, note: ' in the book ' },
    { type: 'decided', proposal: 7, accept: true },
  );
  assert.deepEqual(listed.task.decision, { proposal: 7, accept: true, note: 'in the book' });
  const done = run(updateProposals, listed, { type: 'done', id: listed.task.id, proposal: { id: 7, word: 'A' } });
  assert.deepEqual(done.proposals.map((one) => one.id), [8]);
});

test('another player sees other proposals', () => {
  const start = initialProposals(null, 'en', 0);
  assert.equal(run(updateProposals, start, { type: 'player-known', player: ADA }).asked, 2);
  assert.equal(run(updateProposals, start, { type: 'player-known', player: null }).asked, 1);
});

test('a report that was dealt with leaves the list', () => {
  const listed = run(
    updateReports,
    initialReports(0),
    { type: 'loaded', asked: 0, reports: [{ id: 3 }, { id: 2 }], whole: 2 },
    { type: 'handled-asked', id: 3 },
    { type: 'handled-asked', id: 2 },
  );
  assert.equal(listed.handling, 3);
  assert.equal(listed.more, true, 'a whole page may not be the last one');
  const done = run(updateReports, listed, { type: 'handled', id: 3 });
  assert.deepEqual(done.reports.map((one) => one.id), [2]);
  assert.equal(done.handling, null);
  const more = run(updateReports, done, { type: 'asked' }, { type: 'loaded', asked: 1, reports: [], whole: 2 });
  assert.equal(more.more, false);
});

test('reports that are asked for twice from the beginning stand there once', () => {
  // as where a session is heard of both as the one awaited and as a new one
  const twice = run(updateReports, initialReports(0), { type: 'begun' }, { type: 'begun' });
  const answer = { type: 'loaded', reports: [{ id: 3 }], whole: 2 };
  const both = [{ ...answer, asked: 1 }, { ...answer, asked: 2 }];
  for (const answers of [both, both.toReversed()]) {
    assert.deepEqual(run(updateReports, twice, ...answers).reports, [{ id: 3 }]);
  }
  const lost = { type: 'failed', asked: 1, failure: failure('network') };
  assert.equal(run(updateReports, twice, lost), twice);
  const again = run(updateReports, twice, both[1], { type: 'begun' });
  assert.deepEqual([again.load, again.reports], ['loading', []]);
});

test('an invitation is taken once, and a refusal says what to do', () => {
  const start = initialJoin(null, 'Ada');
  assert.equal(run(updateJoin, start, { type: 'sent' }), start, 'it is not known yet who plays');
  const busy = run(updateJoin, start, { type: 'player-known', player: null }, { type: 'sent' });
  assert.equal(busy.busy, true);
  assert.equal(run(updateJoin, busy, { type: 'sent' }), busy);
  for (const [type, text] of [
    ['unknown-match', /new link/u],
    ['seat-taken', /taken already/u],
    ['not-yours', /no longer valid/u],
    ['network', /online/u],
    ['not-heard-of', /detail/u],
  ]) {
    const refused = run(updateJoin, busy, { type: 'refused', failure: failure(type) });
    assert.match(refused.fault, text);
    assert.equal(refused.busy, false);
  }
});

test('an invitation says who is at the table and what is played, once that is known', () => {
  const options = {
    lexicon: { name: 'en', version: '1' },
    layout: { name: 'super21', rows: 21, cols: 21 },
    challenge: { word_rule: 'double' },
    clock: { kind: 'bank', bank_ms: 1_500_000, increment_ms: 10_000, overtime_ms: 0, overtime_penalty_points: 10 },
  };
  const seats = [
    { kind: 'person', name: 'Ada', level: null, taken: true },
    { kind: 'bot', name: null, level: 'novice', taken: true },
    { kind: 'person', name: null, level: null, taken: false },
  ];
  const told = (match) => run(updateJoin, initialJoin(null, ''), { type: 'match-known', match }).match;
  assert.equal(initialJoin(null, '').match, null);
  assert.deepEqual(told({ title: 'Friday', seats, options }), {
    title: 'Friday',
    people: ['Ada', 'Novice bot'],
    terms: ['English', 'Large board, 21 × 21', 'double challenges', '25 min each, 10 s more a move'],
  });
  const clock = { kind: 'turn', turn_ms: 45_000, forfeit_after: 3 };
  const terms = (more) => told({ title: null, seats, options: { ...options, ...more } }).terms;
  assert.equal(terms({ clock }).at(-1), '45 s a turn');
  assert.equal(terms({ clock: { kind: 'none' } }).at(-1), 'no clock');
});

test('a seat is not asked for without a name', () => {
  const known = run(updateJoin, initialJoin(null, ' '), { type: 'player-known', player: null });
  const nameless = updateJoin(known, { type: 'sent' });
  assert.equal(nameless.busy, false);
  assert.match(nameless.fault, /a name/u);
  assert.equal(run(updateJoin, nameless, { type: 'name-typed', name: 'Lou' }).fault, '');
  assert.equal(run(updateJoin, known, { type: 'name-typed', name: 'Lou' }, { type: 'sent' }).busy, true);
  assert.equal(run(updateJoin, known, { type: 'player-known', player: ADA }, { type: 'sent' }).busy, true);
});

test('a proposal says which of its fields lacks something, and is not sent', () => {
  const ready = run(
    updateProposals,
    initialProposals(ADA, 'en', 0),
    { type: 'lexicons-known', lexicons: ['en'] },
    { type: 'form-changed', patch: { word: '  ' } },
    { type: 'form-sent' },
  );
  assert.equal(ready.task, null);
  assert.equal(ready.faulty, 'word');
  const named = run(updateProposals, ready, { type: 'form-changed', patch: { word: 'x' } }, { type: 'form-sent' });
  assert.equal(named.task, null);
  assert.equal(named.faulty, 'reason');
  assert.notEqual(named.fault, ready.fault);
  const whole = run(updateProposals, named, { type: 'form-changed', patch: { reason: 'y' } });
  assert.equal(whole.fault, '');
  assert.notEqual(run(updateProposals, whole, { type: 'form-sent' }).task, null);
});
