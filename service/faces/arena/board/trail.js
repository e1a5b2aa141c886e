/** What the last answer did, on the board: who came from where, who hit whom, and for how much. */

import { s } from "../../../lib/dom.js";
import { team } from "./naming.js";

const NEXT = 90; // two spaces whose middles are nearer than this share an edge
const REACH = 36; // from the middle of a space to where an arrow begins or ends

const of = (trail, field) => trail.filter(({ path }) => path[1] === "figures" && path[3] === field);

/** Ways and blows, which lie under the figures. */
export function tracks(scene, centre, view) {
  const { board } = scene;
  const ways = of(view.trail, "at").flatMap(({ path: [, , who], was, now }) => {
    if (!centre.has(was)) return [];
    const left = s(
      "g",
      { class: `left team-${team(board, who)}`, transform: at(centre.get(was)) },
      s("circle", { r: 15 }),
    );
    if (!centre.has(now)) return [left, cross(centre.get(was))];
    return [left, arrow("way", `team-${team(board, who)}`, centre.get(was), centre.get(now))];
  });
  const blows = of(view.trail, "hp").flatMap(({ seq, by, path: [, , who], was, now }) => {
    const [from, to] = [by, who].map((each) => centre.get(placeAt(each, seq, board, view)));
    return who === by || !from || !to || now >= was ? [] : [arrow("blow", "", from, to)];
  });
  return s("g", { "aria-hidden": "true" }, ways, blows);
}

/** Won and lost HP, which lie above the figures. */
export function deltas(scene, centre, view) {
  const sums = new Map();
  for (const {
    path: [, , who],
    was,
    now,
  } of of(view.trail, "hp"))
    sums.set(who, (sums.get(who) ?? 0) + now - was);
  const drawn = [...sums].flatMap(([who, sum]) => {
    const place = centre.get(scene.board.figures[who]?.at) ?? lastPlace(who, centre, view);
    if (!place || !sum) return [];
    const text = sum > 0 ? `+${sum}` : `−${-sum}`;
    return s(
      "g",
      {
        class: sum > 0 ? "delta won" : "delta lost",
        "data-who": who,
        transform: at([place[0] + 30, place[1] - 34]),
      },
      s("g", {}, s("rect", { x: -17, y: -12, width: 34, height: 24, rx: 12 }), s("text", { y: 1 }, text)),
    );
  });
  return s("g", { "aria-hidden": "true" }, drawn);
}

/** Where somebody stood when fact `seq` happened: where they were before they next went anywhere, or are now. */
const placeAt = (who, seq, board, view) =>
  (
    of(view.trail, "at").find(({ seq: later, path }) => path[2] === who && later > seq) ?? {
      was: board.figures[who]?.at,
    }
  ).was;

const lastPlace = (who, centre, view) =>
  centre.get(of(view.trail, "at").findLast(({ path, was }) => path[2] === who && centre.has(was))?.was);

const at = ([x, y]) => `translate(${x} ${y})`;

const cross = (place) =>
  s("path", { class: "fallen", transform: at(place), d: "M-16 -16L16 16M16 -16L-16 16" });

/** A line between two spaces with a head at its end. */
function arrow(kind, side, [x1, y1], [x2, y2]) {
  const long = Math.hypot(x2 - x1, y2 - y1);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const tip = long - REACH;
  return s(
    "g",
    { class: `${kind} ${side}`, transform: `translate(${x1} ${y1}) rotate(${angle.toFixed(1)})` },
    s("path", { class: "line", d: `M${kind === "way" ? 15 : REACH} 0H${(tip - 6).toFixed(1)}` }),
    s("path", { class: "head", d: `M${tip.toFixed(1)} 0l-13 -8v16z` }),
  );
}

/**
 * The way that somebody would walk from one space to another over `spaces`, as a line; nothing, where there is none.
 * @param {Map<string, [number, number]>} centre
 * @param {Set<string>} spaces
 */
export function foreseen(from, to, spaces, centre) {
  const near = (...two) => {
    const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = two.map((each) => centre.get(each));
    return Math.hypot(x2 - x1, y2 - y1) < NEXT;
  };
  const before = new Map([[from, ""]]);
  for (const at of before.keys()) {
    for (const next of spaces) {
      if (!before.has(next) && near(at, next)) before.set(next, at);
    }
  }
  if (!before.has(to)) return undefined;
  const way = [];
  for (let at = to; at; at = before.get(at) ?? "") way.unshift(centre.get(at)?.join(" "));
  return s("path", { class: "line", d: `M${way.join("L")}` });
}
