/** A quiet tone after each entry, and a lower one after a refusal. It can be switched off. */

import { find } from "../lib/dom.js";

const KEY = "recount.record.tones";
const VOLUME = 0.06;
const LENGTH = 0.09; // seconds
const PITCHES = { entered: 660, refused: 220 }; // Hz

/** @type {AudioContext | undefined} Made after the first tap: browsers let no page have one before. */
let audio;

/** Returns a function that plays the tone of that name if the box is checked. */
export function tones() {
  const box = find("tones");
  box.checked = localStorage.getItem(KEY) !== "false";
  box.addEventListener("change", () => localStorage.setItem(KEY, String(box.checked)));
  return (/** @type {keyof typeof PITCHES} */ name) => box.checked && play(PITCHES[name]);
}

/** @param {number} pitch */
function play(pitch) {
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(VOLUME, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + LENGTH);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + LENGTH);
}
