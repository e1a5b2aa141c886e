/** The lists of lessons and puzzles: those whose goal was reached are marked; and the way to a first match. */

import { all, one } from "../lib/dom.js";
import { reached } from "../lib/solved-lessons.js";
import { fillNonces } from "../lib/nonce.js";

const known = new Set(reached());
for (const lesson of all("[data-lesson]")) {
  const { game } = lesson.closest("[data-game]").dataset;
  one(".reached", lesson).hidden = !known.has(`${game}/${lesson.dataset.lesson}`);
}

addEventListener("submit", fillNonces);
