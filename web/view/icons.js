/** Line icons, drawn on a 20 by 20 grid in the text's colour. */

import { html, svg } from '../vendor/lit-html/lit-html.js';

const shapes = {
  undo: svg`<path d="M7.5 4 3.5 8l4 4M3.5 8h8a5 5 0 0 1 0 10H8"/>`,
  redo: svg`<path d="m12.5 4 4 4-4 4M16.5 8h-8a5 5 0 0 0 0 10H12"/>`,
  examples: svg`<rect x="3" y="3" width="14" height="14" rx="2.5"/><path d="M7.7 3v14M12.3 3v14M3 7.700h14M3 12.300h14"/>`,
  cgp: svg`<path d="M7 6 3 10l4 4M13 6l4 4-4 4"/>`,
  share: svg`<path d="M8.5 11.500a3.5 3.5 0 0 0 5 0l3-3a3.54 3.54 0 0 0-5-5l-1 1M11.5 8.500a3.5 3.5 0 0 0-5 0l-3 3a3.54 3.54 0 0 0 5 5l1-1"/>`,
  clear: svg`<path d="M3 5.500h14M8 5.500V3.500h4v2M5 5.500l1 11.500h8l1-11.500M8.5 9v5M11.5 9v5"/>`,
  help: svg`<circle cx="10" cy="10" r="7.5"/><path d="M7.8 7.700c.3-1.3 1.2-1.9 2.3-1.9 1.3 0 2.2.8 2.2 2 0 1.7-2.3 1.8-2.3 3.600M10 14v.2"/>`,
  auto: svg`<circle cx="10" cy="10" r="6.5"/><path class="solid" d="M10 3.500a6.5 6.5 0 0 1 0 13z"/>`,
  light: svg`<circle cx="10" cy="10" r="3.5"/><path d="M10 2v2M10 16v2M2 10h2M16 10h2M4.3 4.300l1.4 1.400M14.3 14.300l1.4 1.400M15.7 4.300l-1.4 1.400M5.7 14.300l-1.4 1.4"/>`,
  dark: svg`<path d="M16.5 11.800A7 7 0 1 1 8.2 3.500a5.6 5.6 0 0 0 8.3 8.300z"/>`,
  close: svg`<path d="m5 5 10 10M15 5 5 15"/>`,
  across: svg`<path d="M3.5 10h13M11.5 5l5 5-5 5"/>`,
  down: svg`<path d="M10 3.500v13M5 11.500l5 5 5-5"/>`,
  blank: svg`<rect x="4" y="4" width="12" height="12" rx="2.5"/><path d="M8.2 8.700c.2-1 .9-1.5 1.8-1.5 1 0 1.7.6 1.7 1.5 0 1.3-1.7 1.4-1.7 2.700M10 13.300v.1"/>`,
  erase: svg`<path d="M7.5 4.500H17v11H7.500L2.5 10zM9.5 8l4 4M13.5 8l-4 4"/>`,
  lift: svg`<path d="M10 12V3M6.5 6.5 10 3l3.5 3.500M4 12v4.500h12V12"/>`,
  search: svg`<circle cx="9" cy="9" r="5"/><path d="m13 13 4 4"/>`,
  target: svg`<path d="M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4"/><path class="solid" d="M8 8h4v4H8z"/>`,
  person: svg`<circle cx="10" cy="7" r="3.500"/><path d="M3.500 17c.6-3.600 3-5.500 6.500-5.500s5.900 1.900 6.500 5.500"/>`,
  lines: svg`<path d="M3.500 5.500h13M3.500 10h13M3.500 14.500h13"/>`,
  menu: svg`<path d="m5.500 8 4.500 4.500L14.500 8"/>`,
  plus: svg`<path d="M10 4v12M4 10h12"/>`,
  copy: svg`<rect x="7" y="7" width="9.500" height="9.500" rx="2"/><path d="M13 7V5.500a2 2 0 0 0-2-2H5.500a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7"/>`,
  clock: svg`<circle cx="10" cy="10" r="7"/><path d="M10 6v4.200l2.700 1.800"/>`,
  check: svg`<path d="m4.500 10.500 3.500 3.500 7.500-8"/>`,
  shuffle: svg`<path d="M3 6h2.500c4.500 0 4.500 8 9 8H17M3 14h2.500c1.600 0 2.600-1 3.400-2.300M11 8.300C11.800 7 12.900 6 14.500 6H17M14.500 3.500 17 6l-2.500 2.500M14.500 11.500 17 14l-2.500 2.500"/>`,
  'sort-tiles': svg`<path d="M3 5h9M3 10h6.500M3 15h4M14.500 5v10.500M11.500 12.500l3 3 3-3"/>`,
  recall: svg`<path d="M4 12v4.500h12V12M10 3v9M6.500 8.500 10 12l3.500-3.500"/>`,
  exchange: svg`<path d="M3.500 7.500h12M12 4l3.500 3.500L12 11M16.500 12.500h-12M8 9l-3.500 3.500L8 16"/>`,
  more: svg`<circle class="solid" cx="4" cy="10" r="1.500"/><circle class="solid" cx="10" cy="10" r="1.500"/><circle class="solid" cx="16" cy="10" r="1.500"/>`,
  bag: svg`<path d="M7 6.500C5 8.500 3.500 11 3.500 13.500c0 2.500 2 3.500 6.500 3.500s6.500-1 6.500-3.500c0-2.500-1.500-5-3.500-7M6.500 3.500c1.200.8 2.300.8 3.500 0 1.200.8 2.300.8 3.500 0L13 6.500H7z"/>`,
  sound: svg`<path d="M3.500 8v4H6l4 3.500v-11L6 8zM13 7.500a3.500 3.500 0 0 1 0 5M15.500 5a7 7 0 0 1 0 10"/>`,
  silent: svg`<path d="M3.500 8v4H6l4 3.500v-11L6 8zM13 8l4 4M17 8l-4 4"/>`,
  talk: svg`<path d="M4 4.500h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H9L5.500 16.500v-3H4a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z"/>`,
  muted: svg`<path d="M8 4.500h8a1 1 0 0 1 1 1v7M14 13.500H9L5.500 16.500v-3H4a1 1 0 0 1-1-1v-7M3 3l14 14"/>`,
  flag: svg`<path d="M5 17.500V3.500h9.500l-2 3.500 2 3.500H5"/>`,
  zoom: svg`<circle cx="9" cy="9" r="5.500"/><path d="m13 13 4 4M9 6.500v5M6.500 9h5"/>`,
  whole: svg`<circle cx="9" cy="9" r="5.500"/><path d="m13 13 4 4M6.500 9h5"/>`,
  sort: svg`<path d="M10 4v12M5.5 11.5 10 16l4.5-4.5"/>`,
};

/** @typedef {keyof typeof shapes} IconName */

/** @param {IconName} name */
export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    ${shapes[name]}
  </svg>`;
}

/** The mark of the page: a tile. */
export function mark() {
  return html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect class="mark-edge" x="2" y="3" width="28" height="28" rx="6"></rect>
    <rect class="mark-face" x="2" y="1" width="28" height="28" rx="6"></rect>
    <path class="mark-letter" d="M9 8.500h14M16 8.500V22"></path>
  </svg>`;
}
