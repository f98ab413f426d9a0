/** Chances about tiles that nobody has shown yet. */

/**
 * The chance that `draws` tiles, drawn without putting back from `total`, hold at least one of
 * the `copies` alike: the complement of the hypergeometric probability of none. As a product it
 * has no factorials that could overflow and loses nothing to cancellation.
 *
 * @param {number} total  tiles to draw from
 * @param {number} copies  how many of them are alike
 * @param {number} draws  tiles drawn; more than `total` draws them all
 * @returns {number}  0..1
 */
export function chanceOfAny(total, copies, draws) {
  if (copies <= 0 || draws <= 0 || total <= 0) return 0;
  let none = 1;
  for (let drawn = 0; drawn < Math.min(draws, total); drawn += 1) {
    none *= Math.max(0, total - copies - drawn) / (total - drawn);
  }
  return 1 - none;
}
