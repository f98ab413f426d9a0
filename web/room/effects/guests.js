/** Learns who at the table plays without an account; nobody's turn waits for it. */

/**
 * @param {import('../../shell/types.js').Services} services
 * @param {import('../types.js').RoomDispatch} dispatch
 * @param {AbortSignal} signal  ends it
 * @returns {(view: import('../types.js').MatchView) => void}  called with every view that came
 */
export function guestFinder({ api }, dispatch, signal) {
  /** @type {Set<string>} */
  const asked = new Set();

  /** @param {string} player */
  async function ask(player) {
    const page = await api.fetchPlayerPage(player, signal);
    if (page.player.guest) dispatch({ type: 'guest-known', player });
  }

  return (view) => {
    for (const player of view.players) {
      if (player === null || player === view.you.player || asked.has(player)) continue;
      asked.add(player);
      // A seat without its mark is no loss; the next view asks again.
      ask(player).catch((error) => {
        if (!signal.aborted && !(error instanceof api.RequestError)) throw error;
        asked.delete(player);
      });
    }
  };
}
