/** A bar chart's shape: where bars and lines stand in a box of given size. */

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Bar
 * @typedef {{bars: Bar[], lines: {y: number, value: number}[], average: number | null}} Chart
 */

const STEPS = [10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000];
const MOST_LINES = 4;
/** Share of a bar's place that is left empty beside it. */
const GAP = 0.25;

/**
 * Values below zero stand as bars without height.
 * @param {readonly number[]} values  from the left
 * @param {number} width
 * @param {number} height
 * @param {number} [places]  how many bars there is room for; few values make no fat bars
 * @returns {Chart}
 */
export function barChart(values, width, height, places = 12) {
  const most = Math.max(1, ...values);
  const step = STEPS.find((one) => most / one <= MOST_LINES) ?? most;
  const top = Math.max(step, Math.ceil(most / step) * step);
  const scale = (/** @type {number} */ value) => (Math.max(0, value) / top) * height;
  const place = width / Math.max(places, values.length);
  const bars = values.map((value, at) => ({
    x: at * place + (place * GAP) / 2,
    y: height - scale(value),
    width: place * (1 - GAP),
    height: scale(value),
  }));
  const lines = Array.from({ length: Math.round(top / step) }, (_, at) => {
    const value = (at + 1) * step;
    return { y: height - scale(value), value };
  });
  const sum = values.reduce((total, value) => total + value, 0);
  const average = values.length > 0 ? height - scale(sum / values.length) : null;
  return { bars, lines, average };
}
