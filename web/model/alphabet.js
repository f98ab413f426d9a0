/**
 * Tiles of a language and how their texts are read and written.
 *
 * Everything comes from data: a tile is one or more characters, its blank form is a text of its
 * own, never the result of a case conversion.
 */

export const BLANK = 0;
export const BLANK_FLAG = 0x80;
export const BLANK_TEXT = '?';

/** Characters no tile may hold, so that board and rack texts stay unambiguous. */
const RESERVED = /[\s\d./[\]?]/u;

/**
 * @typedef {{text: string, blank_text: string, points: number, count: number}} TileData
 * @typedef {{name: string, blanks: number, tiles: TileData[]}} AlphabetData
 * @typedef {{offset: number, text: string}} Unread  where reading stopped, and at what
 * @typedef {{values: number[], unread: Unread | null}} Reading  what was read before it stopped
 */

export class Alphabet {
  /** @param {AlphabetData} data */
  constructor(data) {
    this.name = data.name;
    this.blanks = data.blanks;
    /** @type {readonly TileData[]} */
    this.tiles = data.tiles;
    this.size = data.tiles.length;
    /** Points by letter; a blank (0) has none. */
    this.points = [0, ...data.tiles.map((tile) => tile.points)];
    /** Copies in the set by letter; the blanks stand at 0. */
    this.counts = [data.blanks, ...data.tiles.map((tile) => tile.count)];
    this.total = this.counts.reduce((sum, count) => sum + count, 0);
    /** @type {Map<string, number>} */
    this.values = new Map();
    data.tiles.forEach((tile, index) => {
      if (!this.values.has(tile.blank_text)) {
        this.values.set(tile.blank_text, (index + 1) | BLANK_FLAG);
      }
    });
    data.tiles.forEach((tile, index) => this.values.set(tile.text, index + 1));
    this.longest = Math.max(...[...this.values.keys()].map((text) => text.length));
  }

  /**
   * Text of a tile without brackets: `A`, `a` for a blank, `CH`.
   * @param {number} value  a square value other than 0
   */
  glyph(value) {
    const tile = this.tiles[(value & ~BLANK_FLAG) - 1];
    if (!tile) return '';
    return value & BLANK_FLAG ? tile.blank_text : tile.text;
  }

  /**
   * Text of a square as rows and moves hold it: `.`, `A`, `a`, `[CH]`.
   * @param {number} value
   */
  squareText(value) {
    if (value === 0) return '.';
    const glyph = this.glyph(value);
    return [...glyph].length > 1 ? `[${glyph}]` : glyph;
  }

  /**
   * Text of a rack tile: `A`, `?`, `[CH]`.
   * @param {number} letter
   */
  rackText(letter) {
    return letter === BLANK ? BLANK_TEXT : this.squareText(letter);
  }

  /** @param {readonly number[]} letters */
  rackTexts(letters) {
    return letters.map((letter) => this.rackText(letter)).join('');
  }

  /** @param {readonly number[]} values */
  rowText(values) {
    return values.map((value) => this.squareText(value)).join('');
  }

  /**
   * Read placed tiles: `.` and space are 0, blank forms carry the flag, brackets are accepted.
   * @param {string} text
   * @returns {Reading}
   */
  readPlaced(text) {
    return this.#read(text, (token) => {
      if (token === '.' || token === ' ') return 0;
      return this.values.get(token);
    });
  }

  /**
   * Read a rack: either form of a tile is the tile, `?` is a blank, spaces are passed over.
   * @param {string} text
   * @returns {Reading}
   */
  readRack(text) {
    const reading = this.#read(text, (token) => {
      if (token === BLANK_TEXT) return BLANK;
      if (token === ' ') return -1;
      const value = this.values.get(token);
      return value === undefined ? undefined : value & ~BLANK_FLAG;
    });
    return { ...reading, values: reading.values.filter((value) => value >= 0) };
  }

  /**
   * Read part of a word as people write it, longest tile first; either form is the tile.
   * @param {string} text
   * @returns {Reading}
   */
  readWord(text) {
    const letterOf = (/** @type {string} */ token) => this.letterOf(token) || undefined;
    return this.#scan(text.normalize('NFC'), letterOf, this.longest);
  }

  /**
   * The letter a typed character stands for, whichever form it has; 0 if none.
   * @param {string} typed
   */
  letterOf(typed) {
    return (this.values.get(typed.normalize('NFC')) ?? 0) & ~BLANK_FLAG;
  }

  /**
   * As the server reads: brackets round a tile of several characters, any other character is a
   * tile by itself. A text that cannot be read so is read once more with the longest tile first,
   * which spares people brackets that no one could misread.
   * @param {string} text
   * @param {(token: string) => number | undefined} valueOf
   * @returns {Reading}
   */
  #read(text, valueOf) {
    const source = text.normalize('NFC');
    const strict = this.#scan(source, valueOf, 1);
    if (!strict.unread || this.longest === 1) return strict;
    const loose = this.#scan(source, valueOf, this.longest);
    return loose.unread ? strict : loose;
  }

  /**
   * @param {string} source
   * @param {(token: string) => number | undefined} valueOf
   * @param {number} longest  characters that a tile without brackets may have
   * @returns {Reading}
   */
  #scan(source, valueOf, longest) {
    /** @type {number[]} */
    const values = [];
    let at = 0;
    while (at < source.length) {
      const [value, length] = next(source, at, valueOf, longest);
      if (value === undefined) {
        return { values, unread: { offset: at, text: source.slice(at, at + length) } };
      }
      values.push(value);
      at += length;
    }
    return { values, unread: null };
  }
}

/**
 * @param {string} source
 * @param {number} at
 * @param {(token: string) => number | undefined} valueOf
 * @param {number} longest
 * @returns {[number | undefined, number]}  the value and how many code units it took
 */
function next(source, at, valueOf, longest) {
  if (source[at] === '[') {
    const end = source.indexOf(']', at);
    if (end < 0) return [undefined, source.length - at];
    const token = source.slice(at + 1, end);
    return [RESERVED.test(token) ? undefined : valueOf(token), end + 1 - at];
  }
  const single = String.fromCodePoint(source.codePointAt(at) ?? 0);
  for (let length = Math.min(longest, source.length - at); length > single.length; length -= 1) {
    const value = valueOf(source.slice(at, at + length));
    if (value !== undefined) return [value, length];
  }
  return [valueOf(single), single.length];
}
