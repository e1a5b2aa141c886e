/** The lessons and puzzles solved in this browser, and those that were begun. */

import { query, queryAll } from "./dom.js";
import { store, storedValue } from "./preferences.js";

const KEY = "recount.lessons";
const BEGUN = "recount.lessons.begun";

/** @type {() => string[]} */
export const reached = () => storedValue(KEY, []);

/** @type {(lesson: string) => void} */
export const remember = (lesson) => store(KEY, [...new Set([...reached(), lesson])]);

/** Returns whether `match` is the first try at a lesson or puzzle. @param {string} lesson @param {string} match */
export function isFirstTry(lesson, match) {
  /** @type {Record<string, string>} The match of the first try by lesson. */
  const begun = storedValue(BEGUN, {});
  if (!begun[lesson]) store(BEGUN, { ...begun, [lesson]: match });
  return !reached().includes(lesson) && (begun[lesson] ?? match) === match;
}

/** Ends the first try at a lesson or puzzle without its solution, so that no match is it. @param {string} lesson */
export const endFirstTry = (lesson) => store(BEGUN, { ...storedValue(BEGUN, {}), [lesson]: "helped" });

/** Shows the marks of solved lessons and puzzles. */
export function markSolved() {
  const solved = new Set(reached());
  for (const lesson of queryAll("[data-lesson]")) {
    const { game } = lesson.closest("[data-game]").dataset;
    const isSolved = solved.has(`${game}/${lesson.dataset.lesson}`);
    query(".reached", lesson).hidden = !isSolved;
    const start = query("[data-again]", lesson);
    if (isSolved && start) start.textContent = start.dataset.again;
  }
}
