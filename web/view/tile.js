/** A tile as it looks everywhere: letter in the middle, value at the foot. */

import { BLANK, BLANK_FLAG, BLANK_TEXT } from '../model/alphabet.js';
import { html, nothing } from '../vendor/lit-html/lit-html.js';

/** @typedef {import('../types.js').Alphabet} Alphabet */

/**
 * The texts are drawn by the style sheet (`data-text`): a tile is a picture, and what it is in
 * words is the name of the square or button that holds it.
 * @param {Alphabet} alphabet
 * @param {number} value  a square value other than 0, or 0 for a blank without a letter
 * @param {string} [kind]  further classes
 */
export function tile(alphabet, value, kind = '') {
  const blank = value === BLANK || (value & BLANK_FLAG) !== 0;
  const glyph = value === BLANK ? BLANK_TEXT : alphabet.glyph(value & ~BLANK_FLAG);
  const points = alphabet.points[value] ?? 0;
  const long = [...glyph].length;
  const size = long > 1 ? ` glyph-${Math.min(long, 4)}` : '';
  const bare = value === BLANK ? ' tile-bare' : '';
  const classes = `tile${blank ? ' tile-blank' : ''}${bare}${kind && ` ${kind}`}`;
  return html`<span class=${classes} aria-hidden="true"
    ><span class=${`glyph${size}`} data-text=${glyph}></span>${blank
      ? nothing
      : html`<span class=${points > 9 ? 'value value-2' : 'value'} data-text=${points}></span>`}</span
  >`;
}

/**
 * How a tile is spoken of.
 * @param {Alphabet} alphabet
 * @param {number} letter  1..60
 */
export function tileName(alphabet, letter) {
  return alphabet.glyph(letter & ~BLANK_FLAG);
}
