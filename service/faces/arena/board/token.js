/** A figure on its space: a silhouette on a base, side by shape and colour, HP all around, statuses at its corners. */

/** @import { Attributes } from "../../../lib/dom.js" */
/** @import { Point, Scene, View } from "../shapes.d.ts" */

import { s } from "../../../lib/dom.js";
import { colon, t } from "../../../lib/i18n.js";
import { ownSeat } from "../../../boards/dock.js";
import { explains } from "../../../boards/popover.js";
import { offer } from "../../../boards/move-selection.js";
import { aboutFigure, describeFigure, nameOf, printedFigure, team } from "./naming.js";
import { drawnSign } from "../signs.js";
import { figurine } from "./silhouettes.js";

/** The positions of statuses on a token. The roster shows the rest. */
/** @type {[number, number][]} */
const CORNERS = [
  [-26, 23],
  [-27, -25],
  [25, -25],
];

/**
 * Blue figures have round bases, red ones square bases.
 * @param {number} side @param {number} size @param {Attributes} attributes
 */
const base = (side, size, attributes) =>
  side === 0
    ? s("circle", { r: size, ...attributes })
    : s("rect", {
        x: -size * 0.94,
        y: -size * 0.94,
        width: size * 1.88,
        height: size * 1.88,
        rx: size * 0.34,
        ...attributes,
      });

/** @param {string} figureId @param {Scene} scene @param {View} view @param {boolean} changed */
export function token(figureId, scene, view, changed) {
  const { board } = scene;
  const figure = board.figures[figureId];
  const side = team(board, figureId);
  const classes = ["figure", `team-${side}`];
  if (figureId === board.active) classes.push("active");
  if (figure.upgraded) classes.push("upgraded");
  if (changed) classes.push("changed");
  const element = s(
    "g",
    { class: classes.join(" "), "data-who": figureId },
    s("g", { transform: "translate(0 6)" }, base(side, 35, { class: "shade" })),
    s(
      "g",
      { class: "piece" },
      base(side, 40, { class: "halo" }),
      base(side, 35, { class: "rim" }),
      health(side, figure.hp, printedFigure(figure, view).hp),
      base(side, 27, { class: "body" }),
      base(side, 24.5, { class: figure.upgraded ? "inlay upgraded" : "inlay" }),
      figurine(figure.code, 38),
      figure.upgraded &&
        s("path", { class: "crown", d: "M-11 -29L-12 -42L-5 -36L0 -45L5 -36L12 -42L11 -29Z" }),
      s(
        "g",
        { class: "hp", transform: "translate(25 24)" },
        s("circle", { r: 13.5 }),
        s("text", { y: 1 }, String(figure.hp)),
      ),
      Object.entries(figure.statuses)
        .slice(0, CORNERS.length)
        .map(([status, count], n) => badge(status, count, CORNERS[n], view)),
    ),
  );
  const own = ownSeat(scene) === figure.seat ? `, ${t("yours")}` : "";
  const text = describeFigure(figureId, board, view) + own;
  const label = offer(element, figureId, view)
    ? `${element.getAttribute("aria-label")}${colon}${text}`
    : text;
  explains(element, view, () => aboutFigure(figureId, scene, view));
  element.setAttribute("aria-label", label);
  return element;
}

/** The HP as a ring of so many pieces, those that are lost pale. @param {number} side @param {number} hp @param {number} full */
function health(side, hp, full) {
  const piece = "82 18 ";
  const part = hp > full / 2 ? "well" : hp > full / 4 ? "hurt" : "faint";
  /** @param {string} name @param {number} count */
  const ring = (name, count) =>
    base(side, 31, {
      class: name,
      pathLength: full * 100,
      "stroke-dasharray": `${piece.repeat(count)}0 ${full * 100}`,
    });
  return [ring("lost", full), hp > 0 && ring(`left ${part}`, hp)];
}

/** @param {string} status @param {number} count @param {Point} middle @param {View} view */
function badge(status, count, [x, y], view) {
  return s(
    "g",
    { class: "status", transform: `translate(${x} ${y})` },
    s("title", {}, `${nameOf(status, view)} ${count}`),
    s("rect", { x: -16, y: -9, width: 32, height: 18, rx: 9 }),
    s("g", { transform: "translate(-7 0)" }, drawnSign(status, 14)),
    s("text", { x: 8, y: 1 }, String(count)),
  );
}
