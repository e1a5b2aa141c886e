/** Signs on buttons, drawn as lines: no font has them all. */

import { s } from "./dom.js";

/** @type {Record<string, string>} */
const LINES = {
  back: "M14 4L6 10L14 16",
  forward: "M6 4L14 10L6 16",
  play: "M6 3L16 10L6 17Z",
  pause: "M6 4V16M14 4V16",
  skip: "M4 4L13 10L4 16ZM16 4V16",
  fold: "M4 7L10 13L16 7",
  hourglass: "M5 3H15L5 17H15Z",
  flag: "M5 18V3H15L12 7L15 11H5",
  again: "M4 4V16M8 4L17 10L8 16Z",
};

/** @param {string} name */
export const icon = (name) =>
  s("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: LINES[name] }));
