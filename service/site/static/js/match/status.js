/** How the match stands, in words: the result, the way back to the last fact, what is said where nobody is asked. */

import { find } from "../lib/dom.js";
import { say } from "../lib/i18n.js";
import { outcome } from "../replay/outcome.js";
import { missed } from "./states.js";

/** Shows both lines; `quiet` keeps the end of the match to itself, `still` is said while no facts are being played. */
export function showStatus(state, scene, still, quiet, words) {
  find("result").textContent = scene.ended && !quiet && still ? outcome(scene, words) : "";
  const missing = missed(state);
  find("golive").hidden = state.name !== "back" || (quiet && state.line === "over");
  find("golive").textContent = missing ? say(words.ui.goLiveMissed, { count: missing }) : words.ui.goLive;
}

/** Returns what is said in the place of a question. */
export function silence(scene, quiet, words) {
  if (scene.ended) return quiet ? words.ui.after : outcome(scene, words);
  if (scene.status === "paused") return words.ui.paused;
  return scene.status === "open" ? words.ui.waiting : words.ui.after;
}
