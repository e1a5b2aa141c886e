/** The lessons and puzzles solved in this browser. */

import { store, storedValue } from "./preferences.js";

const KEY = "recount.lessons";

/** @type {() => string[]} */
export const reached = () => storedValue(KEY, []);

/** @type {(lesson: string) => void} */
export const remember = (lesson) => store(KEY, [...new Set([...reached(), lesson])]);
