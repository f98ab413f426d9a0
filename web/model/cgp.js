/**
 * CGP, the one-line notation of a position: `rows racks scores zeroes operations`.
 *
 * Rows are divided by `/`; a number is a run of empty squares; multi-character tiles stand in
 * brackets. Of the racks only the first, the one of the side to move, matters here.
 */

/** @typedef {import('./alphabet.js').Alphabet} Alphabet */
/** @typedef {import('../types.js').Layout} Layout */

/**
 * @typedef {{code: string, row: number, detail: string}} CgpFault  row is 1-based, 0 where none
 * @typedef {{squares: number[], rackText: string, layout: Layout}} CgpPosition
 */

export class CgpError extends Error {
  /**
   * @param {'empty' | 'no-layout' | 'tile' | 'width' | 'rack'} code
   * @param {{row?: number, expected?: string, got?: string}} facts
   */
  constructor(code, facts) {
    super(`${code} ${JSON.stringify(facts)}`);
    this.code = code;
    this.facts = facts;
  }
}

/**
 * @param {string} text
 * @param {Alphabet} alphabet
 * @param {readonly Layout[]} layouts  the first of the fitting size is taken
 * @returns {CgpPosition}
 * @throws {CgpError}
 */
export function parseCgp(text, alphabet, layouts) {
  const [board = '', racks = ''] = text.trim().replace(/^cgp\s+/iu, '').split(/\s+/u);
  if (board === '') throw new CgpError('empty', {});
  const rows = board.split('/').map((row, index) => parseRow(row, index + 1, alphabet));
  const widths = [...new Set(rows.map((row) => row.length))];
  const layout =
    layouts.find((one) => one.rows === rows.length && widths.includes(one.cols)) ??
    layouts.find((one) => one.rows === rows.length);
  if (!layout) {
    const expected = [...new Set(layouts.map((one) => String(one.rows)))].join(', ');
    throw new CgpError('no-layout', { expected, got: String(rows.length) });
  }
  rows.forEach((row, index) => {
    if (row.length !== layout.cols) {
      throw new CgpError('width', {
        row: index + 1,
        expected: String(layout.cols),
        got: String(row.length),
      });
    }
  });
  return {
    squares: rows.flat(),
    rackText: parseRack(racks.split('/')[0] ?? '', alphabet),
    layout,
  };
}

/**
 * @param {string} text
 * @param {number} number  1-based, for the error
 * @param {Alphabet} alphabet
 */
function parseRow(text, number, alphabet) {
  /** @type {number[]} */
  const values = [];
  for (const part of text.match(/\d+|\D+/gu) ?? []) {
    if (/^\d/u.test(part)) {
      // A run longer than any board is a fault of the row, not a reason to make a huge array.
      values.push(...new Array(Math.min(Number(part), 64)).fill(0));
      continue;
    }
    const reading = alphabet.readPlaced(part);
    if (reading.unread) throw new CgpError('tile', { row: number, got: reading.unread.text });
    values.push(...reading.values);
  }
  return values;
}

/**
 * @param {string} text
 * @param {Alphabet} alphabet
 */
function parseRack(text, alphabet) {
  const reading = alphabet.readRack(text);
  if (reading.unread) throw new CgpError('rack', { got: reading.unread.text });
  return alphabet.rackTexts(reading.values);
}

/**
 * The lexicon a CGP asks for in its operations (`lex en;`); empty where it names none.
 * @param {string} text
 */
export function cgpLexicon(text) {
  return /\slex\s+([^\s;]+)/u.exec(text)?.[1] ?? '';
}

/**
 * @param {readonly number[]} squares
 * @param {string} rackText
 * @param {Layout} layout
 * @param {Alphabet} alphabet
 * @param {string} lexicon  left out if empty
 */
export function formatCgp(squares, rackText, layout, alphabet, lexicon) {
  const rows = Array.from({ length: layout.rows }, (_, row) =>
    formatRow(squares.slice(row * layout.cols, (row + 1) * layout.cols), alphabet),
  );
  const tail = lexicon === '' ? '' : ` lex ${lexicon};`;
  return `${rows.join('/')} ${rackText}/ 0/0 0${tail}`;
}

/**
 * @param {readonly number[]} values
 * @param {Alphabet} alphabet
 */
function formatRow(values, alphabet) {
  let text = '';
  let empty = 0;
  for (const value of values) {
    if (value === 0) {
      empty += 1;
      continue;
    }
    text += (empty > 0 ? String(empty) : '') + alphabet.squareText(value);
    empty = 0;
  }
  return text + (empty > 0 ? String(empty) : '');
}
