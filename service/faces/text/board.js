/** Any game as text: what its board holds, every list under its name. */

import { h } from "../../lib/dom.js";
import { colon, semicolon, t } from "../../lib/i18n.js";

export const turnPaths = ["board.turn"];
export const roundPaths = ["board.round"];
export const mark = () => "";
export const heard = () => "";
export const cards = () => new Map();

/** What begins with `scene`: a round or a turn, where the game counts them. */
export function heading({ board }) {
  if (board.round) return t("Round {round}", { round: board.round });
  return board.turn ? t("Turn {turn}", { turn: board.turn }) : t("Setting up");
}

/** Draws the board as lists within lists; the question beside it offers what can be picked. */
export function draw(root, { board }, view) {
  root.replaceChildren(shown(board, view));
}

/** The same in one line. */
export const describe = ({ board }, view) => line(board, view);

/** What is printed on a card. */
export function about(id, { words }) {
  const text = words.texts[id];
  return text && { title: called(id, words), text, lang: words.languages.texts };
}

const called = (name, { names }) => names[name] ?? String(name).replaceAll(/[_-]/g, " ");

const HIDDEN = "";

/** Returns what stands in a list: `null` is a hidden card there, and not the lack of one. */
const item = (value) => value ?? HIDDEN;

const held = (value) => value !== null && typeof value === "object";

function shown(value, view) {
  if (!held(value)) return h("span", {}, simple(value, view));
  if (Array.isArray(value)) {
    if (!value.some(held)) return h("span", {}, line(value, view));
    return h("ol", {}, ...value.map((each) => h("li", {}, shown(item(each), view))));
  }
  const rows = Object.entries(value).map(([name, each]) =>
    h("div", {}, h("dt", {}, called(name, view.words)), h("dd", {}, shown(each, view))),
  );
  return h("dl", { class: "text-board" }, ...rows);
}

function line(value, view) {
  if (Array.isArray(value)) {
    const items = value.map((each) => line(item(each), view));
    return items.length ? items.join(", ") : t("Nothing");
  }
  if (!held(value)) return simple(value, view);
  return Object.entries(value)
    .map(([name, each]) => `${called(name, view.words)}${colon}${line(each, view)}`)
    .join(semicolon);
}

function simple(value, { words }) {
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (value === null) return t("Nothing");
  return value === HIDDEN ? (words.names[""] ?? t("hidden")) : called(value, words);
}
