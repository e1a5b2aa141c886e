/** A short sound of two tones, for decisions that are due. */

const TONES_HERTZ = [880, 660];
const SECONDS = 0.18;

/** Plays the tones, once the browser lets this page make a sound. */
export function ring() {
  const context = new AudioContext();
  TONES_HERTZ.forEach((pitch, place) => {
    const tone = new OscillatorNode(context, { frequency: pitch });
    const volume = new GainNode(context, { gain: 0.2 });
    tone.connect(volume).connect(context.destination);
    tone.start(context.currentTime + place * SECONDS);
    tone.stop(context.currentTime + (place + 1) * SECONDS);
    if (place === TONES_HERTZ.length - 1) tone.onended = () => context.close();
  });
}
