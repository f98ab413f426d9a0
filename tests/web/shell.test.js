import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pageSettingsFrom } from '../../web/shell/settings.js';
import { initialShell, updateShell } from '../../web/shell/update.js';

const ADA = { id: 'p1', name: 'Ada', guest: true, roles: [] };
const KNOWN = { ...ADA, guest: false };

function after(state, ...actions) {
  return actions.reduce(updateShell, state);
}

function failure(type, more = {}) {
  return { type, status: 409, detail: 'detail', errors: [], available: [], requestId: '', retryAtMs: null, ...more };
}

const start = () => initialShell(null, 0);

test('what the page remembers is taken only where it is sound', () => {
  const odd = { theme: 'pink', sounds: 'yes', name: 5, lexicon: 'x'.repeat(100), level: null, language: ['gl'], known: 1 };
  assert.deepEqual(pageSettingsFrom(odd), pageSettingsFrom(null));
  const sound = { theme: 'dark', language: 'gl', sounds: true, name: 'Ada', lexicon: 'en', level: 'club', clock: 'bank', known: true };
  assert.deepEqual(pageSettingsFrom(sound), sound);
});

test('themes follow one another, and sounds are turned on and off', () => {
  const themes = ['light', 'dark', 'auto'];
  const turn = { type: 'theme-turned' };
  themes.forEach((theme, at) => {
    assert.equal(after(start(), ...themes.slice(0, at + 1).map(() => turn)).settings.theme, theme);
  });
  const loud = after(start(), { type: 'sounds-turned' });
  assert.equal(loud.settings.sounds, !start().settings.sounds);
  assert.equal(after(loud, { type: 'sounds-turned' }).settings.sounds, start().settings.sounds);
});

test('the server is asked who plays only where this browser was given a session', () => {
  assert.equal(start().session, 'ready');
  assert.equal(initialShell({ known: true }, 0).session, 'loading');
});

test('a session is remembered with the name of its guest, and forgotten when it ends', () => {
  const playing = after(start(), { type: 'session-loaded', player: ADA });
  assert.equal(playing.settings.known, true);
  assert.equal(playing.settings.name, 'Ada');
  const gone = after(playing, { type: 'session-loaded', player: null });
  assert.equal(gone.settings.known, false);
  assert.equal(gone.settings.name, 'Ada');
});

test('a form is sent once, and closes with its answer', () => {
  const open = after(start(), { type: 'dialog-opened', dialog: 'guest', wanted: true });
  const sent = after(open, { type: 'form-sent', values: { name: 'Ada' } });
  assert.equal(sent.dialog.busy, true);
  assert.equal(after(sent, { type: 'form-sent', values: { name: 'Bea' } }), sent);
  const done = after(sent, { type: 'form-answered', id: sent.dialog.pending.id, player: ADA });
  assert.equal(done.dialog, null);
  assert.deepEqual(done.player, ADA);
  assert.match(done.said.text, /Welcome, Ada/u);
});

test('an answer to a dialog that was closed still counts, a refusal does not', () => {
  const sent = after(
    start(),
    { type: 'dialog-opened', dialog: 'login' },
    { type: 'form-sent', values: { name: 'Ada', password: 'secret words' } },
    { type: 'dialog-closed' },
  );
  assert.deepEqual(after(sent, { type: 'form-answered', id: 1, player: KNOWN }).player, KNOWN);
  assert.equal(after(sent, { type: 'form-refused', id: 1, failure: failure('name-taken') }), sent);
});

test('a refusal says what is wrong and lets try again', () => {
  const sent = after(
    start(),
    { type: 'dialog-opened', dialog: 'register' },
    { type: 'form-sent', values: { name: 'Ada', password: 'a b c d e', again: 'a b c d e' } },
  );
  const refused = (/** @type {any} */ fault) =>
    after(sent, { type: 'form-refused', id: 1, failure: fault }).dialog;
  assert.match(refused(failure('name-taken')).fault, /taken/u);
  assert.match(refused(failure('wrong-credentials')).fault, /Check both/u);
  const invalid = failure('invalid-request', { errors: [{ pointer: '/name', code: 'x', detail: 'Too long.' }] });
  assert.equal(refused(invalid).fault, 'Too long.');
  assert.equal(refused(invalid).busy, false);
});

test('two passwords that differ are not sent', () => {
  for (const dialog of ['register', 'password']) {
    const state = after(
      start(),
      { type: 'dialog-opened', dialog },
      { type: 'form-sent', values: { name: 'Ada', password: 'one of them', again: 'another one' } },
    );
    assert.equal(state.dialog.pending, null);
    assert.match(state.dialog.fault, /differ/u);
  }
});

test('what is not filled in is not sent, and the form says so', () => {
  const sent = (dialog, values) => after(start(), { type: 'dialog-opened', dialog }, { type: 'form-sent', values }).dialog;
  const cases = [
    ['guest', { name: ' ' }, /a name/u],
    ['login', { name: '', password: 'x' }, /a name/u],
    ['login', { name: 'Ada', password: '' }, /the password/u],
    ['delete', { password: '' }, /the password/u],
    ['register', { name: 'Ada', password: 'seven c', again: 'seven c' }, /at least 8/u],
    ['password', { old: '', password: 'secret words', again: 'secret words' }, /the password/u],
  ];
  for (const [dialog, values, fault] of cases) {
    assert.match(sent(dialog, values).fault, fault);
    assert.equal(sent(dialog, values).pending, null);
  }
  // What was a password once may be shorter than a new one has to be.
  assert.equal(sent('login', { name: 'Ada', password: 'x' }).busy, true);
});

test('going from one dialog to another keeps what waits for a player', () => {
  const state = after(
    start(),
    { type: 'dialog-opened', dialog: 'guest', wanted: true },
    { type: 'dialog-opened', dialog: 'login' },
  );
  assert.equal(state.dialog.wanted, true);
});

test('a deleted account leaves nobody in session', () => {
  const state = after(
    start(),
    { type: 'session-loaded', player: KNOWN },
    { type: 'dialog-opened', dialog: 'delete', wanted: false },
    { type: 'form-sent', values: { password: 'secret words' } },
    { type: 'form-answered', id: 1, player: null },
  );
  assert.equal(state.player, null);
  assert.equal(state.settings.known, false);
});

test('a changed password keeps the player', () => {
  const state = after(
    start(),
    { type: 'session-loaded', player: KNOWN },
    { type: 'dialog-opened', dialog: 'password', wanted: false },
    { type: 'form-sent', values: { old: 'x', password: 'secret words', again: 'secret words' } },
    { type: 'form-answered', id: 1, player: null },
  );
  assert.deepEqual(state.player, KNOWN);
  assert.equal(state.dialog, null);
});

test('a lost connection is told once, and that it is back once', () => {
  const changed = (status) => ({ type: 'connection-changed', connection: { status, retryAtMs: null } });
  const lost = after(start(), changed('connecting'), changed('live'), changed('connecting'), changed('lost'));
  assert.equal(lost.loud, true);
  assert.equal(lost.said.count, 1);
  const still = after(lost, changed('lost'), changed('lost'));
  assert.equal(still.said.count, 1);
  const back = after(still, changed('connecting'), changed('live'), changed('live'));
  assert.equal(back.loud, false);
  assert.equal(back.said.count, 2);
});
