/** The title and the text of a card, smaller if they are long. */

import { h } from "../lib/dom.js";

/** Letters of a word that still has room in the width of a card: at the usual size, and at the one below. */
const USUAL = 9;
const SMALL = 11;
/** Letters of a text that has room at the usual size, and at the one below. */
const LONG = 66;
const LONGEST = 90;

/** A title. Its words are not broken. @param {string} name */
export function cardTitle(name) {
  const longest = Math.max(...name.split(/[\s-]+/).map(({ length }) => length));
  const size = longest > SMALL ? " smallest" : longest > USUAL ? " small" : "";
  return h("span", { class: `title${size}` }, name);
}

/** @param {string} text @param {string} [lang] */
export function cardText(text, lang) {
  const size = text.length > LONGEST ? " longest" : text.length > LONG ? " long" : "";
  return h("span", { class: `text${size}`, lang }, text);
}
