import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { faultText, namesOf } from '../../web/bag/texts.js';
import { Alphabet } from '../../web/model/alphabet.js';
import { checkBag, fromHex, RecordError, toHex } from '../../web/model/bag.js';
import { browserDigests, digestsOf, ownDigests } from '../../web/model/digests.js';
import { drawFirst, drawTiles } from '../../web/model/draws.js';

const file = new URL('../data/bag_vectors.json', import.meta.url);
const VECTORS = JSON.parse(readFileSync(file, 'utf-8'));
const BROWSER = browserDigests(crypto.subtle);
const BOTH = { browser: BROWSER, own: ownDigests };

/** The match of the vectors, a copy that may be changed. */
const match = () => structuredClone(VECTORS.match.events);
const find = (events, type, which = 0) => events.filter((each) => each.type === type)[which].data;

for (const [name, digests] of Object.entries(BOTH)) {
  test(`draws have the tiles that Python draws, with the ${name} digests`, async () => {
    assert.ok(VECTORS.draws.length >= 10);
    for (const { seed, nonces, counts, size, block, drawn, commitment } of VECTORS.draws) {
      const bytes = nonces.map(fromHex);
      assert.deepEqual(await drawTiles(fromHex(seed), bytes, counts, size, block, digests), drawn);
      assert.equal(toHex(await digests.sha256(fromHex(seed))), commitment);
    }
  });

  test(`the seat that begins is that of Python, with the ${name} digests`, async () => {
    assert.ok(VECTORS.firsts.length >= 10);
    for (const { seed, nonces, first } of VECTORS.firsts) {
      assert.equal(await drawFirst(fromHex(seed), nonces.map(fromHex), digests), first);
    }
  });

  test(`a match that was dealt by its seed holds, with the ${name} digests`, async () => {
    const check = await checkBag(match(), digests);
    assert.ok(check.holds);
    assert.ok(check.commitment.holds);
    assert.deepEqual(check.faults, []);
    assert.deepEqual(check.first, { seq: 6, by: 'draw', told: 1, made: 1, holds: true });
    assert.deepEqual(
      check.draws.map(({ block, seq, seat, occasion }) => [block, seq, seat, occasion]),
      [
        [0, 6, 0, 'start'],
        [1, 6, 1, 'start'],
        [2, 8, 0, 'placement'],
        [3, 9, 1, 'exchange'],
        [4, 13, 1, 'placement'],
        [5, 16, 1, 'placement'],
      ],
    );
  });
}

test('own digests are those of the browser, whatever the length', async () => {
  for (let length = 0; length < 200; length++) {
    const data = Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);
    const key = Uint8Array.from({ length: 1 + (length % 130) }, (_, at) => (at * 13) % 256);
    assert.deepEqual(await ownDigests.sha256(data), await BROWSER.sha256(data));
    assert.deepEqual(await ownDigests.hmac(key, data), await BROWSER.hmac(key, data));
  }
});

test('the digests of a page without a secure connection are the own ones', () => {
  assert.equal(digestsOf(undefined), ownDigests);
});

const TAMPERED = {
  'another seed': (events) => (find(events, 'ended').seed = '00'.repeat(32)),
  'another commitment': (events) => (find(events, 'created').commitment = '00'.repeat(32)),
  'another nonce': (events) => (find(events, 'seat-taken').nonce = '00'.repeat(16)),
  'another seat that begins': (events) => (find(events, 'started').first = 0),
  'another order': (events) => find(events, 'started').racks[0].reverse(),
  'another tile': (events) => (find(events, 'stood').drawn[0] = 3),
  'a tile too few': (events) => find(events, 'stood').drawn.pop(),
  'a tile too many': (events) => find(events, 'stood', 2).drawn.push(1),
  'a returned tile that was not held': (events) => (find(events, 'exchanged').returned = [3, 3, 3]),
  'a bag with more than is left': (events) => find(events, 'ended').bag.push(1),
  'racks that changed hands': (events) => find(events, 'ended').racks.reverse(),
};

for (const [what, change] of Object.entries(TAMPERED)) {
  test(`${what} is seen`, async () => {
    const events = match();
    change(events);
    assert.equal((await checkBag(events, ownDigests)).holds, false);
  });
}

for (const by of ['set', null, undefined]) {
  test(`a seat that begins by ${by} is not compared`, async () => {
    const events = match();
    Object.assign(find(events, 'started'), { first: 0, first_by: by });
    const check = await checkBag(events, ownDigests);
    assert.deepEqual(check.first, { seq: 6, by: by ?? null, told: 0, made: null, holds: true });
    assert.ok(check.holds);
  });
}

test('a seed and a commitment put in together are given away by the draws', async () => {
  const events = match();
  const seed = new Uint8Array(32);
  find(events, 'ended').seed = toHex(seed);
  find(events, 'created').commitment = toHex(await ownDigests.sha256(seed));
  const check = await checkBag(events, ownDigests);
  assert.ok(check.commitment.holds);
  assert.ok(check.draws.some((draw) => !draw.holds));
});

test('a tile that was not held and racks that do not add up are named', async () => {
  const events = match();
  find(events, 'exchanged').returned = [3, 3, 3];
  const { faults } = await checkBag(events, ownDigests);
  assert.deepEqual(faults[0], { code: 'not-held', seq: 9, seat: 1, letters: [3] });
  assert.ok(faults.some((fault) => fault.code === 'left'));
});

test('records that cannot be checked say why', async () => {
  const code = (events) =>
    checkBag(events, ownDigests).then(
      () => assert.fail('was checked'),
      (error) => (assert.ok(error instanceof RecordError, String(error)), error.code),
    );
  assert.equal(await code([]), 'no-record');
  assert.equal(await code(match().slice(1)), 'no-record');
  assert.equal(await code(match().slice(0, -1)), 'not-over');
  const short = match();
  find(short, 'ended').seed = 'abc';
  assert.equal(await code(short), 'damaged');
});

test('events about seats that are not there, and a beginning that nobody reads, are damage', async () => {
  const damages = [
    (events) => (find(events, 'started').first = 2),
    (events) => (find(events, 'started').first = -1),
    (events) => (find(events, 'started').first = null),
    (events) => delete find(events, 'started').first,
    (events) => (find(events, 'started').first_by = 'Draw'),
    (events) => (find(events, 'started').first_by = false),
    (events) => find(events, 'started').racks.push([]),
    (events) => find(events, 'ended').racks.pop(),
    (events) => (find(events, 'seat-taken').seat = 9),
    (events) => (find(events, 'placed').seat = '0'),
  ];
  for (const damage of damages) {
    const events = match();
    damage(events);
    const { code } = await checkBag(events, BROWSER).then(() => ({}), (error) => error);
    assert.equal(code, 'damaged', String(damage));
  }
});

test('a seat is called as who sits there last', () => {
  assert.deepEqual(namesOf(match()), ['Ada', 'club']);
  const events = match();
  find(events, 'created').seats[1] = { kind: 'bot', name: 'Club bot', level: 'club' };
  const bots = events.filter(({ type, data }) => type !== 'seat-taken' || data.seat === 0);
  assert.deepEqual(namesOf(bots), ['Ada', 'Club bot'], 'a bot that nobody seated');
});

test('faults are told with names and tiles', () => {
  const alphabet = new Alphabet(find(match(), 'created').options.alphabet);
  const tell = (fault) => faultText(fault, alphabet, ['Ada', 'club']);
  assert.equal(
    tell({ code: 'not-held', seq: 9, seat: 1, letters: [2] }),
    'Event 9: club used [CH] without having it.',
  );
  assert.match(tell({ code: 'left', seat: 0, told: [1], found: [0, 3] }), /Ada .* A; .* \?\[L·L\]\./u);
  assert.match(tell({ code: 'left', seat: null, told: [], found: [1] }), /bag .* nothing; .* A\./u);
});
