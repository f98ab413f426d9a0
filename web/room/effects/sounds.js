/** Short tones, made by the browser itself; nothing is fetched. */

/** @typedef {import('../types.js').SoundName} SoundName */

/**
 * Each tone is a frequency in hertz, when it begins and how long it lasts, in seconds.
 * @type {Record<SoundName, [number, number, number][]>}
 */
const TONES = {
  place: [[330, 0, 0.07]],
  turn: [
    [523, 0, 0.1],
    [659, 0.1, 0.16],
  ],
  warning: [
    [740, 0, 0.08],
    [740, 0.14, 0.08],
  ],
  end: [
    [523, 0, 0.14],
    [659, 0.14, 0.14],
    [784, 0.28, 0.3],
  ],
  chat: [[880, 0, 0.05]],
  refused: [[196, 0, 0.16]],
};
const LOUDNESS = 0.08;

export class Sounds {
  /** @type {AudioContext | null} */
  #context = null;

  /** @param {SoundName} name */
  play(name) {
    // A browser lets no page sound before a person has done something on it.
    if (!navigator.userActivation?.hasBeenActive) return;
    this.#context ??= new AudioContext();
    const context = this.#context;
    if (context.state === 'suspended') void context.resume();
    for (const [hertz, at, lasts] of TONES[name]) tone(context, hertz, at, lasts);
  }

  close() {
    void this.#context?.close();
    this.#context = null;
  }
}

/**
 * @param {AudioContext} context
 * @param {number} hertz
 * @param {number} at
 * @param {number} lasts
 */
function tone(context, hertz, at, lasts) {
  const begin = context.currentTime + at;
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = 'triangle';
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  source.connect(volume).connect(context.destination);
  source.start(begin);
  source.stop(begin + lasts + 0.02);
}
