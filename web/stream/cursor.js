/** Where each match's events have been followed to, and what is new in a frame. */

/** @typedef {import('./types.js').Cursor} Cursor */
/** @typedef {import('./types.js').Wants} Wants */
/** @typedef {import('./types.js').MatchEvent} MatchEvent */
/** @typedef {import('./types.js').ChatMessage} ChatMessage */

/** Stands for a place that is not known: whoever watches from there wants what comes from now on. */
const NOW = -1;

/**
 * @param {string | null} text  as `12.4`; null for from now on
 * @returns {Cursor}
 */
export function cursorFrom(text) {
  if (text === null) return { seq: NOW, chat: NOW };
  const [, seq = '0', chat = '0'] = /^(\d+)(?:\.(\d+))?$/u.exec(text) ?? [];
  return { seq: Number(seq), chat: Number(chat) };
}

/** @param {Cursor} cursor */
export function cursorText({ seq, chat }) {
  return `${seq}.${chat}`;
}

/**
 * The earlier of two places, so that nobody misses anything.
 * @param {Cursor} one
 * @param {Cursor} other
 * @returns {Cursor}
 */
export function earlier(one, other) {
  return { seq: least(one.seq, other.seq), chat: least(one.chat, other.chat) };
}

/**
 * @param {number} one
 * @param {number} other
 */
function least(one, other) {
  if (one === NOW || other === NOW) return Math.max(one, other);
  return Math.min(one, other);
}

/**
 * Whether what comes after one place holds all that comes after another.
 * @param {number} at
 * @param {number} from
 */
function reaches(at, from) {
  return from === NOW || (at !== NOW && at <= from);
}

/**
 * What several tabs want together.
 * @param {Iterable<Wants>} all
 * @returns {Wants}
 */
export function joinWants(all) {
  /** @type {Wants} */
  const joined = { matches: {}, lobby: false };
  for (const { matches, lobby } of all) {
    joined.lobby ||= lobby;
    for (const [id, cursor] of Object.entries(matches)) {
      const known = joined.matches[id];
      joined.matches[id] = known ? earlier(known, cursor) : cursor;
    }
  }
  return joined;
}

/** @param {Wants} wants */
export function wantsNothing({ matches, lobby }) {
  return !lobby && Object.keys(matches).length === 0;
}

/**
 * Whether a connection made for `open`, which has since come as far as its cursors say, gives all
 * that is wanted. What is no longer wanted does no harm, but a connection that nobody needs or
 * that carries matches nobody watches is made anew.
 * @param {Wants} open
 * @param {Wants} wanted
 */
export function covers(open, wanted) {
  const ids = Object.keys(wanted.matches);
  if (open.lobby !== wanted.lobby || ids.length !== Object.keys(open.matches).length) return false;
  return ids.every((id) => {
    const at = open.matches[id];
    const from = wanted.matches[id];
    if (!at || !from) return false;
    return reaches(at.seq, from.seq) && reaches(at.chat, from.chat);
  });
}

/**
 * The address of the stream of all that is wanted.
 * @param {Wants} wants
 */
export function streamAddress({ matches, lobby }) {
  const query = new URLSearchParams();
  const ids = Object.keys(matches).sort();
  for (const id of ids) query.append('match', id);
  if (lobby) query.set('lobby', '1');
  const after = ids.flatMap((id) => {
    const cursor = matches[id];
    return cursor && cursor.seq !== NOW && cursor.chat !== NOW ? `${id}:${cursorText(cursor)}` : [];
  });
  if (after.length > 0) query.set('after', after.join(','));
  return `v1/events?${query}`;
}

/**
 * The events of a frame that have not been seen, and whether some are missing before them.
 * @param {Cursor} cursor
 * @param {readonly MatchEvent[]} events
 * @returns {{fresh: MatchEvent[], cursor: Cursor, gap: boolean}}
 */
export function takeEvents(cursor, events) {
  const fresh = events.filter((event) => event.seq > cursor.seq);
  const first = fresh[0];
  const last = fresh.at(-1);
  if (!first || !last) return { fresh, cursor, gap: false };
  return { fresh, cursor: { ...cursor, seq: last.seq }, gap: cursor.seq !== NOW && first.seq !== cursor.seq + 1 };
}

/**
 * @param {Cursor} cursor
 * @param {readonly ChatMessage[]} messages
 * @returns {{fresh: ChatMessage[], cursor: Cursor}}
 */
export function takeMessages(cursor, messages) {
  const fresh = messages.filter((message) => message.n > cursor.chat);
  const last = fresh.at(-1);
  return { fresh, cursor: last ? { ...cursor, chat: last.n } : cursor };
}
