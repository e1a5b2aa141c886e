/** A lesson or puzzle above the board. After each answer the service says whether its goal is reached or missed. */

/** @import { MatchData } from "../../pages.d.ts" */

import { get, LostLine } from "../../lib/api.js";
import { data, find, h, query } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { remember } from "../../lib/solved-lessons.js";
import { on } from "../events.js";

const lesson = find("lesson");
/** @type {MatchData} */
const { match, game } = data("page");
let lastSeq = 0; // the last fact when it was asked

let isPlayingOn = false;

/** Celebrates in the place of the question, with the way to the next lesson or puzzle. */
function celebrate() {
  const next = query("form[data-when=reached]", lesson)?.cloneNode(true);
  next?.removeAttribute("data-when");
  const playOn = () => {
    isPlayingOn = true;
    celebration.remove();
    find("question").focus({ preventScroll: true });
  };
  const celebration = h(
    "div",
    { id: "celebration", class: "celebration" },
    h("b", {}, "★ ", query("p[data-when=reached]", lesson).textContent),
    next,
    h("a", { class: "button quiet", href: query("a", lesson).href }, t("Lessons and puzzles")),
    h("button", { type: "button", class: "quiet", onclick: playOn }, t("Play on")),
  );
  query(".strip").prepend(celebration);
}

/** @param {number} last */
async function look(last) {
  lastSeq = last;
  let state;
  try {
    ({ state } = await get(`/m/${match}/lesson`));
  } catch (problem) {
    if (!(problem instanceof LostLine)) throw problem;
    lastSeq = 0; // the next moment that is shown asks again
    return;
  }
  if (lastSeq !== last) return; // more has happened meanwhile
  lesson.dataset.state = state;
  find("celebration")?.remove();
  if (state === "reached" && !isPlayingOn) celebrate();
  if (state === "reached") remember(`${game}/${lesson.dataset.lesson}`);
}

if (lesson) on("moment", ({ last, still }) => still && last !== lastSeq && look(last));
