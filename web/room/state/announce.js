/** What the live region says of the events of a match. */

import { formatList, t } from '../../text.js';

/** @typedef {import('../types.js').EventMessage} EventMessage */
/** @typedef {import('../types.js').MatchView} MatchView */

/**
 * The events of one step as sentences, then the scores and whose turn it is.
 * @param {readonly EventMessage[]} events
 * @param {MatchView} view  after the last of them
 */
export function announce(events, view) {
  const told = events.map((event) => sentence(event, view)).filter((text) => text !== '');
  if (told.length === 0) return '';
  return [...told, standing(events, view)].filter((text) => text !== '').join(' ');
}

const TURNS = new Set(['placed', 'exchanged', 'passed', 'challenged', 'resigned']);

/**
 * What happened last, in short: of a placement who made it, its main word and the points.
 * @param {readonly EventMessage[]} events
 * @param {MatchView} view
 */
export function lately(events, view) {
  const last = events.findLast(({ type }) => TURNS.has(type));
  if (last?.type !== 'placed') return last ? sentence(last, view) : '';
  const { seat, words, points } = last.data;
  return `${who(view, seat)}: ${t('room.preview.score', { word: words?.[0]?.text ?? '', n: points })}.`;
}

/**
 * Whether what happened last was somebody else's doing.
 * @param {readonly EventMessage[]} events
 * @param {MatchView} view
 */
export function isNews(events, view) {
  const last = events.findLast(({ type }) => TURNS.has(type));
  return last !== undefined && (last.data['by'] ?? last.data['seat']) !== view.you.seat;
}

/**
 * @param {MatchView} view
 * @param {number} seat
 */
function who(view, seat) {
  return view.seats[seat]?.name ?? '';
}

/**
 * @param {EventMessage} event
 * @param {MatchView} view
 */
function sentence({ type, data }, view) {
  const me = view.you.seat;
  const mine = data['seat'] === me && me !== null;
  const name = who(view, data['seat']);
  switch (type) {
    case 'placed': {
      const words = /** @type {{text: string}[]} */ (data['words'] ?? []).map((one) => one.text);
      const facts = { name, word: formatList(words), coord: data['coord'], n: data['points'] };
      return t(mine ? 'room.tell.placed.me' : 'room.tell.placed', facts);
    }
    case 'exchanged':
      return t(mine ? 'room.tell.exchanged.me' : 'room.tell.exchanged', { name, n: data['count'] ?? 0 });
    case 'passed':
      return passed(data['cause'], name, mine);
    case 'challenged':
      return challenged(data, view);
    case 'hint-taken':
      return mine ? '' : t('room.tell.hint', { name });
    case 'resigned':
      return resigned(data['cause'], name, mine);
    case 'seat-taken':
      return mine ? '' : t('room.tell.joined', { name: data['name'] ?? name });
    case 'seat-left':
      return t('room.tell.left');
    case 'started':
      return t('room.tell.started');
    case 'time-given':
      return t('room.tell.time', { n: Math.round((data['ms'] ?? 0) / 1000) });
    case 'ended':
      return ended(view);
    case 'rematch':
      return t('room.tell.rematch');
    case 'rematch-cancelled':
      return t('room.tell.rematch.off');
    default:
      return '';
  }
}

/**
 * @param {string} cause
 * @param {string} name
 * @param {boolean} mine
 */
function passed(cause, name, mine) {
  if (cause === 'time') return t(mine ? 'room.tell.timeout.me' : 'room.tell.timeout', { name });
  if (cause === 'lost-turn') return t(mine ? 'room.tell.lost-turn.me' : 'room.tell.lost-turn', { name });
  return t(mine ? 'room.tell.passed.me' : 'room.tell.passed', { name });
}

/**
 * @param {string} cause
 * @param {string} name
 * @param {boolean} mine
 */
function resigned(cause, name, mine) {
  if (cause === 'player') return t(mine ? 'room.tell.resigned.me' : 'room.tell.resigned', { name });
  if (cause === 'absent') return t(mine ? 'room.tell.absent.me' : 'room.tell.absent', { name });
  return t(mine ? 'room.tell.forfeited.me' : 'room.tell.forfeited', { name });
}

/**
 * @param {Record<string, any>} data
 * @param {MatchView} view
 */
function challenged(data, view) {
  const by = who(view, data['by']);
  const words = formatList(data['success'] ? data['phonies'] ?? [] : data['words'] ?? []);
  const facts = { name: by, other: who(view, data['seat']), words, n: data['award_points'] ?? 0 };
  if (data['success']) return t('room.tell.challenge.won', facts);
  if (data['loses_turn']) return t('room.tell.challenge.turn', facts);
  return t(facts.n > 0 ? 'room.tell.challenge.points' : 'room.tell.challenge.lost', facts);
}

/** @param {MatchView} view */
function ended(view) {
  const { result } = view;
  if (!result) return '';
  return `${t(`room.end.${result.reason}`)} ${outcome(view)}`;
}

/**
 * Who has won, as the page says it at the end.
 * @param {MatchView} view
 */
export function outcome(view) {
  const winners = view.result?.winners ?? [];
  const me = view.you.seat;
  if (view.result?.reason === 'cancelled' || winners.length === 0) return t('room.outcome.none');
  if (winners.length > 1) {
    return t('room.outcome.tie', { names: formatList(winners.map((seat) => who(view, seat))) });
  }
  if (winners[0] === me) return t('room.outcome.me');
  return t('room.outcome.other', { name: who(view, winners[0] ?? -1) });
}

/**
 * "Now 120 to 96, your turn": only after something that can have changed either.
 * @param {readonly EventMessage[]} events
 * @param {MatchView} view
 */
function standing(events, view) {
  const quiet = new Set(['hint-taken', 'seat-taken', 'seat-left', 'rematch', 'rematch-cancelled', 'time-given']);
  if (events.every((event) => quiet.has(event.type))) return '';
  const scores = scoreText(view);
  if (view.phase === 'ended') return t('room.tell.final', { scores });
  if (view.phase === 'closing') return t('room.tell.closing', { scores });
  if (view.phase !== 'playing' || view.turn === null) return '';
  if (view.turn === view.you.seat) return t('room.tell.turn.me', { scores });
  return t('room.tell.turn', { scores, name: who(view, view.turn) });
}

/**
 * My score first; of more than two everyone with the name.
 * @param {MatchView} view
 */
export function scoreText(view) {
  const { seats, you } = view;
  if (seats.length > 2) {
    return formatList(seats.map(({ name, score }) => t('room.tell.score', { name: name ?? '', score })));
  }
  const [first, second] = you.seat === 1 ? [seats[1], seats[0]] : [seats[0], seats[1]];
  return t('room.tell.scores', { first: first?.score ?? 0, second: second?.score ?? 0 });
}
