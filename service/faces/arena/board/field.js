/** The hexes with their figures, the spaces to choose, and the moves of the last answer. */

/** @import { KeyedCache } from "../../../lib/keyed-cache.js" */
/** @import { Centres, Point, Scene, View } from "../shapes.d.ts" */

import { query, s, within } from "../../../lib/dom.js";
import { hold } from "../../../lib/keyed-cache.js";
import { bySubject, offer } from "../../../boards/move-selection.js";
import { areAdjacent, deltas, foreseen, spread, tracks } from "./trail.js";
import { nameOf, team } from "./naming.js";
import { token } from "./token.js";
import { ownSeat } from "../../../boards/dock.js";
import { t } from "../../../lib/i18n.js";

export const SIZE = 50;
const WIDE = Math.sqrt(3) * SIZE;
const TALL = 1.5 * SIZE;
const MARGIN = 20;
const FAR = 4; // steps from which spaces of a reach are equally pale
const LAYERS = ["plate", "ground", "bevels", "under", "people", "over"];

/**
 * The drawing, with what it draws for a space or a figure under the pointer.
 * @typedef {SVGElement & {walk(to: string): Element | undefined, threat(figureId: string): Element | undefined}} Drawing
 * @typedef {{active: boolean, taken: boolean, scored: boolean, steps?: number}} Marks
 */

/**
 * Returns the drawing of the Arena, seen from the red end if `turned`.
 * @param {Scene} scene @param {View} view @param {KeyedCache} parts @param {boolean} turned
 */
export function field(scene, view, parts, turned) {
  const { rows } = view.catalogue.arena;
  /** @type {Drawing} */
  const svg = parts.part("svg", rows, () => frame(rows));
  const [table, ground, bevels, under, , people, over] = svg.children;
  const centre = centres(rows, turned);
  hold(table, [parts.part("plate", turned, () => plate([...centre.values()]))]);
  hold(bevels, [parts.part("bevels", turned, () => bevelled([...centre.values()]))]);
  const scored = scoring(scene, view);
  const picks = bySubject(view.options);
  /** @param {string} id */
  const open = (id) => (picks.get(id) ?? []).map((pick) => [pick, view.options.get(pick)]);
  const active = scene.board.figures[scene.board.active ?? ""]?.at ?? "";
  const taken = new Set(Object.values(scene.board.figures).map(({ at }) => at));
  const isMove = [...view.options.keys()].some((pick) => pick.startsWith("move"));
  const reach = [...picks.keys()].filter((subject) => centre.has(subject));
  const ways = spread(active, isMove ? reach : [], centre);
  const cells = [...centre].map(([space, at]) => {
    const steps = ways.get(space)?.steps;
    const is = { active: space === active, taken: taken.has(space), scored: space === scored, steps };
    return parts.part(`space:${space}`, [at, open(space), is], () => cell(space, at, view, is));
  });
  hold(ground, cells);
  svg.walk = (to) => foreseen(to, ways, centre);
  svg.threat = (figureId) => threat(figureId, scene, centre, view);
  svg.classList.toggle("judged", ["judge", "everything"].includes(scene.viewer));
  hold(under, [parts.part("tracks", [view.trail, turned], () => tracks(scene, centre, view))]);
  hold(people, standing(scene, centre, view, parts, open));
  hold(over, [parts.part("deltas", [view.trail, turned], () => deltas(scene, centre, view))]);
  return svg;
}

/** @param {string[][]} rows */
function frame(rows) {
  const { width, height } = extent(rows);
  const layers = LAYERS.map((layer) => s("g", { class: layer }));
  const svg = s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "arena", role: "group", "aria-label": t("The Arena") },
    layers,
  );
  pointing(svg);
  return svg;
}

/**
 * Draws what follows from a thing under the pointer or the focus: the path to a space, the threat of a rival.
 * @param {Drawing} svg
 */
function pointing(svg) {
  const path = s("g", { class: "foreseen", "aria-hidden": "true" });
  const show = (/** @type {Event} */ event) => {
    const space = within(event, ".space.open");
    const figure = within(event, ".figure");
    const line = figure
      ? svg.threat(figure.dataset.who)
      : space?.dataset.pick.startsWith("move") && svg.walk(space.dataset.space);
    path.replaceChildren(...(line ? [line] : []));
  };
  for (const event of ["pointerover", "focusin"]) svg.addEventListener(event, show);
  for (const event of ["pointerleave", "focusout"]) svg.addEventListener(event, () => path.replaceChildren());
  query(".people", svg).before(path);
}

/**
 * The spaces that a rival can strike after a standard move (SA-303, SA-304, SA-307), or nothing for an own figure.
 * @param {string} figureId @param {Scene} scene @param {Centres} centre @param {View} view
 */
function threat(figureId, { board, viewer }, centre, view) {
  const side = team(board, figureId);
  const { at, statuses } = board.figures[figureId];
  const seat = ownSeat({ viewer });
  if (seat !== undefined && board.teams[seat] === side) return undefined;
  const standing = new Map(
    Object.entries(board.figures).map(([other, figure]) => [figure.at, team(board, other)]),
  );
  const passable = [...centre.keys()].filter((space) => (standing.get(space) ?? side) === side);
  const most = "immobilized" in statuses ? 0 : view.reckoned[`move:${figureId}`];
  const ends = [...spread(at ?? "", passable, centre)].flatMap(([space, { steps }]) =>
    space === at || (steps <= most && !standing.has(space)) ? [space] : [],
  );
  const struck = [...centre].filter(([space]) => ends.some((end) => areAdjacent(end, space, centre)));
  return s("path", { class: "threat", d: struck.map(([, middle]) => hexagon(middle, SIZE - 8)).join("") });
}

/** @param {string[][]} rows */
function extent(rows) {
  const widest = Math.max(...rows.map((row) => row.length));
  return {
    widest,
    width: Math.ceil(widest * WIDE + 2 * MARGIN),
    height: (rows.length - 1) * TALL + 2 * SIZE + 2 * MARGIN,
  };
}

/** The middle of every space. @param {string[][]} rows @param {boolean} turned @returns {Centres} */
export function centres(rows, turned) {
  const { widest, width, height } = extent(rows);
  /** @type {(row: string[], r: number, c: number) => Point} */
  const at = (row, r, c) => [MARGIN + ((widest - row.length) / 2 + c + 0.5) * WIDE, MARGIN + SIZE + r * TALL];
  /** @param {number} n */
  const round = (n) => Math.round(n * 10) / 10;
  const middles = new Map(rows.flatMap((row, r) => row.map((space, c) => [space, at(row, r, c)])));
  return new Map(
    [...middles].map(([space, [x, y]]) => [
      space,
      turned ? [round(width - x), round(height - y)] : [round(x), round(y)],
    ]),
  );
}

/** The board that the spaces are set in: one thick edge around all of them, and the shadow it casts. @param {Point[]} middles */
function plate(middles) {
  const plates = middles.map((at) => hexagon(at, SIZE - 1)).join("");
  return s(
    "g",
    { "aria-hidden": "true" },
    s("path", { class: "cast", d: plates, transform: "translate(0 7)" }),
    s("path", { class: "rim", d: plates }),
    s("path", { class: "bed", d: plates }),
  );
}

/**
 * Light on the upper edges of all spaces, shade on the lower ones: two lines, however many spaces there are.
 * @param {Point[]} middles
 */
function bevelled(middles) {
  /** @param {number} from @param {number} to */
  const edges = (from, to) => middles.map((at) => hexagon(at, SIZE - 5.5, from, to)).join("");
  return s(
    "g",
    { "aria-hidden": "true" },
    s("path", { class: "lit", d: edges(2, 5) }),
    s("path", { class: "shaded", d: edges(-1, 2) }),
  );
}

/**
 * The path of a hexagon, or of its edges between two of its corners; corner 0 is below on the right, 1 at the foot.
 * @param {Point} middle @param {number} size
 */
function hexagon([x, y], size, from = 0, to = 5) {
  const corners = Array.from({ length: to - from + 1 }, (_, n) => {
    const angle = ((from + n) * Math.PI) / 3 + Math.PI / 6;
    return `${(x + size * Math.cos(angle)).toFixed(1)} ${(y + size * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}${to - from === 5 ? "Z" : ""}`;
}

/** The golden space that has just earned points for the active figure (SA-206). @param {Scene} scene @param {View} view */
function scoring({ board }, view) {
  const { at } = board.figures[board.active ?? ""] ?? {};
  if (!at || !view.catalogue.arena.golden.includes(at)) return undefined;
  const won = view.changed.some(
    (path) => path[1] === "points" && path[2] === team(board, board.active ?? ""),
  );
  const fell = view.trail.some(({ path, now }) => path[3] === "hp" && now === 0);
  return won && !fell ? at : undefined;
}

/** @param {string} space @param {Point} middle @param {View} view @param {Marks} marks */
function cell(space, [x, y], view, { active, taken, scored, steps }) {
  const { golden, stars } = view.catalogue.arena;
  const classes = ["space"];
  if (golden.includes(space)) classes.push("golden");
  if (active) classes.push("active");
  if (taken) classes.push("taken");
  if (scored) classes.push("scored");
  if (steps) classes.push(`step-${Math.min(steps, FAR)}`);
  stars.forEach((row, end) => row.includes(space) && classes.push(`back-${end}`));
  const element = s(
    "g",
    { class: classes.join(" "), "data-space": space, transform: `translate(${x} ${y})` },
    s("polygon", { class: "hex", points: star(6, SIZE - 2.5) }),
    golden.includes(space) && [
      s("circle", { class: "glow", r: 41 }),
      s("polygon", { class: "rays", points: star(24, 27, 20), transform: "translate(0 3)" }),
      s("circle", { class: "coin", r: 16, cy: 3 }),
    ],
    s("text", { class: "name", y: -25 }, space),
  );
  if (!offer(element, space, view)) return element;
  element.append(s("circle", { class: "here", r: 9 }));
  if (golden.includes(space)) element.ariaLabel += ` (${nameOf("golden-space", view)})`;
  return element;
}

/**
 * A polygon with its first corner below on the right, every other corner drawn in to `inner`.
 * @param {number} corners @param {number} outer
 */
function star(corners, outer, inner = outer) {
  /** @param {number} n */
  const corner = (n) => {
    const angle = (2 * Math.PI * n) / corners + Math.PI / 6;
    const reach = n % 2 ? inner : outer;
    return `${(reach * Math.cos(angle)).toFixed(1)},${(reach * Math.sin(angle)).toFixed(1)}`;
  };
  return Array.from({ length: corners }, (_, n) => corner(n)).join(" ");
}

/**
 * The figures of the Arena, each in a lasting group, so that moves are animated.
 * @param {Scene} scene @param {Centres} centre @param {View} view @param {KeyedCache} parts
 * @param {(id: string) => unknown} open
 */
function standing(scene, centre, view, parts, open) {
  const { board } = scene;
  return Object.entries(board.figures)
    .filter(([, figure]) => centre.has(figure.at ?? ""))
    .map(([figureId, figure]) => {
      const group = parts.part(`mover:${figureId}`, 0, () => s("g", { class: "mover" }));
      const [x, y] = centre.get(figure.at ?? "") ?? [0, 0];
      const transform = `translate(${x}px, ${y}px)`;
      if (group.dataset.stands !== transform) {
        group.dataset.stands = transform;
        group.style.setProperty("transform", transform);
      }
      const changed = view.changed.some((path) => path[1] === "figures" && path[2] === figureId);
      const numbers = [view.reckoned[`move:${figureId}`], view.reckoned[`attack:${figureId}`]];
      const key = [
        figure,
        figureId === board.active,
        changed,
        open(figureId),
        board.options.chapter,
        scene.viewer,
        ...numbers,
      ];
      hold(group, [parts.part(`figure:${figureId}`, key, () => token(figureId, scene, view, changed))]);
      return group;
    });
}
