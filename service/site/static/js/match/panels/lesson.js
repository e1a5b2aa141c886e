/** A lesson or puzzle above the board. After each answer the service says whether its goal is reached or missed. */

import { get, LostLine } from "../../lib/api.js";
import { data, find } from "../../lib/dom.js";
import { remember } from "../../lib/solved-lessons.js";
import { on } from "../events.js";

const lesson = find("lesson");
const { match, game } = data("page");
let lastSeq = 0; // the last fact when it was asked

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
  if (state === "reached") remember(`${game}/${lesson.dataset.lesson}`);
}

if (lesson) on("moment", ({ last, still }) => still && last !== lastSeq && look(last));
