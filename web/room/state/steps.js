/** Small steps that many updates take: to speak, to move the focus, to sound, to notify. */

/** @typedef {import('../types.js').RoomState} RoomState */

/**
 * @param {RoomState} state
 * @param {string} text
 * @returns {RoomState}
 */
export function say(state, text) {
  return text === '' ? state : { ...state, said: { text, count: state.said.count + 1 } };
}

/**
 * @param {RoomState} state
 * @param {string} on
 * @returns {RoomState}
 */
export function focusOn(state, on) {
  return { ...state, focus: { on, count: state.focus.count + 1 } };
}

/**
 * @param {RoomState} state
 * @param {import('../types.js').SoundName} name
 * @returns {RoomState}
 */
export function sound(state, name) {
  return { ...state, sound: { name, count: state.sound.count + 1 } };
}

/**
 * @param {RoomState} state
 * @param {'bad' | 'info'} kind
 * @param {string} text
 * @returns {RoomState}
 */
export function notify(state, kind, text) {
  const told = say({ ...state, notice: { kind, text } }, text);
  return kind === 'bad' ? sound(told, 'refused') : told;
}

/**
 * Ask for the match to be read anew.
 * @param {RoomState} state
 * @returns {RoomState}
 */
export function resync(state) {
  return { ...state, resyncs: state.resyncs + 1 };
}
