/** The signs of the board, drawn by us: actions, kinds of cards, the pawn, coins and locks; and the crests of Villains. */

/** @import { View } from "../shapes.d.ts" */

import { s } from "../../../lib/dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  gain_power: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 7v10M7 12h10",
  play_card: "M5 4h9v16H5zM17 8l4 4-4 4M21 12h-7",
  activate: "M13 2 5 14h6l-1 8 9-13h-6z",
  discard_cards: "M6 3h9v12H6zM12 17v5M9 19.5l3 3 3-3M18 6v11",
  fate: "M12 3 20 8v8l-8 5-8-5V8zM12 8v5M12 15.5v1.5",
  vanquish: "M4 20 18 4l2-1-1 3L6 20zM5 14l6 6M20 20l-5-5M4 4l6 6",
  move_item_or_ally: "M4 12h16M15 7l5 5-5 5M9 7l-5 5 5 5",
  move_hero: "M8 4a3 3 0 1 0 0 6 3 3 0 1 0 0-6zM3 20c0-5 2-8 5-8s4 2 5 4M14 16h7M18 13l3 3-3 3",
  ally: "M12 3 20 6v6c0 5-4 8-8 9-4-1-8-4-8-9V6z",
  hero: "M12 3l2.6 6 6.4.5-5 4.2 1.6 6.3L12 16.6 6.4 20 8 13.7 3 9.5 9.4 9z",
  item: "M4 9h16v11H4zM4 13h16M7 9V6a5 5 0 0 1 10 0v3M12 12v3",
  curse: "M12 12a2 2 0 1 1 2 2 4 4 0 1 1 2-6 7 7 0 1 1-9 1",
  effect: "M12 2v6M12 16v6M2 12h6M16 12h6M5 5l4 4M15 15l4 4M19 5l-4 4M9 15l-4 4",
  condition: "M6 3h12M6 21h12M8 3c0 5 3 6 4 9-1 3-4 4-4 9M16 3c0 5-3 6-4 9 1 3 4 4 4 9",
  wicket: "M5 21V11a7 7 0 0 1 14 0v10M2 21h6M16 21h6",
  strength: "M6 10V6h12v4l-2 3v4a4 4 0 0 1-8 0v-4zM9 6v4M12 6v4M15 6v4",
  cost: "M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16zM12 8v8",
  pawn: "M12 2a4 4 0 0 0-2.6 7L7 10v2h2.2C9 15.500 8 17 6 19v3h12v-3c-2-2-3-3.500-3.200-7H17v-2l-2.400-1A4 4 0 0 0 12 2z",
  lock: "M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4M12 15v3",
  tick: "M4 13l5 5L20 6",
  hand: "M4 8l5-2 5 14-5 2zM10 5h5v14M16 6l4 2-4 11",
  chevron: "M6 9l6 6 6-6",
};

/** @param {string} name */
export const hasIcon = (name) => name in PATHS;

/** @type {Map<string, SVGElement>} */
const cache = new Map();

/** Returns a sign without text. Words next to it have the meaning. @param {string} name */
export function icon(name, classes = "icon") {
  const key = `${name} ${classes}`;
  if (!cache.has(key)) {
    const path = s("path", { d: PATHS[name] ?? "M4 4h16v16H4z" });
    cache.set(
      key,
      s(
        "svg",
        { class: `${classes} i-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
        path,
      ),
    );
  }
  return /** @type {SVGElement} */ (cache.get(key)?.cloneNode(true));
}

/** Returns the crest of a Villain, a silhouette that does not depend on colour. @param {string} villain @param {View} view */
export function crest(villain, { catalogue }, classes = "crest-of") {
  const path = s("path", { d: catalogue.looks[villain]?.crest ?? "M8 8H40V40H8Z", "fill-rule": "evenodd" });
  return s("svg", { class: classes, viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" }, path);
}

/**
 * Gives `element` the colour and the pattern of a Villain.
 * @param {HTMLElement} element @param {string} villain @param {View} view
 */
export function dress(element, villain, { catalogue }) {
  const look = catalogue.looks[villain];
  if (look === undefined) return element;
  element.style.setProperty("--villain", `light-dark(${look.light}, ${look.dark})`);
  element.style.setProperty("--stripe", look.pattern);
  return element;
}
