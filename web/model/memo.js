/**
 * Remember the last result of a pure function while its arguments stay the same objects.
 * @template {readonly unknown[]} A
 * @template R
 * @param {(...args: A) => R} compute
 * @returns {(...args: A) => R}
 */
export function memoLast(compute) {
  /** @type {{args: A, result: R} | null} */
  let last = null;
  return (...args) => {
    if (!last || last.args.some((arg, at) => !Object.is(arg, args[at]))) {
      last = { args, result: compute(...args) };
    }
    return last.result;
  };
}
