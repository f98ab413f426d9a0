import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chanceOfAny } from '../../web/model/probability.js';

/** Exact, with whole numbers of any size: 1 - C(total - copies, draws) / C(total, draws). */
function exact(total, copies, draws) {
  const choose = (n, k) => {
    if (k > n) return 0n;
    let value = 1n;
    for (let i = 0n; i < BigInt(k); i += 1n) value = (value * (BigInt(n) - i)) / (i + 1n);
    return value;
  };
  const all = choose(total, draws);
  const none = choose(total - copies, draws);
  return Number(((all - none) * 10n ** 15n) / all) / 1e15;
}

test('agrees with exact counting for every size of bag and rack', () => {
  for (const total of [1, 7, 14, 86, 100, 200]) {
    for (const copies of [1, 2, 9, 12].filter((one) => one <= total)) {
      for (const draws of [1, 7, 10].filter((one) => one <= total)) {
        const got = chanceOfAny(total, copies, draws);
        assert.ok(Math.abs(got - exact(total, copies, draws)) < 1e-12, `${total} ${copies} ${draws}`);
      }
    }
  }
});

test('a known value: one of two blanks in seven of 93 tiles', () => {
  assert.ok(Math.abs(chanceOfAny(93, 2, 7) - 0.14563) < 1e-5);
});

test('the edges are certain', () => {
  assert.equal(chanceOfAny(50, 0, 7), 0);
  assert.equal(chanceOfAny(50, -1, 7), 0);
  assert.equal(chanceOfAny(0, 0, 7), 0);
  assert.equal(chanceOfAny(5, 1, 7), 1);
  assert.equal(chanceOfAny(8, 2, 7), 1);
  assert.equal(chanceOfAny(7, 7, 1), 1);
});
