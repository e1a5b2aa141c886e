/** The hexes: where each is, what can be chosen there, and who went where. */

import { s } from "../../../lib/dom.js";
import { hold } from "../../../lib/keyed-cache.js";
import { bySubject, offer } from "../../../lib/move-selection.js";
import { deltas, tracks } from "./trail.js";
import { token } from "./token.js";

export const SIZE = 50;
const WIDE = Math.sqrt(3) * SIZE;
const TALL = 1.5 * SIZE;
const MARGIN = 12;

/** Returns the drawing of the Arena, seen from the red end if `turned`. */
export function field(scene, view, parts, turned) {
  const { rows } = view.catalogue.arena;
  const svg = parts.part("svg", rows, () => frame(rows, view));
  const [ground, under, people, over] = svg.children;
  const centre = centres(rows, turned);
  const picks = bySubject(view.options);
  const open = (what) => (picks.get(what) ?? []).map((pick) => [pick, view.options.get(pick)]);
  const active = scene.board.figures[scene.board.active]?.at;
  const taken = new Set(Object.values(scene.board.figures).map(({ at }) => at));
  const cells = [...centre].map(([space, at]) => {
    const shown = [at, open(space), space === active, taken.has(space)];
    return parts.part(`space:${space}`, shown, () =>
      cell(space, at, view, { active: space === active, taken: taken.has(space) }),
    );
  });
  hold(ground, cells);
  hold(under, [parts.part("tracks", [view.trail, turned], () => tracks(scene, centre, view))]);
  hold(people, standing(scene, centre, view, parts, open));
  hold(over, [parts.part("deltas", [view.trail, turned], () => deltas(scene, centre, view))]);
  return svg;
}

function frame(rows, view) {
  const { width, height } = extent(rows);
  const layers = ["ground", "under", "people", "over"].map((layer) => s("g", { class: layer }));
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "arena", role: "group", "aria-label": view.words.ui.arena },
    layers,
  );
}

function extent(rows) {
  const widest = Math.max(...rows.map((row) => row.length));
  return {
    widest,
    width: Math.ceil(widest * WIDE + 2 * MARGIN),
    height: (rows.length - 1) * TALL + 2 * SIZE + 2 * MARGIN,
  };
}

/** The middle of every space. */
function centres(rows, turned) {
  const { widest, width, height } = extent(rows);
  const at = (row, r, c) => [MARGIN + ((widest - row.length) / 2 + c + 0.5) * WIDE, MARGIN + SIZE + r * TALL];
  const round = (n) => Math.round(n * 10) / 10;
  const found = rows.flatMap((row, r) => row.map((space, c) => [space, at(row, r, c)]));
  return new Map(
    found.map(([space, [x, y]]) => [
      space,
      turned ? [round(width - x), round(height - y)] : [round(x), round(y)],
    ]),
  );
}

function cell(space, [x, y], view, { active, taken }) {
  const { golden, stars } = view.catalogue.arena;
  const classes = ["space"];
  if (golden.includes(space)) classes.push("golden");
  if (active) classes.push("active");
  if (taken) classes.push("taken");
  stars.forEach((row, end) => row.includes(space) && classes.push(`back-${end}`));
  const element = s(
    "g",
    { class: classes.join(" "), transform: `translate(${x} ${y})` },
    s("polygon", { class: "hex", points: star(6, SIZE - 2.5) }),
    golden.includes(space) && [
      s("polygon", { class: "rays", points: star(24, 33, 24) }),
      s("circle", { class: "coin", r: 20 }),
    ],
    s("text", { class: "name", y: -24 }, space),
  );
  if (offer(element, space, view)) element.append(s("circle", { class: "here", r: 9 }));
  return element;
}

/** A polygon with its first corner below on the right, every other corner drawn in to `inner`. */
function star(corners, outer, inner = outer) {
  const corner = (n) => {
    const angle = (2 * Math.PI * n) / corners + Math.PI / 6;
    const reach = n % 2 ? inner : outer;
    return `${(reach * Math.cos(angle)).toFixed(1)},${(reach * Math.sin(angle)).toFixed(1)}`;
  };
  return Array.from({ length: corners }, (_, n) => corner(n)).join(" ");
}

/** Everybody in the Arena: each in a group that stays, so that it glides where it goes. */
function standing(scene, centre, view, parts, open) {
  const { board } = scene;
  return Object.entries(board.figures)
    .filter(([, figure]) => centre.has(figure.at))
    .map(([who, figure]) => {
      const group = parts.part(`mover:${who}`, 0, () => s("g", { class: "mover" }));
      const [x, y] = centre.get(figure.at);
      const place = `translate(${x}px, ${y}px)`;
      if (group.dataset.place !== place) {
        group.dataset.place = place;
        group.style.setProperty("transform", place);
      }
      const changed = view.changed.some((path) => path[1] === "figures" && path[2] === who);
      const numbers = [view.reckoned[`move:${who}`], view.reckoned[`attack:${who}`]];
      const shown = [figure, who === board.active, changed, open(who), board.options.chapter, ...numbers];
      hold(group, [parts.part(`figure:${who}`, shown, () => token(who, scene, view, changed))]);
      return group;
    });
}
