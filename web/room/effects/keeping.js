/** What this browser keeps of a match: the order of my tiles, those laid out, a muted chat. */

/** @typedef {import('../types.js').SavedTiles} SavedTiles */
/** @typedef {{tiles: SavedTiles, muted: boolean, keptMs: number}} Kept */

const PREFIX = 'tilewright.match.';
/** Matches that are kept; the oldest go. */
const MOST = 40;

/** Forget the matches that were played longest ago. */
export function forgetOld() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    if (names.length <= MOST) return;
    const age = (/** @type {string} */ name) => {
      try {
        return Number(JSON.parse(localStorage.getItem(name) ?? '{}').keptMs ?? 0);
      } catch {
        return 0;
      }
    };
    const old = names.map((name) => ({ name, keptMs: age(name) })).sort((a, b) => a.keptMs - b.keptMs);
    for (const { name } of old.slice(0, names.length - MOST)) localStorage.removeItem(name);
  } catch {
    // Without storage there is nothing to forget.
  }
}
