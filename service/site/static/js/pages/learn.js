/** The list of lessons: those whose goal was reached are marked. */

import { all, one } from "../lib/dom.js";
import { reached } from "../lib/lessons-reached.js";

const known = new Set(reached());
for (const lesson of all("[data-lesson]")) {
  const { game } = lesson.closest("[data-game]").dataset;
  one(".reached", lesson).hidden = !known.has(`${game}/${lesson.dataset.lesson}`);
}
