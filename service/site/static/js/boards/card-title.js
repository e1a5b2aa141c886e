/** The title of a card, smaller if it has a long word, because words are not broken. */

import { h } from "../lib/dom.js";

/** Letters of a word that still has room in the width of a card: at the usual size, and at the one below. */
const USUAL = 9;
const SMALL = 11;

export function cardTitle(name) {
  const longest = Math.max(...name.split(/[\s-]+/).map(({ length }) => length));
  const size = longest > SMALL ? " smallest" : longest > USUAL ? " small" : "";
  return h("span", { class: `title${size}` }, name);
}
