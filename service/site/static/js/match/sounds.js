/** Sounds of the table, off by default: a step, a blow, a card, points. */

/** @import { Boards } from "../pages.d.ts" */

import { find } from "../lib/dom.js";
import { on } from "./events.js";

const KEY = "recount.sounds";
const VOLUME = 0.08;

/** @typedef {{wave: OscillatorType, from: number, to: number, long: number}} Tone */

/** Each a tone that glides from one pitch to another, in Hz, for so many seconds. @type {Record<string, Tone>} */
const TONES = {
  move: { wave: "sine", from: 220, to: 180, long: 0.07 },
  hit: { wave: "square", from: 150, to: 50, long: 0.16 },
  card: { wave: "triangle", from: 900, to: 500, long: 0.06 },
  score: { wave: "sine", from: 660, to: 990, long: 0.22 },
};

/** @type {AudioContext | undefined} Made when the first sound is wanted: browsers let no page have one before. */
let audio;

/** @param {Tone} tone @param {number} after */
function play({ wave, from, to, long }, after) {
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  const at = audio.currentTime + after;
  tone.type = wave;
  tone.frequency.setValueAtTime(from, at);
  tone.frequency.exponentialRampToValueAtTime(to, at + long);
  volume.gain.setValueAtTime(VOLUME, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + long);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + long);
}

/**
 * Plays the sounds of changes if wanted. `soundOf(change)` of a board names the sound.
 * @param {Pick<Boards, "soundOf">} boards
 */
export function sounds({ soundOf }) {
  const box = find("sounds");
  box.checked = localStorage.getItem(KEY) === "true";
  box.addEventListener("change", () => {
    localStorage.setItem(KEY, String(box.checked));
    if (box.checked) play(TONES.card, 0);
  });
  on("happened", ({ changes }) => {
    if (!box.checked) return;
    const kinds = new Set(changes.map(soundOf).filter(Boolean));
    [...kinds].forEach((kind, index) => play(TONES[kind], index * 0.08));
  });
}
