/**
 * The event stream as its users and its parts see it. This module holds types only.
 *
 * @typedef {object} Connection
 * @property {'idle' | 'connecting' | 'live' | 'lost'} status  `idle` while nothing is watched
 * @property {number | null} retryAtMs  when the next try comes, on the page's clock
 *
 * @typedef {{match: string, seq: number, at_ms: number, type: string, data: any}} MatchEvent
 * @typedef {{n: number, seat: number | null, player: string, name: string, text: string,
 *   at_ms: number}} ChatMessage
 *
 * @typedef {object} Watcher  what is called for a watched match
 * @property {(events: MatchEvent[], view: any) => void} [onEvents]  only events not seen yet, in
 *   order, and the state after the last of them
 * @property {(messages: ChatMessage[]) => void} [onChat]  only messages not seen yet, in order
 * @property {(presence: {connected: boolean[], bot_waiting: boolean}) => void} [onPresence]
 * @property {() => void} [onGone]  the match is not to be seen any more
 * @property {() => void} [onGap]  events are missing before those that came: ask for the match anew
 *
 * @typedef {object} Stream
 * @property {(match: string, after: string | null, watcher: Watcher) => () => void} subscribe
 *   `after` is `seq.chat` of what the caller has seen, such as `12.4`, or null for what comes from
 *   now on; returns how to stop
 * @property {(changed: () => void) => () => void} lobby  called when a list of matches may have
 *   changed, and after each new connection
 * @property {() => Connection} connection
 * @property {(changed: (connection: Connection) => void) => () => void} onConnection
 * @property {() => void} retry  try to connect at once
 * @property {() => void} reset  connect anew, since another player is in session
 * @property {() => number} clockOffsetMs  what to add to this device's clock for the server's
 *
 * @typedef {{seq: number, chat: number}} Cursor
 * @typedef {{matches: Record<string, Cursor>, lobby: boolean}} Wants
 * @typedef {{event: string, id: string, data: any}} Frame
 */

export {};
