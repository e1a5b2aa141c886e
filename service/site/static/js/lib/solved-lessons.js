/** The lessons and puzzles solved in this browser. */

import { query, queryAll } from "./dom.js";
import { store, storedValue } from "./preferences.js";

const KEY = "recount.lessons";

/** @type {() => string[]} */
export const reached = () => storedValue(KEY, []);

/** @type {(lesson: string) => void} */
export const remember = (lesson) => store(KEY, [...new Set([...reached(), lesson])]);

/** Shows the marks of solved lessons and puzzles. */
export function markSolved() {
  const solved = new Set(reached());
  for (const lesson of queryAll("[data-lesson]")) {
    const { game } = lesson.closest("[data-game]").dataset;
    query(".reached", lesson).hidden = !solved.has(`${game}/${lesson.dataset.lesson}`);
  }
}
