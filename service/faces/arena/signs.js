/** Small signs of our own for statuses and gears, drawn in a square of 20 by 20. */

import { s } from "../../lib/dom.js";

/** @type {Record<string, string>} */
const SIGNS = {
  cursed: "M10 2C14 8 16 10 16 13A6 6 0 0 1 4 13C4 10 6 8 10 2ZM7.5 13A2.5 2.5 0 0 0 10 15.5",
  flustered: "M10 10C10 8 13 8 13 10.5C13 14 7 14 7 10C7 5 16 5 16 11C16 17 6 18 4 13",
  immobilized: "M5 9H15V17H5ZM7 9V6.5A3 3 0 0 1 13 6.5V9",
  magic_broom: "M16 3L9 10M9 8L12 11L8 17L3 12ZM5 14L7 12M7 16L9 13",
  shrunken: "M3 3L8 8M8 4V8H4M17 17L12 12M12 16V12H16",
  stealthy: "M2 10C5 5 15 5 18 10C15 15 5 15 2 10ZM4 17L16 3",
  strong: "M10 17V4M4 9L10 3L16 9M5 14L10 9L15 14",
  taunt: "M3 4H17V13H10L6 17V13H3ZM10 6V9M10 11V11.5",
  tough: "M10 2L17 5V10C17 14 14 17 10 18C6 17 3 14 3 10V5Z",
  fire: "M10 2C14 6 15 8 15 12A5 5 0 0 1 5 12C5 10 6 9 7 7C8 9 9 9 10 2Z",
  heart: "M10 17C2 11 3 4 7 4C9 4 10 6 10 7C10 6 11 4 13 4C17 4 18 11 10 17Z",
  shell: "M10 17L3 8A7.5 7.5 0 0 1 17 8ZM10 17V5M10 17L6.5 6M10 17L13.5 6",
  movement: "M3 10H16M11 5L16 10L11 15",
  action: "M11 2L5 11H10L8 18L15 8H10Z",
  reaction: "M16 10A6 6 0 1 1 13 5M13 1V6H18",
  attack: "M3 17L13 7L17 3L16 7L6 17ZM4 12L8 16",
  play: "M4 3H12V17H4ZM14 7L18 10L14 13M17 10H12",
  skill: "M10 2L12 8L18 10L12 12L10 18L8 12L2 10L8 8Z",
  upgrade: "M10 16V5M5 9L10 4L15 9M5 18H15",
  wind: "M2 8H12A3 3 0 1 0 9 5M2 12H15A3 3 0 1 1 12 15",
};

/** A status of a later card set may have no sign: on the board it is a square then. @param {string} term */
const outline = (term) => s("path", { class: "sign", d: SIGNS[term] ?? "M4 4H16V16H4Z" });

/** The sign as a part of a drawing, its middle at 0, `size` wide. @param {string} term @param {number} size */
export const drawnSign = (term, size) =>
  s("g", { transform: `scale(${size / 20}) translate(-10 -10)` }, outline(term));

/** The sign of a term in a line of text, or nothing. @param {string} term */
export const sign = (term) =>
  term in SIGNS
    ? s("svg", { class: "sign-box", viewBox: "0 0 20 20", "aria-hidden": "true" }, outline(term))
    : "";

/** @type {Record<string, string>} */
const OF_ACTIONS = {
  move: "movement",
  "move+": "movement",
  attack: "attack",
  "attack+": "attack",
  play: "play",
  skill: "skill",
  ability: "skill",
  upgrade: "upgrade",
};

/** The sign of an act that began with the word `action`, or nothing. @param {string} action */
export const actSign = (action) => sign(OF_ACTIONS[action]);
