/** The status of the match: the result, the way back to the last fact, and the text without a question. */

/** @import { ReckonedScene, Reveal } from "../contract.d.ts" */
/** @import { State } from "./states.js" */

import { data, find } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { hasLost } from "../lib/reveals.js";
import { ownOutcome } from "../replay/outcome.js";
import { missed } from "./states.js";

let isEnd = false; // of the match, for this reader
let isArranged = data("page").over; // for reading: under a player's eyes nothing moves at the end before a click
addEventListener(
  "click",
  () => {
    isArranged ||= isEnd;
    document.body.classList.toggle("match-over", isEnd && isArranged);
  },
  true,
);

/** How the match ended, for players at `seats` as “you”. @param {ReckonedScene} scene @param {number[]} seats */
const result = (scene, seats) => ownOutcome(scene, seats, "points" in scene.board ? scene.board.points : []);

/**
 * Shows both lines; `quiet` keeps the end of the match to itself, `still` is said while no facts are being played.
 * @param {State} state @param {ReckonedScene} scene @param {boolean} still @param {boolean} quiet
 * @param {number[]} seats
 */
export function showStatus(state, scene, still, quiet, seats) {
  const isOver = Boolean(scene.ended) && !quiet && still;
  find("result").textContent = isOver ? result(scene, seats) : "";
  document.body.classList.toggle("ended", isOver);
  isEnd = (state.line === "over" || Boolean(scene.ended)) && !quiet;
  document.body.classList.toggle("match-over", isEnd && isArranged);
  const missing = missed(state);
  find("golive").hidden = state.name !== "back" || state.line === "over";
  find("golive").textContent = missing ? t("Go live: {count} new", { count: missing }) : t("Go live");
}

/**
 * Returns the text at the last fact without a question, or nothing if the sentence of that fact says all.
 * @param {ReckonedScene} scene @param {boolean} quiet @param {number[]} seats
 */
export function silence(scene, quiet, seats) {
  if (scene.ended) return quiet ? "" : result(scene, seats);
  if (scene.status === "paused") return t("The match is paused.");
  if (scene.reveal) return awaited(scene);
  return scene.status === "open" ? t("Waiting for players to take their seats.") : "";
}

/** Returns the text while seats have to reveal their nonces, or the beacon its round. @param {ReckonedScene} scene */
function awaited({ players, reveal }) {
  const { seats, due, round } = /** @type {Reveal} */ (reveal);
  if (round) return t("Waiting for round {round} of the public beacon, for the shuffle.", { round });
  const { lang } = document.documentElement;
  const end = new Date(due ?? "");
  const weekday = end.toDateString() === new Date().toDateString() ? undefined : "short";
  const time = end.toLocaleString(lang, { weekday, hour: "numeric", minute: "2-digit" });
  if (seats.some(hasLost))
    return t("This browser has lost your part in the shuffle: without it, the game goes on at {time}.", {
      time,
    });
  const names = new Intl.ListFormat(lang).format(seats.map((seat) => players[seat] ?? ""));
  return t("Waiting for a part in the shuffle from {players}, until {time}.", { players: names, time });
}
