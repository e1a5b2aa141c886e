/** The status of the match: the result, the way back to the last fact, and the text without a question. */

import { find } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { outcome } from "../replay/outcome.js";
import { missed } from "./states.js";

/** Shows both lines; `quiet` keeps the end of the match to itself, `still` is said while no facts are being played. */
export function showStatus(state, scene, still, quiet) {
  find("result").textContent = scene.ended && !quiet && still ? outcome(scene) : "";
  const missing = missed(state);
  find("golive").hidden = state.name !== "back" || (quiet && state.line === "over");
  find("golive").textContent = missing ? t("Go live: {count} new", { count: missing }) : t("Go live");
}

/** Returns the text in place of a question. */
export function silence(scene, quiet) {
  if (scene.ended) return quiet ? t("Nobody is asked at this moment.") : outcome(scene);
  if (scene.status === "paused") return t("The match is paused.");
  return scene.status === "open"
    ? t("Waiting for players to take their seats.")
    : t("Nobody is asked at this moment.");
}
