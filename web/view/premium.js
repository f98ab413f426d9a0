/** Premium squares: their hue by `data-premium`, their short label, their name. */

import { t } from '../text.js';

/** @typedef {import('../text.js').MessageKey} MessageKey */

/**
 * @param {import('../types.js').Layout} layout
 * @param {number} row
 * @param {number} col
 * @returns {{hue: string, label: string, name: string}}  empty texts for a plain square
 */
export function premium(layout, row, col) {
  const word = layout.word[row]?.[col] ?? 1;
  const letter = layout.letter[row]?.[col] ?? 1;
  const parts = [
    ...(word > 1 ? [part('word', word)] : []),
    ...(letter > 1 ? [part('letter', letter)] : []),
  ];
  return {
    hue: parts[0]?.hue ?? '',
    label: parts.map((one) => one.label).join(' '),
    name: parts.map((one) => one.name).join(', '),
  };
}

/**
 * @param {'letter' | 'word'} kind
 * @param {number} times
 */
function part(kind, times) {
  const named = times <= 4 ? `.${times}` : '';
  return {
    hue: `${kind}-${Math.min(times, 4)}`,
    label: t(/** @type {MessageKey} */ (`premium.short.${kind}${named}`), { n: times }),
    name: t(/** @type {MessageKey} */ (`premium.${kind}${named}`), { n: times }),
  };
}
