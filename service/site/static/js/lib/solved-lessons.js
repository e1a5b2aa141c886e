/** The lessons and puzzles solved in this browser, those that were begun, and the record at puzzles. */

import { query, queryAll } from "./dom.js";
import { t } from "./i18n.js";
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

const RECORD = "recount.puzzles";
const FIRST_RATING = 1200;
const STEP = 60; // the most that one puzzle changes

/** The rating of this browser at the puzzles of a game, and its present series of first tries. */
export const record = (/** @type {string} */ game) =>
  storedValue(RECORD, {})[game] ?? { rating: FIRST_RATING, series: 0, tries: 0 };

/**
 * Counts the first try at a puzzle of that rating, as chess ratings do. Returns the change of the own rating.
 * @param {string} game @param {number} difficulty @param {boolean} isSolved
 */
export function rate(game, difficulty, isSolved) {
  const { rating, series, tries } = record(game);
  const change = Math.round(STEP * (Number(isSolved) - 1 / (1 + 10 ** ((difficulty - rating) / 400))));
  const entry = { rating: rating + change, series: isSolved ? series + 1 : 0, tries: tries + 1 };
  store(RECORD, { ...storedValue(RECORD, {}), [game]: entry });
  return change;
}

/** The record of this browser in words. @param {string} game */
export const recordLine = (game) => t("Your rating: {rating} · solved in a row: {series}", record(game));

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
