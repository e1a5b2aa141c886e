/** The effects of the last answer on the board: moves, hits and their amounts. */

/** @import { Board, Centres, Change, Point, Scene, Step, View } from "../shapes.d.ts" */

import { s } from "../../../lib/dom.js";
import { team } from "./naming.js";
import { figurine } from "./silhouettes.js";

const NEXT = 90; // spaces with middles nearer than this share an edge
const REACH = 36; // from the middle of a space to the end of an arrow

/** @param {Change[]} trail @param {string} field */
const of = (trail, field) => trail.filter(({ path }) => path[1] === "figures" && path[3] === field);

/** Moves and blows, below the figures. @param {Scene} scene @param {Centres} centre @param {View} view */
export function tracks(scene, centre, view) {
  const { board } = scene;
  const steps = of(view.trail, "at").flatMap(({ path: [, , figureId], was, now }) => {
    const [from, to] = [centre.get(was), centre.get(now)];
    if (!from) return [];
    const start = s(
      "g",
      { class: `left team-${team(board, figureId)}`, transform: at(from) },
      s("circle", { r: 24 }),
      figurine(board.figures[figureId].code, 30),
    );
    if (!to) return [start, cross(from)];
    return [start, arrow("way", `team-${team(board, figureId)}`, from, to)];
  });
  const blows = of(view.trail, "hp").flatMap(({ seq, by, path: [, , figureId], was, now }) => {
    const [from, to] = [by, figureId].map((each) => centre.get(placeAt(each, seq, board, view)));
    return figureId === by || !from || !to || now >= was ? [] : [arrow("blow", "", from, to)];
  });
  return s("g", { "aria-hidden": "true" }, steps, blows);
}

/** Gained and lost HP above the figures. A blow that knocks out may be harder than the HP it takes. @param {Scene} scene @param {Centres} centre @param {View} view */
export function deltas(scene, centre, view) {
  /** @type {Map<Step, number>} */
  const sums = new Map();
  /** @type {Set<Step>} */
  const fallen = new Set();
  for (const {
    path: [, , figureId],
    was,
    now,
  } of of(view.trail, "hp")) {
    sums.set(figureId, (sums.get(figureId) ?? 0) + now - was);
    if (now === 0) fallen.add(figureId);
  }
  const labels = [...sums].flatMap(([figureId, sum]) => {
    const position = centre.get(scene.board.figures[figureId]?.at ?? "") ?? lastPlace(figureId, centre, view);
    if (!position || !sum) return [];
    const isFallen = fallen.has(figureId);
    const text = isFallen ? "K.O." : sum > 0 ? `+${sum}` : `−${-sum}`;
    const [x, y] = isFallen ? [0, 28] : [30, -34]; // on its space, or at the corner of the figure
    const half = isFallen ? 25 : 17;
    return s(
      "g",
      {
        class: sum > 0 ? "delta won" : "delta lost",
        "data-who": figureId,
        transform: at([position[0] + x, position[1] + y]),
      },
      s(
        "g",
        {},
        s("rect", { x: -half, y: -12, width: 2 * half, height: 24, rx: 12 }),
        s("text", { y: 1 }, text),
      ),
    );
  });
  return s("g", { "aria-hidden": "true" }, labels);
}

/**
 * The space of a figure when fact `seq` happened: the origin of its next move, or its space now.
 * @param {Step | undefined} figureId @param {number} seq @param {Board} board @param {View} view
 */
const placeAt = (figureId, seq, board, view) =>
  (
    of(view.trail, "at").find(({ seq: later, path }) => path[2] === figureId && later > seq) ?? {
      was: board.figures[figureId ?? ""]?.at,
    }
  ).was;

/** @param {Step} figureId @param {Centres} centre @param {View} view */
const lastPlace = (figureId, centre, view) =>
  centre.get(of(view.trail, "at").findLast(({ path, was }) => path[2] === figureId && centre.has(was))?.was);

/** @param {Point} middle */
const at = ([x, y]) => `translate(${x} ${y})`;

/** @param {Point} position */
const cross = (position) =>
  s("path", { class: "fallen", transform: at(position), d: "M-16 -16L16 16M16 -16L-16 16" });

/**
 * A line between two spaces with a head at its end.
 * @param {string} kind @param {string} side @param {Point} from @param {Point} to
 */
function arrow(kind, side, [x1, y1], [x2, y2]) {
  const long = Math.hypot(x2 - x1, y2 - y1);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const tip = long - REACH;
  return s(
    "g",
    { class: `${kind} ${side}`, transform: `translate(${x1} ${y1}) rotate(${angle.toFixed(1)})` },
    s("path", { class: "line", d: `M${kind === "way" ? 24 : REACH} 0H${(tip - 6).toFixed(1)}` }),
    s("path", { class: "head", d: `M${tip.toFixed(1)} 0l-13 -8v16z` }),
  );
}

/**
 * The shortest ways from a space over `spaces`: for each space, the one before it and the steps to it.
 * @param {string} from @param {Iterable<string>} spaces @param {Map<string, [number, number]>} centre
 */
export function spread(from, spaces, centre) {
  const ways = new Map([[from, { before: "", steps: 0 }]]);
  for (const [at, { steps }] of ways) {
    for (const next of spaces) {
      if (!ways.has(next) && areAdjacent(at, next, centre)) ways.set(next, { before: at, steps: steps + 1 });
    }
  }
  return ways;
}

/** @param {string} one @param {string} other @param {Centres} centre */
export function areAdjacent(one, other, centre) {
  const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = [centre.get(one), centre.get(other)];
  return Math.hypot(x2 - x1, y2 - y1) < NEXT;
}

/**
 * The path to a space by `ways`, as a line, or nothing without a path.
 * @param {string} to @param {Map<string, {before: string, steps: number}>} ways @param {Centres} centre
 */
export function foreseen(to, ways, centre) {
  if (!ways.has(to)) return undefined;
  const path = [];
  for (let at = to; at; at = ways.get(at)?.before ?? "") path.unshift(centre.get(at)?.join(" "));
  return s("path", { class: "line", d: `M${path.join("L")}` });
}
