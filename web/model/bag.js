/**
 * Proof that a finished match was dealt by the seed it was committed to.
 *
 * The page does itself what `tilewright bag verify` does: it takes a match's record, makes every
 * draw again from the revealed seed and the seats' nonces, and follows every tile to the end.
 */

import { BLANK, BLANK_FLAG } from './alphabet.js';
import { drawFirst, drawTiles } from './draws.js';

/** @typedef {import('./digests.js').Digests} Digests */
/** @typedef {import('./alphabet.js').AlphabetData} AlphabetData */

/**
 * @typedef {{type: string, at_ms: number, data: Record<string, any>}} RecordedEvent
 * @typedef {'start' | 'placement' | 'exchange'} Occasion
 *
 * @typedef {object} Draw  one draw, as the match tells it and as the seed makes it
 * @property {number} block  number of the draw, from 0
 * @property {number} seq  number of the event that tells it, from 1
 * @property {number} seat
 * @property {Occasion} occasion
 * @property {number[]} told  tiles by the match: machine letters in the order drawn
 * @property {number[]} made  tiles by the seed
 * @property {boolean} holds
 *
 * @typedef {object} First  who begins, as the match tells it and as the seed makes it
 * @property {number} seq  number of the event that tells it, from 1
 * @property {'draw' | 'set' | null} by  how it was chosen; null where the record does not say
 * @property {number} told
 * @property {number | null} made  null where it was not drawn
 * @property {boolean} holds
 *
 * @typedef {{code: 'not-held', seq: number, seat: number, letters: number[]}
 *   | {code: 'left', seat: number | null, told: number[], found: number[]}} Fault
 *   a tile used that was not held; or a rack (the bag without a seat) that does not add up
 *
 * @typedef {object} BagCheck
 * @property {{published: string, made: string, holds: boolean}} commitment
 * @property {Draw[]} draws
 * @property {First | null} first  null if the match never began
 * @property {Fault[]} faults
 * @property {boolean} holds
 */

const SEED_BYTES = 32;

/** How it may be chosen who begins; null where the record does not say. */
const FIRST_BY = ['draw', 'set', null];

/** A record that cannot be checked: `no-record`, `not-over` or `damaged`. */
export class RecordError extends Error {
  /** @param {'no-record' | 'not-over' | 'damaged'} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/**
 * @param {readonly RecordedEvent[]} events  all of them, in their order
 * @param {Digests} digests
 * @returns {Promise<BagCheck>}
 */
export async function checkBag(events, digests) {
  const created = events[0];
  if (created?.type !== 'created') throw new RecordError('no-record');
  const ended = events.find((event) => event.type === 'ended');
  if (!ended) throw new RecordError('not-over');
  const seed = fromHex(ended.data['seed']);
  if (seed.length !== SEED_BYTES) throw new RecordError('damaged');
  const published = created.data['commitment'];
  const made = toHex(await digests.sha256(seed));
  for (const event of events) checkSeats(event, created.data['options'].seats);
  const replay = new Replay(created.data['options'], seed, digests);
  for (const [index, event] of events.entries()) await replay.take(index + 1, event);
  const { draws, faults, first } = replay;
  const holds = published === made;
  return {
    commitment: { published, made, holds },
    draws,
    first,
    faults,
    holds: holds && faults.length === 0 && first?.holds !== false && draws.every((draw) => draw.holds),
  };
}

/**
 * Refuse an event about seats that the match does not have, and a beginning that nobody reads.
 * @param {RecordedEvent} event
 * @param {number} seats
 */
function checkSeats({ type, data }, seats) {
  const named = ['seat', 'by', 'first'].filter((name) => name in data || (name === 'first' && type === 'started'));
  const known = named.every((name) => Number.isInteger(data[name]) && data[name] >= 0 && data[name] < seats);
  const dealt = !('racks' in data) || data['racks']?.length === seats;
  if (!known || !dealt || !FIRST_BY.includes(data['first_by'] ?? null)) throw new RecordError('damaged');
}

/** The bag and the racks as the events make them. */
class Replay {
  /**
   * @param {{alphabet: AlphabetData, seats: number, rack_size: number}} options
   * @param {Uint8Array} seed
   * @param {Digests} digests
   */
  constructor(options, seed, digests) {
    const { alphabet, seats } = options;
    this.seed = seed;
    this.digests = digests;
    this.rackSize = options.rack_size;
    this.bag = [alphabet.blanks, ...alphabet.tiles.map((tile) => tile.count)];
    this.nonces = Array.from({ length: seats }, () => new Uint8Array());
    this.racks = Array.from({ length: seats }, () => this.bag.map(() => 0));
    /** @type {number[]} tiles of the last placement, for when it is taken back */
    this.laid = [];
    /** @type {Draw[]} */
    this.draws = [];
    /** @type {First | null} */
    this.first = null;
    /** @type {Fault[]} */
    this.faults = [];
  }

  /**
   * @param {number} seq
   * @param {RecordedEvent} event
   */
  async take(seq, { type, data }) {
    const seat = data['seat'];
    if (type === 'seat-taken') this.nonces[seat] = fromHex(data['nonce']);
    else if (type === 'seat-left') this.nonces[seat] = new Uint8Array();
    else if (type === 'started') {
      await this.begin(seq, data['first'], data['first_by'] ?? null);
      for (const [at, rack] of data['racks'].entries()) {
        await this.draw(seq, at, 'start', rack, this.rackSize);
      }
    } else if (type === 'placed') {
      this.laid = data['squares'].map(letterOf);
      this.giveUp(seq, seat, this.laid);
      if (data['drawn']) await this.fillUp(seq, seat, data['drawn']);
    } else if (type === 'stood') {
      await this.fillUp(seq, seat, data['drawn']);
    } else if (type === 'challenged' && data['success']) {
      add(this.racks[seat], this.laid, 1);
    } else if (type === 'exchanged') {
      // The new tiles come before the old ones go back, so nobody draws their own.
      await this.draw(seq, seat, 'exchange', data['drawn'], data['returned'].length);
      this.giveUp(seq, seat, data['returned']);
      add(this.bag, data['returned'], 1);
    } else if (type === 'ended') this.compare(data);
  }

  /**
   * @param {number} seq
   * @param {number} told
   * @param {'draw' | 'set' | null} by
   */
  async begin(seq, told, by) {
    const made = by === 'draw' ? await drawFirst(this.seed, this.nonces, this.digests) : null;
    this.first = { seq, by, told, made, holds: made === null || told === made };
  }

  /**
   * @param {number} seq
   * @param {number} seat
   * @param {number[]} told
   */
  async fillUp(seq, seat, told) {
    const due = this.rackSize - sum(this.racks[seat] ?? []);
    await this.draw(seq, seat, 'placement', told, Math.max(0, due));
  }

  /**
   * Make a draw again: as many tiles as are due, or as the bag has.
   * @param {number} seq
   * @param {number} seat
   * @param {Occasion} occasion
   * @param {number[]} told
   * @param {number} due
   */
  async draw(seq, seat, occasion, told, due) {
    const size = Math.min(due, sum(this.bag));
    if (size > 0 || told.length > 0) {
      const block = this.draws.length;
      const made = await drawTiles(this.seed, this.nonces, this.bag, size, block, this.digests);
      const holds = same(told, made);
      this.draws.push({ block, seq, seat, occasion, told, made, holds });
    }
    add(this.racks[seat], told, 1);
    // A tile told that was not there shows as a draw that does not hold.
    add(this.bag, told, -1);
    this.bag = this.bag.map((count) => Math.max(0, count));
  }

  /**
   * @param {number} seq
   * @param {number} seat
   * @param {number[]} letters
   */
  giveUp(seq, seat, letters) {
    const rack = this.racks[seat] ?? [];
    add(rack, letters, -1);
    const missing = rack.flatMap((count, letter) => (count < 0 ? [letter] : []));
    if (missing.length > 0) this.faults.push({ code: 'not-held', seq, seat, letters: missing });
    for (const letter of missing) rack[letter] = 0;
  }

  /** @param {Record<string, any>} data */
  compare(data) {
    for (const [seat, told] of data['racks'].entries()) {
      this.compareOne(seat, told, this.racks[seat] ?? []);
    }
    this.compareOne(null, data['bag'], this.bag);
  }

  /**
   * @param {number | null} seat
   * @param {number[]} told
   * @param {readonly number[]} counts
   */
  compareOne(seat, told, counts) {
    const found = counts.flatMap((count, letter) => Array(count).fill(letter));
    const sorted = told.toSorted((one, other) => one - other);
    if (!same(sorted, found)) this.faults.push({ code: 'left', seat, told: sorted, found });
  }
}

/** @param {readonly number[]} counts */
function sum(counts) {
  return counts.reduce((total, count) => total + count, 0);
}

/** @param {[number, number, number]} square */
function letterOf([, , value]) {
  return value & BLANK_FLAG ? BLANK : value;
}

/**
 * @param {number[] | undefined} counts
 * @param {readonly number[]} letters
 * @param {number} change
 */
function add(counts, letters, change) {
  if (!counts) return;
  for (const letter of letters) counts[letter] = (counts[letter] ?? 0) + change;
}

/**
 * @param {readonly number[]} one
 * @param {readonly number[]} other
 */
function same(one, other) {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

/** @param {string} text */
export function fromHex(text) {
  if (!/^(?:[0-9a-f]{2})*$/u.test(text)) throw new RecordError('damaged');
  return Uint8Array.from(text.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {Uint8Array} data */
export function toHex(data) {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
