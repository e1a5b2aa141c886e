/** Any game as text: its board, with each list under its name. */

/** @import { View } from "../../replay/view.js" */

import { h } from "../../lib/dom.js";
import { colon, semicolon, t } from "../../lib/i18n.js";

/** @typedef {null | boolean | number | string | Value[] | {[name: string]: Value}} Value  a part of a board */
/** @typedef {{[name: string]: Value}} Board */

export const turnPaths = ["board.turn"];
export const roundPaths = ["board.round"];
export const mark = () => "";
export const soundOf = () => "";
export const stays = () => false;
export const cards = () => new Map();
export const actSign = () => "";
export const ending = () => "";

/** The heading at `scene`: a round or a turn, if the game counts them. @param {{board: Board}} scene */
export function heading({ board }) {
  if (board.round) return t("Round {round}", { round: board.round });
  return board.turn ? t("Turn {turn}", { turn: board.turn }) : t("Setting up");
}

/**
 * Draws the board as nested lists. The question next to it offers the picks.
 * @param {HTMLElement} root @param {{board: Board}} scene @param {View} view
 */
export function draw(root, { board }, view) {
  root.replaceChildren(show(board, view));
}

/** The same in one line. @type {(scene: {board: Board}, view: View) => string} */
export const describe = ({ board }, view) => line(board, view);

/** The same with a line for each entry of the board. @type {(scene: {board: Board}, view: View) => string[]} */
export const describeLines = ({ board }, view) =>
  Object.entries(board).map(([name, each]) => `${nameOf(name, view.words)}${colon}${line(each, view)}`);

/** Describes a card. @param {string} id @param {View} view */
export function about(id, { words }) {
  const text = words.texts[id];
  return text && { title: nameOf(id, words), text, lang: words.languages.texts };
}

/** @param {string | number} name @param {View["words"]} words */
const nameOf = (name, { names }) => names[name] ?? String(name).replaceAll(/[_-]/g, " ");

const HIDDEN = "";

/** Returns an item of a list. `null` is a hidden card there. @type {(value: Value) => Value} */
const item = (value) => value ?? HIDDEN;

/** @type {(value: Value) => value is Value[] | {[name: string]: Value}} */
const isContainer = (value) => value !== null && typeof value === "object";

/** @param {Value} value @param {View} view @returns {HTMLElement} */
function show(value, view) {
  if (!isContainer(value)) return h("span", {}, simple(value, view));
  if (Array.isArray(value)) {
    if (!value.some(isContainer)) return h("span", {}, line(value, view));
    return h("ol", {}, ...value.map((each) => h("li", {}, show(item(each), view))));
  }
  const rows = Object.entries(value).map(([name, each]) =>
    h("div", {}, h("dt", {}, nameOf(name, view.words)), h("dd", {}, show(each, view))),
  );
  return h("dl", { class: "text-board" }, ...rows);
}

/** @param {Value} value @param {View} view @returns {string} */
function line(value, view) {
  if (Array.isArray(value)) {
    const items = value.map((each) => line(item(each), view));
    return items.length ? items.join(", ") : t("Nothing");
  }
  if (!isContainer(value)) return simple(value, view);
  return Object.entries(value)
    .map(([name, each]) => `${nameOf(name, view.words)}${colon}${line(each, view)}`)
    .join(semicolon);
}

/** @param {null | boolean | number | string} value @param {View} view */
function simple(value, { words }) {
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (value === null) return t("Nothing");
  return value === HIDDEN ? (words.names[""] ?? t("hidden")) : nameOf(value, words);
}
