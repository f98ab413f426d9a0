/** Every screen and where its code is; fetched when it is first shown. */

import { MODULES } from './modules.js';

/**
 * @typedef {object} Screen
 * @property {() => Promise<{mount: import('./shell/types.js').Mount}>} load
 * @property {readonly string[]} modules  what it needs besides what is there from the start
 */

/** @type {Record<import('./shell/routes.js').ScreenName, Screen>} */
export const SCREENS = {
  lobby: { load: () => import('./lobby/index.js'), modules: MODULES.lobby },
  analysis: { load: () => import('./analysis/index.js'), modules: MODULES.analysis },
  match: { load: () => import('./room/index.js'), modules: MODULES.match },
  join: { load: () => import('./join/index.js'), modules: MODULES.join },
  player: { load: () => import('./player/index.js'), modules: MODULES.player },
  leaderboard: { load: () => import('./leaderboard/index.js'), modules: MODULES.leaderboard },
  proposals: { load: () => import('./proposals/index.js'), modules: MODULES.proposals },
  reports: { load: () => import('./reports/index.js'), modules: MODULES.reports },
  words: { load: () => import('./words/index.js'), modules: MODULES.words },
  bag: { load: () => import('./bag/index.js'), modules: MODULES.bag },
  missing: { load: () => import('./missing/index.js'), modules: MODULES.missing },
};
