/** The record of a match: a row for every move and what followed from it, with running totals. */

/** @typedef {import('../types.js').EventMessage} EventMessage */

/**
 * @typedef {'placed' | 'exchanged' | 'passed' | 'challenged' | 'hint' | 'resigned' | 'adjusted'
 *   | 'time-given'} RowKind
 *
 * @typedef {object} Row
 * @property {number} seq  of its event
 * @property {number} turn  counts the turns, 0 where the row is no turn
 * @property {number} seat  -1 where the row is nobody's
 * @property {RowKind} kind
 * @property {string} detail  cause, or what a challenge came to
 * @property {string} coord
 * @property {string} tiles
 * @property {string} word
 * @property {string[]} words
 * @property {number} points  what the row adds to `seat`'s score
 * @property {number} total  of `seat` after it
 * @property {number[]} scores  of every seat after it
 * @property {number} count  tiles exchanged, hints shown
 * @property {number} by  who challenged, -1 else
 * @property {boolean} removed  a placement that was challenged off
 * @property {boolean} bingo
 * @property {number} hintPoints
 * @property {readonly [number, number][]} squares  of the tiles placed
 */

/** @type {Omit<Row, 'seq' | 'seat' | 'kind' | 'total' | 'scores'>} */
const BLANK_ROW = {
  turn: 0,
  detail: '',
  coord: '',
  tiles: '',
  word: '',
  words: [],
  points: 0,
  count: 0,
  by: -1,
  removed: false,
  bingo: false,
  hintPoints: 0,
  squares: [],
};

/**
 * @param {readonly EventMessage[]} events
 * @param {number} seats
 * @returns {Row[]}
 */
export function recordOf(events, seats) {
  /** @type {Row[]} */
  const rows = [];
  const scores = /** @type {number[]} */ (new Array(seats).fill(0));
  let turn = 0;

  /**
   * @param {EventMessage} event
   * @param {RowKind} kind
   * @param {number} seat
   * @param {Partial<Row>} more
   */
  const add = (event, kind, seat, more) => {
    const row = { ...BLANK_ROW, seq: event.seq, seat, kind, ...more };
    if (seat >= 0) scores[seat] = (scores[seat] ?? 0) + row.points;
    rows.push({ ...row, total: scores[seat] ?? 0, scores: [...scores] });
  };

  for (const event of events) {
    const { type, data } = event;
    switch (type) {
      case 'placed':
        turn += 1;
        add(event, 'placed', data['seat'], { ...placedRow(data), turn });
        break;
      case 'exchanged':
        turn += 1;
        add(event, 'exchanged', data['seat'], {
          turn,
          points: data['points'] ?? 0,
          count: data['count'] ?? 0,
          tiles: data['returned'] ?? '',
        });
        break;
      case 'passed':
        turn += 1;
        add(event, 'passed', data['seat'], { turn, points: data['points'] ?? 0, detail: data['cause'] });
        break;
      case 'challenged': {
        const success = data['success'] === true;
        if (success) markRemoved(rows, data['seat']);
        add(event, 'challenged', data['seat'], {
          by: data['by'],
          detail: success ? 'won' : data['loses_turn'] === true ? 'lost-turn' : 'lost',
          words: success ? data['phonies'] ?? [] : data['words'] ?? [],
          points: success ? -(data['points_lost'] ?? 0) : data['award_points'] ?? 0,
        });
        break;
      }
      case 'hint-taken':
        add(event, 'hint', data['seat'], { hintPoints: data['cost_points'] ?? 0 });
        break;
      case 'resigned':
        add(event, 'resigned', data['seat'], { detail: data['cause'] });
        break;
      case 'time-given':
        add(event, 'time-given', -1, { count: Math.round((data['ms'] ?? 0) / 1000) });
        break;
      case 'ended':
        for (const { seat, cause, points } of data['adjustments'] ?? []) {
          add(event, 'adjusted', seat, { detail: cause, points });
        }
        break;
      default:
    }
  }
  return rows;
}

/**
 * @param {Record<string, any>} data
 * @returns {Partial<Row>}
 */
function placedRow(data) {
  const words = /** @type {{text: string}[]} */ (data['words'] ?? []).map((word) => word.text);
  return {
    coord: data['coord'],
    tiles: data['tiles'],
    word: words[0] ?? '',
    words,
    points: data['points'],
    bingo: (data['bonus'] ?? 0) > 0,
    hintPoints: data['hint_points'] ?? 0,
    squares: squaresOf(data),
  };
}

/**
 * Squares of a `placed` event: as pairs, or with a tile's text as the third.
 * @param {Record<string, any>} data
 * @returns {[number, number][]}
 */
export function squaresOf(data) {
  return /** @type {[number, number][]} */ (data['squares'] ?? []).map(([row, col]) => [row, col]);
}

/**
 * @param {Row[]} rows
 * @param {number} seat
 */
function markRemoved(rows, seat) {
  const at = rows.findLastIndex((row) => row.kind === 'placed' && row.seat === seat);
  const row = rows[at];
  if (row) rows[at] = { ...row, removed: true };
}

/**
 * Scores over the turns for a chart: one list a seat, from 0 on, with the end's adjustments last.
 * @param {readonly Row[]} rows
 * @param {number} seats
 * @returns {number[][]}
 */
export function scoreLines(rows, seats) {
  /** @type {number[][]} */
  const points = [];
  let turn = -1;
  for (const row of rows) {
    // What follows a turn without being one belongs to it, as a challenge does.
    if (row.turn > 0 || row.kind === 'adjusted') {
      const key = row.kind === 'adjusted' ? Infinity : row.turn;
      if (key !== turn) points.push(row.scores);
      turn = key;
    }
    points[Math.max(0, points.length - 1)] = row.scores;
  }
  return Array.from({ length: seats }, (_, seat) => [0, ...points.map((scores) => scores[seat] ?? 0)]);
}

/**
 * Squares that were filled after a row of the record, so that the board can be shown as of it.
 * @param {readonly Row[]} rows
 * @param {number} seq
 * @param {number} cols
 * @returns {Set<number>}
 */
export function filledLater(rows, seq, cols) {
  const later = rows.filter((row) => row.seq > seq && row.kind === 'placed' && !row.removed);
  return new Set(later.flatMap((row) => row.squares.map(([r, c]) => r * cols + c)));
}
