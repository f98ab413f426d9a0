/** The one line above the rack: always a text, so that nothing moves when it changes. */

import { reasonText } from '../../problem-text.js';
import { formatList, formatSpan, t } from '../../text.js';
import { absentMs, closingMs, shownSeconds } from '../model/clock.js';
import { isPlacement } from '../model/placement.js';
import {
  chosenTiles,
  hasTentative,
  isMyTurn,
  mySeat,
  offers,
  previewOf,
  previewRequest,
  seatName,
  tentative,
} from './selectors.js';
import { isNews, lately, outcome } from './announce.js';
import { placeOf, tileText } from './tiles.js';

/** @typedef {import('../types.js').RoomState} RoomState */
/** @typedef {{text: string, tone: '' | 'bad' | 'good' | 'busy'}} Status */

/**
 * @param {RoomState} state
 * @returns {Status}
 */
export function statusOf(state) {
  const { view } = state;
  if (!view) return { text: '', tone: '' };
  if (state.exchanging) {
    const n = chosenTiles(state).length;
    return { text: n === 0 ? t('room.exchange.how') : t('room.status.exchange', { n }), tone: '' };
  }
  const held = heldText(state);
  if (held !== '') return { text: held, tone: '' };
  if (view.phase === 'ended') return { text: outcome(view), tone: '' };
  if (hasTentative(state) && mySeat(state) !== null) return laidStatus(state);
  return { text: turnText(state), tone: '' };
}

/** @param {RoomState} state */
function heldText(state) {
  if (!state.held || !state.game) return '';
  const tile = state.tiles[placeOf(state, state.held)];
  return tile ? t('room.status.held', { tile: tileText(state.game, tile) }) : '';
}

/**
 * What the tiles laid out would score, and whether their words stand.
 * @param {RoomState} state
 * @returns {Status}
 */
function laidStatus(state) {
  const placement = tentative(state);
  if (placement && !isPlacement(placement)) {
    return { text: t(`room.fault.${placement.fault}`), tone: 'bad' };
  }
  if (!previewRequest(state)) return { text: turnText(state), tone: '' };
  const preview = previewOf(state);
  if (!preview) return { text: t('room.preview.wait'), tone: 'busy' };
  const { answer } = preview;
  if (!answer) return { text: t('room.preview.failed'), tone: '' };
  if (!answer.legal) return { text: reasonText(answer.reason) ?? answer.detail ?? '', tone: 'bad' };
  const phonies = answer.words.filter((word) => word.valid === false).map((word) => word.word);
  if (phonies.length > 0) {
    return { text: t('room.preview.phony', { words: formatList(phonies), n: phonies.length }), tone: 'bad' };
  }
  const [first] = answer.words;
  const good = answer.words.every((word) => word.valid === true);
  const text =
    answer.words.length === 1 && first
      ? t('room.preview.score', { word: first.word, n: answer.score })
      : t('room.preview.words', {
          words: formatList(answer.words.map(({ word, points }) => t('room.preview.word', { word, n: points }))),
          n: answer.score,
        });
  return { text, tone: good ? 'good' : '' };
}

/** @param {RoomState} state */
function turnText(state) {
  const { view } = state;
  if (!view) return '';
  if (view.phase === 'waiting') return t('room.wait.title');
  if (view.phase === 'closing') {
    const left = closingMs(view, state.nowMs + state.offsetMs);
    const name = seatName(state, view.last?.seat ?? -1);
    if (left === null) return t('room.status.closing.none', { name });
    return t('room.status.closing', { name, n: shownSeconds(left) });
  }
  if (view.turn === null) return '';
  const absent = absentMs(view, state.nowMs + state.offsetMs);
  if (absent !== null) {
    const facts = { name: seatName(state, view.turn), time: formatSpan(absent / 1000) };
    return t(isMyTurn(state) ? 'room.status.absent.me' : 'room.status.absent', facts);
  }
  if (isMyTurn(state)) return myTurnText(state);
  const name = seatName(state, view.turn);
  if (view.bot_waiting) return t('room.bot.waiting');
  if (view.seats[view.turn]?.kind === 'bot') return t('room.status.bot', { name });
  if (isNews(state.events, view)) return `${lately(state.events, view)} ${t('room.status.watch', { name })}`;
  return t(mySeat(state) === null ? 'room.status.watch' : 'room.status.other', { name });
}

/** @param {RoomState} state */
function myTurnText(state) {
  const { view } = state;
  if (!view) return '';
  if (view.hint_points_due > 0) return t('room.status.due', { n: view.hint_points_due });
  if (offers(state, 'challenge') && view.challengeable) {
    const { seat, words } = view.challengeable;
    return t('room.status.challenge', { name: seatName(state, seat), words: formatList(words) });
  }
  // Close to an end for want of scores everyone should know.
  if (view.scoreless > 0 && view.scoreless >= view.scoreless_limit - 2) {
    return t('room.status.scoreless', { n: view.scoreless, limit: view.scoreless_limit });
  }
  const before = lately(state.events, view);
  if (before !== '') return `${t('room.status.me.now')} ${before}`;
  return t(view.last === null ? 'room.status.me.first' : 'room.status.me');
}
