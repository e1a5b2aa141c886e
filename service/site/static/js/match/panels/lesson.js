/** A lesson or puzzle above the board. After each answer the service says whether its goal is reached or missed. */

/** @import { MatchData } from "../../pages.d.ts" */

import { get, LostLine } from "../../lib/api.js";
import { data, find, h, query, queryAll } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { endFirstTry, isFirstTry, remember } from "../../lib/solved-lessons.js";
import { on } from "../events.js";

const lesson = find("lesson");
/** @type {MatchData} */
const { match, game } = data("page");
let lastSeq = 0; // the last fact when it was asked

let isPlayingOn = false;
const name = `${game}/${lesson?.dataset.lesson}`;
/** Whether this is the first try, without the help of more than a hint. */
let isFirst = Boolean(lesson) && isFirstTry(name, match);

function countHelp() {
  if (isFirst) endFirstTry(name);
  isFirst = false;
}

/**
 * Celebrates in the place of the question, with the way to the next lesson or puzzle.
 * @param {boolean} over
 */
function celebrate(over) {
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
    h(
      "b",
      {},
      "★ ",
      isFirst ? t("Solved at the first try.") : query("p[data-when=reached]", lesson).textContent,
    ),
    next,
    h("a", { class: "button quiet", href: query("a", lesson).href }, t("Lessons and puzzles")),
    over ? null : h("button", { type: "button", class: "quiet", onclick: playOn }, t("Play on")),
  );
  query(".strip").prepend(celebration);
}

/** Offers in the place of the question, which leads to the goal no more, to begin anew. */
function offerStart() {
  query(".strip").prepend(
    h(
      "div",
      { id: "celebration", class: "celebration" },
      h("b", {}, query("p[data-when=missed]", lesson).textContent),
      query(".ways form:not([data-when])", lesson).cloneNode(true),
    ),
  );
}

/** @param {number} last */
async function look(last) {
  lastSeq = last;
  let state, over;
  try {
    ({ state, over } = await get(`/m/${match}/lesson`));
  } catch (problem) {
    if (!(problem instanceof LostLine)) throw problem;
    lastSeq = 0; // the next moment that is shown asks again
    return;
  }
  if (lastSeq !== last) return; // more has happened meanwhile
  lesson.dataset.state = state;
  find("celebration")?.remove();
  if (state === "reached" && !isPlayingOn) celebrate(over);
  if (state === "missed" && !over) offerStart();
  if (state === "reached") remember(name);
  if (state === "missed" || state === "helped") countHelp();
}

if (lesson) {
  for (const help of queryAll("details[name=help]", lesson).slice(1))
    help.addEventListener("toggle", () => help.open && countHelp());
  const teaching = query(".teaching", lesson);
  if (teaching) teaching.open = matchMedia("(min-width: 56.01rem)").matches;
  on("moment", ({ last, scene }) => {
    lesson.dataset.begun = String(scene.ply > 0);
    if (last !== lastSeq) look(last); // the result comes at once, before the facts are played
  });
}
