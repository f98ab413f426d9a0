import assert from 'node:assert/strict';
import { test } from 'node:test';

import { failureOf, listOf, previewOf, requestOf, gameOf, statusOf } from '../../web/analysis/state/selectors.js';
import { FIRST_LIMIT, MAX_LIMIT } from '../../web/analysis/state/solving.js';
import { after, answer, failure, page, pick, placement, rack, solved, typed } from './fixtures.js';

const ASK = { type: 'solve-asked' };
const answered = (state, moves, more) => ({
  type: 'answered',
  id: state.solve.lastId,
  answer: answer(moves, more),
});
const failed = (state, problem) => ({ type: 'failed', id: state.solve.lastId, failure: problem });
const CAB = placement('8H', 'CAB', 'CAB', 12);

test('the seven states', () => {
  assert.equal(statusOf(page()), 'idle');
  const edited = page(rack('ABC'));
  assert.equal(statusOf(edited), 'editing');
  const loading = after(edited, ASK);
  assert.equal(statusOf(loading), 'loading');
  assert.equal(statusOf(after(loading, answered(loading, [CAB]))), 'success');
  assert.equal(statusOf(after(loading, answered(loading, []))), 'no-move');
  const invalid = failure('invalid-request', { errors: [{ pointer: '/rack', code: 'x', detail: 'd' }] });
  assert.equal(statusOf(after(loading, failed(loading, invalid))), 'validation-error');
  assert.equal(statusOf(after(loading, failed(loading, failure('worker-timeout')))), 'service-error');
});

test('the request says what the page shows', () => {
  const state = page(
    rack('ab?'),
    pick(7, 7),
    ...typed('Q', true),
    { type: 'settings-changed', patch: { rackSize: 8, bingoBonus: 35, exchanges: true } },
    ASK,
  );
  const { body, limit } = state.solve.pending;
  assert.equal(limit, FIRST_LIMIT);
  assert.equal(body.board[7], '.......q.......');
  assert.equal(body.rack, 'AB?');
  assert.deepEqual(
    [body.lexicon, body.layout, body.rack_size, body.bingo_bonus, body.include_exchanges],
    ['en', 'standard15', 8, 35, true],
  );
});

test('common words alone are asked for where the lexicon tells of some', () => {
  const ticked = { type: 'settings-changed', patch: { common: true } };
  const state = page(rack('AB'), ticked, ASK);
  assert.equal(state.solve.pending.body.words, 'common');
  assert.ok(!('words' in page(rack('AB'), ASK).solve.pending.body));
  const catalan = after(state, { type: 'lexicon-chosen', ref: 'ca' }, rack('AL'), ASK);
  assert.equal(catalan.solve.pending.body.lexicon, 'ca');
  assert.ok(!('words' in catalan.solve.pending.body));
});

test('asking twice asks once', () => {
  const once = page(rack('ABC'), ASK);
  const twice = after(once, ASK, ASK);
  assert.equal(twice.solve.pending, once.solve.pending);
});

test('an edit drops the request under way, and its answer when it comes', () => {
  const loading = page(rack('ABC'), ASK);
  const edited = after(loading, rack('ABD'));
  assert.equal(edited.solve.pending, null);
  const late = after(edited, answered(loading, [CAB]));
  assert.equal(statusOf(late), 'editing');
  assert.equal(late.solve.answers.length, 0);
});

test('only the newest of two requests is answered', () => {
  const first = page(rack('ABC'), ASK);
  const second = after(first, rack('ABD'), ASK);
  assert.notEqual(second.solve.pending.id, first.solve.pending.id);
  const late = after(second, { type: 'answered', id: first.solve.pending.id, answer: answer([CAB]) });
  assert.equal(statusOf(late), 'loading');
  const lateFailure = after(second, { type: 'failed', id: first.solve.pending.id, failure: failure('internal') });
  assert.equal(statusOf(lateFailure), 'loading');
});

test('stopping leaves the position as it was', () => {
  const state = page(rack('ABC'), ASK, { type: 'solve-cancelled' });
  assert.equal(statusOf(state), 'editing');
});

test('an edit leaves the results; undo brings them back without a request', () => {
  const state = solved([CAB]);
  const edited = after(state, rack('ABCD'));
  assert.equal(statusOf(edited), 'editing');
  assert.deepEqual(listOf(edited), []);
  const back = after(edited, { type: 'undone' });
  assert.equal(statusOf(back), 'success');
  assert.equal(back.solve.pending, null);
});

test('a rack that cannot be read or is empty makes no request', () => {
  for (const [typedRack, detail] of [['', /Type the tiles/u], ['A1', /“1”/u], ['ABCDEFGH', /up to 7/u]]) {
    const state = page(rack(typedRack), ASK);
    assert.equal(state.solve.pending, null);
    assert.equal(statusOf(state), 'validation-error');
    assert.match(failureOf(state).errors[0].detail, detail);
    assert.equal(state.focus.on, 'rack');
  }
});

test('too many of a tile is for the server to judge', () => {
  assert.notEqual(page(rack('QQ'), ASK).solve.pending, null);
});

test('a failure is gone after an edit, and another try is possible', () => {
  const loading = page(rack('ABC'), ASK);
  const away = after(loading, failed(loading, failure('worker-unavailable')));
  assert.equal(statusOf(after(away, rack('AB'))), 'editing');
  const again = after(away, ASK);
  assert.equal(statusOf(again), 'loading');
  assert.equal(failureOf(again), null);
});

test('a problem with the rack puts the focus there', () => {
  const loading = page(rack('QQ'), ASK);
  const problem = failure('invalid-request', { errors: [{ pointer: '/rack', code: 'tile-count', detail: 'two Q' }] });
  assert.equal(after(loading, failed(loading, problem)).focus.on, 'rack');
});

test('all moves: the limit is raised to the total and the list stays meanwhile', () => {
  const some = solved([CAB], { total: 1345, exhausted: false });
  const asked = after(some, { type: 'all-asked' });
  assert.equal(asked.solve.pending.limit, 1345);
  assert.equal(asked.solve.pending.key, requestOf(asked, gameOf(asked)).key);
  assert.equal(statusOf(asked), 'success');
  const all = after(asked, answered(asked, [CAB, CAB], { total: 2, exhausted: true }));
  assert.equal(listOf(all).length, 2);
  assert.equal(all.solve.answers.length, 1);
  assert.equal(after(all, { type: 'all-asked' }).solve.pending, null);
});

test('no more is asked for than the server gives', () => {
  const state = after(solved([CAB], { total: 250_000, exhausted: false }), { type: 'all-asked' });
  assert.equal(state.solve.pending.limit, MAX_LIMIT);
});

test('a failure while loading all keeps what is listed', () => {
  const asked = after(solved([CAB], { total: 9, exhausted: false }), { type: 'all-asked' });
  const kept = after(asked, failed(asked, failure('worker-timeout')));
  assert.equal(statusOf(kept), 'success');
  assert.notEqual(failureOf(kept), null);
  assert.equal(kept.solve.pending, null);
});

test('a filter or another order loads the rest, once, and not again after a failure', () => {
  const some = solved([CAB], { total: 9, exhausted: false });
  for (const action of [
    { type: 'word-filtered', word: 'Q' },
    { type: 'square-filter-turned' },
    { type: 'sorted', column: 'left' },
  ]) {
    const asked = after(some, action);
    assert.equal(asked.solve.pending?.limit, 9, action.type);
    const kept = after(asked, failed(asked, failure('network')), { type: 'tab-chosen', tab: 'tiles' });
    assert.equal(kept.solve.pending, null);
  }
  assert.equal(after(solved([CAB]), { type: 'word-filtered', word: 'Q' }).solve.pending, null);
});

test('the result is spoken', () => {
  assert.match(solved([CAB]).said.text, /1 move: 8H CAB, 12 points/u);
  assert.match(solved([]).said.text, /No legal move/u);
  const many = solved([CAB, CAB], { total: 1345 });
  assert.match(many.said.text, /1,345 moves. Best: 8H CAB/u);
});

test('a preview is the hovered move, else the focused one while the list has the focus', () => {
  const other = placement('A1', 'B', 'B', 1);
  const state = solved([CAB, other]);
  assert.equal(previewOf(state), null);
  const focused = after(state, { type: 'move-focused', index: 1, byKey: true });
  assert.equal(previewOf(focused), other);
  const hovered = after(focused, { type: 'move-hovered', index: 0 });
  assert.equal(previewOf(hovered), CAB);
  assert.equal(previewOf(after(focused, { type: 'list-left' })), null);
});

test('few answers are kept', () => {
  let state = page();
  for (let at = 0; at < 30; at += 1) {
    state = after(state, rack('ABCDEFG'.slice(0, (at % 7) + 1) + '?'.repeat(at % 2)), ASK);
    state = after(state, answered(state, [CAB]));
  }
  assert.ok(state.solve.answers.length <= 12);
});
