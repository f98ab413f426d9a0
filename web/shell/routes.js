/** What stands in the address after the `#`, and which screen it means. */

/**
 * @typedef {{name: 'lobby'} | {name: 'analysis', cgp: string} | {name: 'match', id: string}
 *   | {name: 'join', id: string, token: string} | {name: 'player', id: string}
 *   | {name: 'leaderboard'} | {name: 'proposals'} | {name: 'reports'} | {name: 'bag', id: string}
 *   | {name: 'words', search: string} | {name: 'missing', path: string}} Route
 * @typedef {Route['name']} ScreenName
 */

const ID = /^[\w-]{1,64}$/u;
const TOKEN = /^[\w-]{1,128}$/u;

/**
 * A hash that begins with neither `#/` nor a position is none of ours, such as the target of a
 * link within the page: then nothing changes.
 * @param {string} hash  as in `location.hash`
 * @returns {Route | null}
 */
export function routeOf(hash) {
  if (hash === '' || hash === '#') return { name: 'lobby' };
  if (!hash.startsWith('#/')) {
    return new URLSearchParams(hash.slice(1)).has('cgp') ? { name: 'analysis', cgp: hash } : null;
  }
  const [path = '', search = ''] = hash.slice(2).split(/\?(.*)/su);
  const [name = '', id = '', token = '', ...more] = path.replace(/\/$/u, '').split('/');
  /** @type {Route} */
  const missing = { name: 'missing', path: hash };
  if (more.length > 0) return missing;
  switch (name) {
    case '':
    case 'analysis':
    case 'leaderboard':
    case 'proposals':
    case 'reports':
      return id === '' ? plainRoute(name) : missing;
    case 'words':
      return id === '' ? { name, search } : missing;
    case 'match':
    case 'player':
    case 'bag':
      return ID.test(id) && token === '' ? { name, id } : missing;
    case 'join':
      return ID.test(id) && TOKEN.test(token) ? { name, id, token } : missing;
    default:
      return missing;
  }
}

/**
 * @param {'' | 'analysis' | 'leaderboard' | 'proposals' | 'reports'} name
 * @returns {Route}
 */
function plainRoute(name) {
  if (name === '') return { name: 'lobby' };
  return name === 'analysis' ? { name, cgp: '' } : { name };
}

/**
 * Whether two routes show the same thing, so that nothing has to be built anew.
 * @param {Route | null} one
 * @param {Route} other
 */
export function sameRoute(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
