/** Any game as text: its board, with each list under its name. */

import { h } from "../../lib/dom.js";
import { colon, semicolon, t } from "../../lib/i18n.js";

export const turnPaths = ["board.turn"];
export const roundPaths = ["board.round"];
export const mark = () => "";
export const soundOf = () => "";
export const cards = () => new Map();
export const actSign = () => "";

/** The heading at `scene`: a round or a turn, if the game counts them. */
export function heading({ board }) {
  if (board.round) return t("Round {round}", { round: board.round });
  return board.turn ? t("Turn {turn}", { turn: board.turn }) : t("Setting up");
}

/** Draws the board as nested lists. The question next to it offers the picks. */
export function draw(root, { board }, view) {
  root.replaceChildren(show(board, view));
}

/** The same in one line. */
export const describe = ({ board }, view) => line(board, view);

/** The same with a line for each entry of the board. */
export const describeLines = ({ board }, view) =>
  Object.entries(board).map(([name, each]) => `${nameOf(name, view.words)}${colon}${line(each, view)}`);

/** Describes a card. */
export function about(id, { words }) {
  const text = words.texts[id];
  return text && { title: nameOf(id, words), text, lang: words.languages.texts };
}

const nameOf = (name, { names }) => names[name] ?? String(name).replaceAll(/[_-]/g, " ");

const HIDDEN = "";

/** Returns an item of a list. `null` is a hidden card there. */
const item = (value) => value ?? HIDDEN;

const isContainer = (value) => value !== null && typeof value === "object";

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

function simple(value, { words }) {
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (value === null) return t("Nothing");
  return value === HIDDEN ? (words.names[""] ?? t("hidden")) : nameOf(value, words);
}
