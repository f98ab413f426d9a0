import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bodyOf, clockOf, freshDraft, withPatch, withPreset } from '../../web/lobby/state/draft.js';
import { initialLobby } from '../../web/lobby/state/initial.js';
import { quickBody } from '../../web/lobby/state/quick.js';
import { isReserved, ofOthers, ongoing, runsDown, standingOf, turnsOwed } from '../../web/lobby/state/selectors.js';
import { updateLobby } from '../../web/lobby/state/update.js';
import { barChart } from '../../web/model/bars.js';
import { DEFAULT_PAGE_SETTINGS } from '../../web/shell/settings.js';
import { formatLexicon, formatSpan } from '../../web/text.js';
import { clockText, matchText } from '../../web/view/terms.js';
import { OFFER } from './fixtures.js';

const ADDRESS = 'http://host/';

function seat(name, more = {}) {
  return {
    seat: 0, kind: 'person', name, level: null, taken: true, score: 0, player: name,
    reserved: false, reserved_for_you: false, ...more,
  };
}

function summary(id, more = {}) {
  return {
    id, title: null, lexicon: 'en', layout: 'standard15', phase: 'playing',
    seats: [seat('Ada'), seat('Bea')], turn: 0, you: 0, creator: false, visibility: 'open',
    created_at_ms: 0, updated_at_ms: 0, deadline_ms: null, word_rule: 'void', clock: null,
    result: null, seq: 1, spectators: true, ...more,
  };
}

function lobby(settings = {}) {
  return initialLobby({
    player: null,
    settings: { ...DEFAULT_PAGE_SETTINGS, ...settings },
    invitations: null,
    address: ADDRESS,
    nowMs: 0,
  });
}

function after(state, ...actions) {
  return actions.reduce(updateLobby, state);
}

const ready = (settings) => after(lobby(settings), { type: 'offer-loaded', offer: OFFER });

test('a bot is played with what was chosen last, where it is still there', () => {
  const state = ready({ lexicon: 'ca', level: 'expert', clock: 'bank', name: 'Ada' });
  assert.equal(state.quick.clock, 'bank');
  assert.equal(state.quick.lexicon, 'ca');
  assert.equal(state.quick.level, 'expert');
  const sent = after(state, { type: 'quick-sent' });
  assert.equal(sent.task.guest, 'Ada');
  assert.deepEqual(sent.task.body.seats, [{ kind: 'person' }, { kind: 'bot', level: 'expert' }]);
  assert.equal(sent.task.body.visibility, 'private');
  assert.equal(after(sent, { type: 'quick-sent' }), sent, 'not twice');
  const gone = ready({ lexicon: 'xx', level: 'grandmaster' });
  assert.equal(gone.quick.lexicon, 'en');
  assert.equal(gone.quick.level, 'novice');
});

test('nothing is sent before it is known what can be played with', () => {
  const state = lobby();
  assert.equal(after(state, { type: 'quick-sent' }), state);
  assert.equal(after(state, { type: 'draft-sent' }), state);
});

test('each quick clock is one the server takes', () => {
  for (const clock of ['none', 'turn', 'bank']) {
    const body = quickBody({ name: '', lexicon: 'en', level: 'club', clock });
    assert.equal(body.rules.clock.kind, clock);
  }
});

test('a preset sets the rules and keeps who plays where', () => {
  const mine = { ...freshDraft(), lexicon: 'ca', others: ['person', 'club'], title: 'Tuesday', visibility: 'private' };
  const club = withPreset(mine, 'tournament');
  assert.equal(club.wordRule, 'double');
  assert.equal(club.hints, false);
  assert.deepEqual(club.others, ['person', 'club']);
  assert.equal(club.title, 'Tuesday');
  assert.equal(club.lexicon, 'ca');
  const back = withPreset(club, 'casual');
  assert.equal(back.wordRule, 'void');
  assert.equal(back.hints, true);
});

test('a rule changed by hand leaves the preset, and finds back to it', () => {
  const changed = withPatch(freshDraft(), { wordRule: 'penalty' });
  assert.equal(changed.preset, null);
  assert.equal(withPatch(freshDraft(), { title: 'x' }).preset, 'casual');
  assert.equal(withPatch(freshDraft(), { others: ['person', 'person'] }).preset, 'casual');
});

test('seats stay between two and four, whether one plays or watches', () => {
  const watching = withPatch(freshDraft(), { playing: false });
  assert.equal(watching.others.length, 2);
  const many = withPatch(watching, { others: ['club', 'club', 'club', 'club'] });
  assert.equal(bodyOf(many, 'n').seats.length, 4);
  assert.equal(bodyOf(many, 'n').you, null);
  const playing = withPatch(many, { playing: true });
  assert.equal(bodyOf(playing, 'n').seats.length, 4);
  assert.equal(bodyOf(playing, 'n').you, 0);
});

test('each change of a seat is made on the seats as they are', () => {
  const open = after(ready(), { type: 'dialog-opened', dialog: 'new' }, { type: 'seat-added' });
  const both = after(
    open,
    { type: 'seat-chosen', at: 0, choice: 'club' },
    { type: 'seat-chosen', at: 1, choice: 'novice' },
  );
  assert.deepEqual(both.draft.others, ['club', 'novice']);
  assert.deepEqual(after(both, { type: 'seat-removed', at: 0 }).draft.others, ['novice']);
});

test('only two seats can double the other rack', () => {
  assert.equal(bodyOf(freshDraft(), 'n').rules.end.out, 'double-other');
  const three = withPatch(freshDraft(), { others: ['person', 'person'] });
  assert.equal(bodyOf(three, 'n').rules.end.out, 'take-all');
  const watching = withPatch(freshDraft(), { playing: false });
  assert.equal(bodyOf(watching, 'n').rules.end.out, 'double-other');
});

test('clocks are sent in seconds and within the bounds', () => {
  const turn = (turnValue, turnUnit) => clockOf({ ...freshDraft(), turnValue, turnUnit }).turn_s;
  assert.equal(turn(45, 's'), 45);
  assert.equal(turn(1, 's'), 5);
  assert.equal(turn(3, 'd'), 259_200);
  assert.equal(turn(999, 'd'), 30 * 86_400);
  const bank = { ...freshDraft(), clock: 'bank' };
  assert.deepEqual(clockOf(bank), {
    kind: 'bank', bank_s: 1500, increment_s: 0, overtime_s: 600, overtime_penalty_points: 10,
  });
  assert.deepEqual(clockOf({ ...bank, incrementS: 5 }), {
    kind: 'bank', bank_s: 1500, increment_s: 5, overtime_s: 0,
  });
  assert.deepEqual(clockOf({ ...freshDraft(), clock: 'none' }), { kind: 'none' });
});

test('help is said outright, so that the word rule does not change it', () => {
  const { rules } = bodyOf(withPreset(freshDraft(), 'club'), 'n');
  assert.deepEqual(rules.hints, { moves: 0, cost_points: 0, per_game: null });
  assert.equal(rules.dictionary, false);
  const costly = bodyOf({ ...freshDraft(), hintCost: 5, hintsPerGame: 2 }, 'n');
  assert.deepEqual(costly.rules.hints, { moves: 3, cost_points: 5, per_game: 2 });
});

test('the time to challenge the last move is said only where there is something to challenge', () => {
  const windowOf = (patch) => bodyOf(withPatch(freshDraft(), patch), 'n').rules.challenge_window_s;
  assert.equal(windowOf({ windowS: 90 }), null, 'no word can be challenged');
  assert.equal(windowOf({ wordRule: 'single' }), null, 'left to the clock');
  assert.equal(windowOf({ wordRule: 'single', windowS: 90 }), 90);
  assert.equal(windowOf({ wordRule: 'single', windowS: 1 }), 5);
});

test('how a game ends and when tiles can be exchanged is sent as set', () => {
  const { rules } = bodyOf(freshDraft(), 'n');
  assert.deepEqual(rules.end, { out: 'double-other', scoreless_rounds: 3, empty_bag_passes: true });
  assert.equal(rules.exchange_minimum, null, 'as many as a rack');
  const other = bodyOf(
    withPatch(freshDraft(), { scorelessRounds: 2, emptyBagPasses: false, exchangeMinimum: 1 }),
    'n',
  ).rules;
  assert.deepEqual(other.end, { out: 'double-other', scoreless_rounds: 2, empty_bag_passes: false });
  assert.equal(other.exchange_minimum, 1);
});

test('a match whose seats are taken is gone to, one that waits shows its links', () => {
  const sent = after(ready(), { type: 'quick-sent' });
  const { id } = sent.task;
  const begun = after(sent, { type: 'created', id, match: 'm1', invitations: [] });
  assert.deepEqual(begun.leave, { hash: '#/match/m1', count: 1 });
  const waits = after(sent, {
    type: 'created', id, match: 'm1', invitations: [{ seat: 1, link: '/#/join/m1/tok' }],
  });
  assert.equal(waits.leave.count, 0);
  assert.equal(waits.dialog, 'invite');
  assert.deepEqual(waits.invited.links, [{ seat: 1, link: 'http://host/#/join/m1/tok' }]);
  assert.deepEqual(waits.invitations, { m1: ['http://host/#/join/m1/tok'] });
  const again = after(waits, { type: 'dialog-closed' }, { type: 'invite-asked', match: 'm1' });
  assert.equal(again.invited.links[0].link, 'http://host/#/join/m1/tok');
});

test('links are kept for the latest matches only, and odd ones from storage not at all', () => {
  let state = ready();
  for (let n = 0; n < 50; n += 1) {
    state = after(state, { type: 'quick-sent' });
    state = after(state, {
      type: 'created', id: state.task.id, match: `m${n}`, invitations: [{ seat: 1, link: '/#/join/x/y' }],
    });
  }
  assert.equal(Object.keys(state.invitations).length, 40);
  assert.ok('m49' in state.invitations);
  const odd = initialLobby({
    player: null, settings: DEFAULT_PAGE_SETTINGS, address: ADDRESS, nowMs: 0,
    invitations: { a: 'x', b: [1], c: ['ok'] },
  });
  assert.deepEqual(odd.invitations, { c: ['ok'] });
});

test('a fault stands where the person looks', () => {
  const failure = { type: 'seat-taken', status: 409, detail: 'd', errors: [], available: [], requestId: '', retryAtMs: null };
  const quick = after(ready(), { type: 'quick-sent' });
  assert.equal(after(quick, { type: 'task-failed', id: quick.task.id, failure }).fault.where, 'quick');
  const draft = after(ready(), { type: 'dialog-opened', dialog: 'new' }, { type: 'draft-sent' });
  assert.equal(after(draft, { type: 'task-failed', id: draft.task.id, failure }).fault.where, 'new');
  const join = after(ready(), { type: 'join-asked', match: 'm' });
  const failed = after(join, { type: 'task-failed', id: join.task.id, failure });
  assert.equal(failed.fault.where, 'lists');
  assert.match(failed.fault.text, /Somebody else/u);
  assert.equal(failed.task, null);
  assert.equal(after(failed, { type: 'joined', id: 99, match: 'm' }), failed, 'a late answer');
});

test('a list keeps what it shows until the next answer, and grows without repeats', () => {
  const loaded = after(ready(), {
    type: 'list-loaded', list: 'open', matches: [summary('a'), summary('b')], next: 'c1', more: false,
  });
  const more = after(loaded, { type: 'more-asked', list: 'open' });
  assert.equal(more.lists.open.more, true);
  const grown = after(more, {
    type: 'list-loaded', list: 'open', matches: [summary('b'), summary('c')], next: null, more: true,
  });
  assert.deepEqual(grown.lists.open.matches.map((one) => one.id), ['a', 'b', 'c']);
  assert.equal(after(grown, { type: 'more-asked', list: 'open' }).lists.open.more, false);
  const fresh = after(grown, {
    type: 'list-loaded', list: 'open', matches: [summary('d')], next: null, more: false,
  });
  assert.deepEqual(fresh.lists.open.matches.map((one) => one.id), ['d']);
});

test('one’s own games stand by who has to move, then by the latest change', () => {
  const matches = [
    summary('theirs', { turn: 1, updated_at_ms: 9 }),
    summary('waits', { phase: 'waiting', turn: null, updated_at_ms: 8 }),
    summary('older', { updated_at_ms: 1 }),
    summary('newer', { updated_at_ms: 2 }),
    summary('over', { phase: 'ended', turn: null }),
    summary('last word', { phase: 'closing', turn: null }),
  ];
  const state = after(ready(), { type: 'list-loaded', list: 'mine', matches, next: null, more: false });
  assert.deepEqual(ongoing(state).map((one) => one.id), ['newer', 'older', 'last word', 'theirs', 'waits']);
  assert.equal(turnsOwed(state), 2);
});

test('games of others leave out one’s own', () => {
  const matches = [summary('mine'), summary('theirs', { you: null }), summary('made', { you: null, creator: true })];
  const state = after(ready(), { type: 'list-loaded', list: 'open', matches, next: null, more: false });
  assert.deepEqual(ofOthers(state, 'open').map((one) => one.id), ['theirs']);
});

test('seconds are counted down only where some are shown', () => {
  const listed = (more) =>
    after(ready(), { type: 'list-loaded', list: 'mine', matches: [summary('m', more)], next: null, more: false });
  assert.ok(runsDown(listed({ deadline_ms: 45_000 })));
  assert.ok(!runsDown(listed({ deadline_ms: 3_600_000 })));
  assert.ok(!runsDown(listed({ deadline_ms: null })));
  assert.ok(!runsDown(listed({ deadline_ms: 45_000, turn: 1 })));
});

test('how a match stands for whoever looks', () => {
  assert.equal(standingOf(summary('m', { you: null, turn: 1 })), 'their-turn');
  assert.equal(standingOf(summary('m', { you: null, turn: null, phase: 'waiting' })), 'waiting');
  const offered = summary('m', { you: null, seats: [seat('Ada'), seat(null, { taken: false, reserved_for_you: true })] });
  assert.ok(isReserved(offered));
  assert.ok(!isReserved(summary('m')));
});

test('a match is called by its title, or by who is there', () => {
  assert.equal(matchText(summary('m', { title: 'Final' }), 0), 'Final');
  assert.equal(matchText(summary('m'), 0), 'Bea');
  assert.equal(matchText(summary('m')), 'Ada – Bea');
  const free = [seat('Ada'), seat(null, { taken: false })];
  assert.equal(matchText(summary('m', { seats: free }), 0), 'Waiting for players');
  const bot = [seat('Ada'), seat(null, { kind: 'bot', level: 'expert' })];
  assert.equal(matchText(summary('m', { seats: bot }), 0), 'Expert bot');
});

test('clocks, spans and lexicons in words', () => {
  assert.equal(clockText({ kind: 'turn', turn_s: 45, forfeit_after: 3 }), '45 s a turn');
  assert.equal(clockText({ kind: 'turn', turn_s: 259_200, forfeit_after: 1 }), '3 days a turn');
  assert.equal(clockText({ kind: 'bank', bank_s: 1500, increment_s: 0 }), '25 min each');
  assert.equal(clockText(null), 'no clock');
  assert.deepEqual([0, 89, 90, 5399, 5400, 129_599, 129_600].map(formatSpan), [
    '0 s', '89 s', '2 min', '90 min', '2 h', '36 h', '2 days',
  ]);
  assert.equal(formatLexicon('en'), 'English');
  assert.equal(formatLexicon('twl-extra'), 'twl-extra');
  assert.equal(formatLexicon('zzz'), 'zzz');
});

test('bars stand on the base line, below the top line, side by side', () => {
  const { bars, lines, average } = barChart([100, 400, -20], 300, 100);
  assert.equal(bars.length, 3);
  for (const bar of bars) assert.ok(Math.abs(bar.y + bar.height - 100) < 1e-9);
  assert.equal(bars[2].height, 0);
  assert.ok(bars[0].x + bars[0].width < bars[1].x);
  assert.equal(lines.at(-1).value, 400);
  assert.equal(bars[1].height, 100);
  assert.ok(average > 0 && average < 100);
  assert.deepEqual(barChart([], 300, 100).bars, []);
  assert.equal(barChart([0, 0], 300, 100).lines.length, 1);
});

test('a game that failed to be created is tried again as the same one, unless it was changed', () => {
  const failure = { type: 'network', status: 0, detail: '', errors: [] };
  for (const send of ['quick-sent', 'draft-sent']) {
    const open = after(ready(), { type: 'dialog-opened', dialog: send === 'draft-sent' ? 'new' : null });
    const first = after(open, { type: send });
    const fail = (state) => after(state, { type: 'task-failed', id: state.task.id, failure });
    const again = after(fail(first), { type: send });
    assert.equal(again.task.attempt, first.task.attempt);
    assert.notEqual(again.task.id, first.task.id);
    assert.equal(after(fail(again), { type: send }).task.attempt, first.task.attempt);
    const changed = after(
      fail(first),
      { type: 'quick-changed', patch: { level: 'club' } },
      { type: 'draft-changed', patch: { title: 'Another' } },
      { type: send },
    );
    assert.notEqual(changed.task.attempt, first.task.attempt);
    const done = after(first, { type: 'created', id: first.task.id, match: 'm1', invitations: [] });
    assert.notEqual(after(done, { type: send }).task.attempt, first.task.attempt);
  }
});

test('a guest whose name is an account\'s is told in the page\'s words', () => {
  const sent = after(ready({ name: 'Ada' }), { type: 'quick-sent' });
  const failure = { type: 'name-taken', status: 409, detail: 'An account of that name', errors: [] };
  const { fault } = after(sent, { type: 'task-failed', id: sent.task.id, failure });
  assert.deepEqual([fault.where, /Choose another, or log in/u.test(fault.text)], ['quick', true]);
});

test('who has no name yet is told so in the form, and what is sent then is a first try', () => {
  const nobody = after(ready({ name: '  ' }), { type: 'player-changed', player: null });
  const told = after(nobody, { type: 'quick-sent' });
  assert.equal(told.task, null);
  assert.equal(told.fault.where, 'quick');
  const named = after(told, { type: 'quick-changed', patch: { name: 'Ada' } });
  assert.equal(named.fault, null);
  assert.notEqual(after(named, { type: 'quick-sent' }).task.attempt, nobody.attempt);
  const signedIn = after(told, { type: 'player-changed', player: { id: 'p', name: 'Ada', guest: true, roles: [] } });
  assert.notEqual(after(signedIn, { type: 'quick-sent' }).task.attempt, nobody.attempt);
});
