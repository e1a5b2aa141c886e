/** Which lessons and puzzles somebody has reached the goal of, as this browser remembers it. */

import { kept, keep } from "./preferences.js";

const KEY = "recount.lessons";

/** @type {() => string[]} */
export const reached = () => kept(KEY, []);

/** @type {(lesson: string) => void} */
export const remember = (lesson) => keep(KEY, [...new Set([...reached(), lesson])]);
