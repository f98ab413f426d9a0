/** The scores over the turns, as lines that can be told apart without colour. */

import { formatNumber, t } from '../../text.js';
import { html, svg } from '../../vendor/lit-html/lit-html.js';
import { scoreLines } from '../model/record.js';

/** @typedef {import('../types.js').MatchView} MatchView */
/** @typedef {import('../model/record.js').Row} Row */

const WIDTH = 320;
const HEIGHT = 132;
const LEFT = 30;
const RIGHT = 46;
const TOP = 10;
const BOTTOM = 20;
/** Labels of lines that end close to each other are moved apart. */
const LINE_HEIGHT = 13;
const STEPS = [10, 20, 50, 100, 200, 500, 1000];

/**
 * @param {readonly Row[]} rows
 * @param {MatchView} view
 */
export function chartView(rows, view) {
  const lines = scoreLines(rows, view.seats.length);
  const turns = Math.max(1, (lines[0]?.length ?? 1) - 1);
  const low = Math.min(0, ...lines.flat());
  const high = Math.max(1, ...lines.flat());
  const step = STEPS.find((one) => (high - low) / one <= 4) ?? 2000;
  const x = (/** @type {number} */ turn) => LEFT + ((WIDTH - LEFT - RIGHT) * turn) / turns;
  const y = (/** @type {number} */ score) =>
    HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * (score - low)) / (high - low);
  const first = Math.ceil(low / step);
  const ticks = Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => (first + at) * step);
  const ends = spread(lines.map((line) => y(line.at(-1) ?? 0)));
  const text = view.seats.map(({ name, score }) => t('room.result.chart.text', { name: name ?? '', n: score })).join(' ');
  return html`<figure class="score-chart">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${t('room.result.chart')}. ${text}`}>
      ${ticks.map(
        (score) => svg`<line class="score-grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(score)} y2=${y(score)}></line>
          <text class="score-tick" x=${LEFT - 6} y=${y(score) + 3.5} text-anchor="end">${formatNumber(score)}</text>`,
      )}
      ${lines.map(
        (line, seat) => svg`<polyline class=${`score-line line-${seat}`}
            points=${line.map((score, turn) => `${x(turn).toFixed(1)},${y(score).toFixed(1)}`).join(' ')}></polyline>
          <circle class=${`score-end line-${seat}`} cx=${x(turns)} cy=${y(line.at(-1) ?? 0)} r="3"></circle>
          <text class=${`score-name line-${seat}`} x=${x(turns) + 7} y=${(ends[seat] ?? 0) + 4}>${formatNumber(line.at(-1) ?? 0)}</text>`,
      )}
      <text class="score-tick" x=${x(turns)} y=${HEIGHT - 5} text-anchor="end">${t('room.result.chart.turns', { n: Math.max(...rows.map((row) => row.turn)) })}</text>
    </svg>
    <figcaption class="score-legend" aria-hidden="true">
      ${view.seats.map(
        ({ seat, name }) => html`<span class=${`legend line-${seat}`}><svg viewBox="0 0 24 8"><line class=${`score-line line-${seat}`} x1="0" x2="24" y1="4" y2="4"></line></svg><bdi>${name}</bdi></span>`,
      )}
    </figcaption>
  </figure>`;
}

/**
 * @param {readonly number[]} places
 * @returns {number[]}
 */
function spread(places) {
  const order = places.map((_, at) => at).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  order.forEach((at, rank) => {
    const above = order[rank - 1];
    if (above === undefined) return;
    moved[at] = Math.max(moved[at] ?? 0, (moved[above] ?? 0) + LINE_HEIGHT);
  });
  const beyond = Math.max(0, Math.max(...moved) - (HEIGHT - BOTTOM + 2));
  return moved.map((place) => place - beyond);
}
