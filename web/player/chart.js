/** Points of the latest games as bars, the latest at the right; won games in the accent. */

import { barChart } from '../model/bars.js';
import { formatNumber, t } from '../text.js';
import { html, nothing, svg } from '../vendor/lit-html/lit-html.js';

const WIDTH = 640;
const HEIGHT = 140;
const MARGIN = 48;
const MOST_BARS = 24;

/** @param {readonly import('./types.js').HistoryEntry[]} games  the latest first */
export function chartView(games) {
  const latest = games
    .filter((one) => one.outcome !== 'cancelled')
    .slice(0, MOST_BARS)
    .reverse();
  if (latest.length < 2) return nothing;
  const points = latest.map((game) => game.seats[game.seat]?.score ?? 0);
  const { bars, lines, average } = barChart(points, WIDTH - MARGIN, HEIGHT);
  const mean = points.reduce((sum, one) => sum + one, 0) / points.length;
  return html`<figure class="chart">
    <svg
      viewBox="0 -18 ${WIDTH} ${HEIGHT + 20}"
      role="img"
      aria-label=${t('chart.label', {
        n: latest.length,
        mean: formatNumber(mean),
        most: formatNumber(Math.max(...points)),
      })}
    >
      ${lines.map(
        ({ y, value }) => svg`<line class="chart-line" x1=${MARGIN} x2=${WIDTH} y1=${y} y2=${y}></line>
          <text class="chart-text" x=${MARGIN - 8} y=${y + 4}>${formatNumber(value)}</text>`,
      )}
      <line class="chart-base" x1=${MARGIN} x2=${WIDTH} y1=${HEIGHT} y2=${HEIGHT}></line>
      ${bars.map((bar, at) => {
        const game = latest[at];
        return svg`<rect
          class="chart-bar"
          data-outcome=${game?.outcome ?? ''}
          x=${MARGIN + bar.x}
          y=${bar.y}
          width=${bar.width}
          height=${bar.height}
          rx="3"
        ></rect>`;
      })}
      ${average === null
        ? nothing
        : svg`<line class="chart-mean" x1=${MARGIN} x2=${WIDTH} y1=${average} y2=${average}></line>`}
    </svg>
    <figcaption class="note">
      <span class="key-won">${t('chart.won')}</span>
      <span class="key-other">${t('chart.other')}</span>
      <span class="key-mean">${t('chart.mean', { n: formatNumber(mean) })}</span>
    </figcaption>
  </figure>`;
}
