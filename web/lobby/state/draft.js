/** The form of a new match: presets, what they set, and the request it stands for. */

/** @typedef {import('../types.js').Draft} Draft */
/** @typedef {import('../types.js').Preset} Preset */
/** @typedef {import('../types.js').SeatChoice} SeatChoice */
/** @typedef {import('../../api/types.js').MatchBody} MatchBody */
/** @typedef {import('../../api/types.js').Clock} Clock */

export const MOST_SEATS = 4;

/** Seconds of each unit. */
export const UNITS = /** @type {const} */ ({ s: 1, min: 60, h: 3600, d: 86_400 });

/** Bounds of the server for a turn's time, and for the time to challenge the last placement. */
const LEAST_TURN_S = 5;
const MOST_TURN_S = 30 * UNITS.d;

/** What a number may be; the server says the same. */
export const BOUNDS = /** @type {const} */ ({
  penalty: [0, 100],
  windowS: [0, MOST_TURN_S],
  turnValue: [1, 999],
  forfeitAfter: [0, 100],
  bankMin: [1, 1440],
  incrementS: [0, 600],
  overtimeMin: [0, 60],
  overtimePenalty: [0, 100],
  hintMoves: [1, 20],
  hintCost: [0, 1000],
  hintsPerGame: [0, 1000],
  scorelessRounds: [1, 10],
  rackSize: [1, 10],
  bonus: [0, 1000],
  exchangeMinimum: [0, 100],
});

/** @type {Draft} */
const CASUAL = {
  preset: 'casual',
  others: ['person'],
  playing: true,
  visibility: 'open',
  title: '',
  lexicon: '',
  layout: 'standard15',
  spectators: true,
  chat: true,
  wordRule: 'void',
  penalty: 5,
  penaltyPer: 'play',
  windowS: 0,
  clock: 'turn',
  turnValue: 2,
  turnUnit: 'min',
  forfeitAfter: 3,
  bankMin: 25,
  incrementS: 0,
  overtimeMin: 10,
  overtimePenalty: 10,
  out: 'double-other',
  scorelessRounds: 3,
  emptyBagPasses: true,
  hints: true,
  hintMoves: 3,
  hintCost: 0,
  hintsPerGame: 0,
  hintsCommon: false,
  dictionary: true,
  preview: true,
  rackSize: 7,
  bonus: 50,
  exchangeMinimum: 0,
  first: 'random',
};

const NO_HELP = { hints: false, dictionary: false, preview: false };

/** @type {Record<Preset, Partial<Draft>>} */
const PRESETS = {
  casual: {},
  club: { ...NO_HELP, wordRule: 'single', turnValue: 45, turnUnit: 's' },
  tournament: { ...NO_HELP, wordRule: 'double', clock: 'bank', spectators: true },
  correspondence: { turnValue: 3, turnUnit: 'd', forfeitAfter: 1 },
};

export const PRESET_NAMES = /** @type {readonly Preset[]} */ (Object.keys(PRESETS));

/** @returns {Draft} */
export function freshDraft() {
  return CASUAL;
}

/**
 * The rules of a preset; who plays, with what words and where is kept.
 * @param {Draft} draft
 * @param {Preset} preset
 * @returns {Draft}
 */
export function withPreset(draft, preset) {
  const { others, playing, visibility, title, lexicon, layout, chat } = draft;
  const kept = { others, playing, visibility, title, lexicon, layout, chat };
  return fitting({ ...CASUAL, ...kept, ...PRESETS[preset], preset });
}

/**
 * A change by hand; what is no longer as the preset has it has no preset's name.
 * @param {Draft} draft
 * @param {Partial<Draft>} patch
 * @returns {Draft}
 */
export function withPatch(draft, patch) {
  // Another lexicon may have no common words.
  const other = patch.lexicon !== undefined && patch.lexicon !== draft.lexicon;
  const next = fitting({ ...draft, ...(other ? { hintsCommon: false } : {}), ...patch });
  const whole = next.preset && withPreset(next, next.preset);
  const same = whole && JSON.stringify(whole) === JSON.stringify(next);
  return same ? next : { ...next, preset: null };
}

/**
 * What must hold together: the double of the other rack needs exactly one other, help with words
 * goes with no challenge unless somebody wants it so, an increment leaves no overtime.
 * @param {Draft} draft
 * @returns {Draft}
 */
function fitting(draft) {
  const { playing } = draft;
  const [least, most] = seatBounds(playing);
  const others = draft.others.slice(0, most);
  while (others.length < least) others.push('club');
  const seats = others.length + Number(playing);
  return {
    ...draft,
    others,
    out: seats > 2 ? 'take-all' : draft.out,
    first: playing ? draft.first : 'random',
  };
}

/**
 * How many seats there may be besides one's own.
 * @param {boolean} playing
 * @returns {[number, number]}
 */
export function seatBounds(playing) {
  const own = Number(playing);
  return [2 - own, MOST_SEATS - own];
}

/**
 * @param {Draft} draft
 * @param {string} nonce
 * @returns {MatchBody}
 */
export function bodyOf(draft, nonce) {
  const others = draft.others.map(seatOf);
  const { playing, wordRule } = draft;
  return {
    nonce,
    lexicon: draft.lexicon,
    layout: draft.layout,
    title: draft.title.trim() || null,
    seats: playing ? [{ kind: 'person' }, ...others] : others,
    you: playing ? 0 : null,
    visibility: draft.visibility,
    spectators: draft.spectators,
    chat: draft.chat,
    rules: {
      word_rule: wordRule,
      ...(wordRule === 'penalty'
        ? { penalty_points: draft.penalty, penalty_per: draft.penaltyPer }
        : {}),
      challenge_window_s: windowOf(draft),
      clock: clockOf(draft),
      end: {
        out: draft.out,
        scoreless_rounds: draft.scorelessRounds,
        empty_bag_passes: draft.emptyBagPasses,
      },
      hints: hintsOf(draft),
      dictionary: draft.dictionary,
      preview_words: draft.preview,
      rack_size: draft.rackSize,
      bingo_bonus: draft.bonus,
      exchange_minimum: draft.exchangeMinimum || null,
      first: draft.first === 'random' ? 'random' : Number(draft.first === 'other'),
    },
  };
}

/**
 * @param {SeatChoice} choice
 * @returns {MatchBody['seats'][number]}
 */
function seatOf(choice) {
  return choice === 'person' ? { kind: 'person' } : { kind: 'bot', level: choice };
}

/**
 * Where nothing can be challenged there is no time for it either, whatever was typed before.
 * @param {Draft} draft
 */
function windowOf({ wordRule, windowS }) {
  return wordRule === 'void' || windowS === 0 ? null : Math.max(LEAST_TURN_S, windowS);
}

/**
 * @param {Draft} draft
 * @returns {Clock}
 */
export function clockOf(draft) {
  switch (draft.clock) {
    case 'turn': {
      const seconds = draft.turnValue * UNITS[draft.turnUnit];
      const turn_s = Math.min(MOST_TURN_S, Math.max(LEAST_TURN_S, seconds));
      return { kind: 'turn', turn_s, forfeit_after: draft.forfeitAfter };
    }
    case 'bank': {
      const bank_s = draft.bankMin * UNITS.min;
      const increment_s = draft.incrementS;
      // A bank with an increment has no overtime.
      if (increment_s > 0) return { kind: 'bank', bank_s, increment_s, overtime_s: 0 };
      return {
        kind: 'bank',
        bank_s,
        increment_s,
        overtime_s: draft.overtimeMin * UNITS.min,
        overtime_penalty_points: draft.overtimePenalty,
      };
    }
    case 'none':
      return { kind: 'none' };
  }
}

/** @param {Draft} draft */
function hintsOf({ hints, hintMoves, hintCost, hintsPerGame, hintsCommon }) {
  if (!hints) return { moves: 0, cost_points: 0, per_game: null };
  const words = hintsCommon ? { words: /** @type {const} */ ('common') } : {};
  return { moves: hintMoves, cost_points: hintCost, per_game: hintsPerGame || null, ...words };
}
