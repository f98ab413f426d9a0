import assert from 'node:assert/strict';
import { test } from 'node:test';

import { routeOf, sameRoute } from '../../web/shell/routes.js';

test('every screen has its address', () => {
  const routes = {
    '': { name: 'lobby' },
    '#': { name: 'lobby' },
    '#/': { name: 'lobby' },
    '#/analysis': { name: 'analysis', cgp: '' },
    '#/analysis/': { name: 'analysis', cgp: '' },
    '#/leaderboard': { name: 'leaderboard' },
    '#/proposals': { name: 'proposals' },
    '#/reports': { name: 'reports' },
    '#/match/aB3-_x': { name: 'match', id: 'aB3-_x' },
    '#/match/aB3-_x?tab=chat': { name: 'match', id: 'aB3-_x' },
    '#/player/p1': { name: 'player', id: 'p1' },
    '#/bag/m1': { name: 'bag', id: 'm1' },
    '#/words': { name: 'words', search: '' },
    '#/words?lexicon=gl&q=A%3F': { name: 'words', search: 'lexicon=gl&q=A%3F' },
    '#/join/m1/t0ken-_': { name: 'join', id: 'm1', token: 't0ken-_' },
  };
  for (const [hash, route] of Object.entries(routes)) assert.deepEqual(routeOf(hash), route, hash);
});

test('an old link to a position opens the analysis', () => {
  const hash = '#cgp=15/15+ABC/+0/0+0&layout=standard15';
  assert.deepEqual(routeOf(hash), { name: 'analysis', cgp: hash });
});

test('what is no address of ours changes nothing', () => {
  assert.equal(routeOf('#main'), null);
  assert.equal(routeOf('#moves'), null);
  assert.equal(routeOf('#lexicon=en'), null);
});

test('an address that leads nowhere is told as such', () => {
  const wrong = [
    '#/nothing',
    '#/match',
    '#/match/',
    '#/match/a/b',
    '#/match/<b>',
    '#/match/%2e%2e',
    '#/join/m1',
    '#/join/m1/t/more',
    '#/leaderboard/x',
    `#/match/${'a'.repeat(65)}`,
  ];
  for (const hash of wrong) assert.equal(routeOf(hash)?.name, 'missing', hash);
});

test('the same address is shown once', () => {
  assert.ok(sameRoute(routeOf('#/'), routeOf('')));
  assert.ok(!sameRoute(routeOf('#/match/a'), routeOf('#/match/b')));
  assert.ok(!sameRoute(null, routeOf('#/')));
});
