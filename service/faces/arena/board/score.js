/** Above the field: the Victory Points of both teams, the round, and the row of turn-order tiles. */

/** @import { Board, Figure, Scene, View } from "../shapes.d.ts" */

import { explains } from "../../../boards/popover.js";
import { h } from "../../../lib/dom.js";
import { colon, t } from "../../../lib/i18n.js";
import { offer } from "../../../boards/move-selection.js";
import { emblem } from "./silhouettes.js";
import { aboutFigure, goal, nameOf, printedFigure, short, team, TEAMS } from "./naming.js";

/** @type {Record<string, string>} */
const PHASE = { movement: t("Movement"), action: t("Action"), skills: t("Skill") };

/** @param {number} side */
export const crest = (side) => h("span", { class: `crest team-${side}` }, side === 0 ? "B" : "R");

/** @param {HTMLElement} element @param {Record<string, number>} values */
const sized = (element, values) => {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(`--${name}`, String(value));
  return element;
};

/** Both teams' points on their way to the goal, and the round between them. @param {Scene} scene @param {View} view */
export function score(scene, view) {
  const { board } = scene;
  return h(
    "div",
    { class: "score" },
    points(scene, 0, view),
    h(
      "p",
      { class: "round" },
      board.round ? t("Round {round}", { round: board.round }) : t("Setting up"),
      board.final && h("b", { class: "final" }, t("the last")),
    ),
    points(scene, 1, view),
  );
}

/** @param {Scene} scene @param {number} side @param {View} view */
function points(scene, side, view) {
  const { board, players } = scene;
  const vp = board.points[side];
  const won = view.trail
    .filter(({ path }) => path[1] === "points" && path[2] === side)
    .reduce((sum, { was, now }) => sum + now - was, 0);
  const names = board.teams
    .flatMap((of, seat) => (of === side ? [players[seat] ?? t("a free seat")] : []))
    .join(" · ");
  const needed = goal(board, view);
  const track = sized(h("span", { class: "track", "aria-hidden": "true" }), { vp, goal: needed });
  const outOf = vp > needed ? t("VP") : t("of {goal} VP", { goal: needed });
  const element = h(
    "button",
    {
      type: "button",
      class: "number",
      "aria-label": `${TEAMS[side]}${colon}${vp} ${outOf}`,
      "data-why": `/board/points/${side}`,
      onclick: () => view.why(`/board/points/${side}`),
    },
    h("b", {}, String(vp)),
    h("span", {}, outOf),
  );
  const gain = h(
    "span",
    { class: won < 0 ? "gain lost" : "gain" },
    won ? `${won > 0 ? "+" : "−"}${Math.abs(won)}` : "",
  );
  return h(
    "div",
    { class: `points team-${side}` },
    h("p", { class: "who" }, crest(side), h("b", {}, names)),
    gain,
    element,
    track,
  );
}

/** The turn-order tiles with the remaining HP of each character. @param {Scene} scene @param {View} view */
export function order(scene, view) {
  const { board } = scene;
  const tiles = board.order.map((figureId, index) =>
    h(
      "li",
      { "aria-current": figureId === board.active ? "true" : null },
      tile(figureId, index, scene, view),
    ),
  );
  return h("div", { class: "order" }, h("ol", { "aria-label": t("Turn order") }, tiles), phases(board, view));
}

/** @param {string} figureId @param {number} index @param {Scene} scene @param {View} view */
function tile(figureId, index, scene, view) {
  const { board } = scene;
  const figure = board.figures[figureId];
  const classes = ["tile", `team-${team(board, figureId)}`];
  if (figureId === board.active) classes.push("active");
  if (!figure.at) classes.push("down");
  if (!figure.hp) classes.push("out");
  const element = h(
    "button",
    { type: "button", class: classes.join(" ") },
    h("span", { class: "code", title: nameOf(figureId, view) }, emblem(figure.code)),
    h("span", { class: "name" }, short(figureId, view)),
    h("span", { class: "hp" }, t("{hp} HP", { hp: figure.hp })),
    h("span", { class: "place" }, String(index + 1)),
    bar(figure, view),
  );
  offer(element, figureId, view);
  explains(element, view, () => aboutFigure(figureId, scene, view));
  return element;
}

/** HP as a bar of so many pieces. @param {Figure} figure @param {View} view */
export function bar(figure, view) {
  const full = printedFigure(figure, view).hp;
  const part = figure.hp > full / 2 ? "well" : figure.hp > full / 4 ? "hurt" : "faint";
  return sized(h("span", { class: `bar ${part}`, "aria-hidden": "true" }), { hp: figure.hp, full });
}

/**
 * The main phases left to the active character, each in one word because phones are narrow.
 * @param {Board} board @param {View} view
 */
function phases(board, view) {
  const remaining = Object.entries(board.phases).filter(([, count]) => count);
  const items = remaining.map(([phase, count]) =>
    h(
      "li",
      { title: nameOf(`phase:${phase}`, view) },
      count > 1 ? `${count} × ${PHASE[phase]}` : PHASE[phase],
    ),
  );
  return h("ul", { class: "phases", "aria-label": t("Left in this turn") }, items);
}
