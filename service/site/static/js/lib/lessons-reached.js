/** Which lessons somebody has reached the goal of, as this browser remembers it. */

const KEY = "recount.lessons";

/** @type {() => string[]} */
export const reached = () => {
  try {
    return JSON.parse(localStorage[KEY] ?? "[]");
  } catch {
    return []; // a browser that keeps nothing, or keeps what somebody wrote into it
  }
};

/** @type {(lesson: string) => void} */
export const remember = (lesson) => {
  try {
    localStorage[KEY] = JSON.stringify([...new Set([...reached(), lesson])]);
  } catch {
    // it may keep nothing
  }
};
