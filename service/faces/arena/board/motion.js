/** Motions on the board: a figure walks, a blow lands, a card is played and discarded, points fly to the score. */

import { h } from "../../../lib/dom.js";
import { banner, fly, STEP, visibleBox } from "../../../boards/motion.js";
import { short, team } from "./naming.js";
import { emblem } from "./silhouettes.js";

const FLASH = 260;
const FLOAT = 600;
const PIPS = 5; // at most so many fly; the score shows the number

/** Animates the changes in `view.motion` on the drawn board. `centre` maps spaces to their middles. */
export function move(root, scene, view, centre) {
  const { changes, tempo } = view.motion;
  for (const change of changes) {
    const [, part, which, field] = change.path;
    if (part === "figures" && field === "at") walk(root, change, centre, tempo);
    if (part === "figures" && field === "hp" && change.now < change.was) blow(root, which, change.by, tempo);
    if (part === "points" && change.now > change.was) score(root, scene, change, tempo);
    if (part === "resolving") card(root, scene, change, tempo);
    if (part === "active" && change.now) startTurn(root, scene, change.now, view);
  }
}

const figure = (root, figureId) => root.querySelector(`.figure[data-who="${CSS.escape(figureId ?? "")}"]`);

function walk(root, { path: [, , figureId], along = [], was, now }, centre, tempo) {
  const places = (along[0] === was && along.at(-1) === now ? along : [was, now]).map((at) => centre.get(at));
  if (places.includes(undefined)) return;
  const frames = places.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
  figure(root, figureId)?.parentElement.animate(frames, STEP * (places.length - 1) * tempo);
}

/** A flash at the target, and the number on its way from the attacker. */
function blow(root, figureId, by, tempo) {
  const hit = figure(root, figureId);
  const flash = [{ fill: "var(--danger)" }, { fill: "var(--paper)", offset: 0.4 }, {}];
  hit?.querySelector(".body")?.animate(flash, FLASH * tempo);
  const number = root.querySelector(`.delta[data-who="${CSS.escape(figureId)}"] > g`);
  const from = figure(root, by)?.getBoundingClientRect();
  const scale = root.querySelector("svg.arena").getScreenCTM()?.a ?? 1;
  const to = number?.getBoundingClientRect();
  const offset = from && to ? [(from.x - to.x) / scale, (from.y - to.y) / scale] : [0, 20];
  number?.animate(
    [
      { transform: `translate(${offset[0]}px, ${offset[1]}px) scale(0.6)`, opacity: 0 },
      { transform: "translate(0, -8px) scale(1.4)", opacity: 1, offset: 0.6 },
      { transform: "none", opacity: 1 },
    ],
    { duration: FLOAT * tempo, easing: "ease-out" },
  );
}

function score(root, { board }, { path: [, , side], was, now }, tempo) {
  const from = figure(root, board.active)?.getBoundingClientRect();
  const to = visibleBox(root, `.score .points.team-${side} .number`);
  if (!from || !to) return;
  for (let pip = 0; pip < Math.min(PIPS, now - was); pip++)
    fly(h("span", { class: `pip team-${side}` }), from, to, tempo, pip * STEP * tempo);
}

/** A card flies from the hand of the active seat, and then to its discards. */
function card(root, { board }, { was, now }, tempo) {
  const { seat } = board.figures[board.active] ?? {};
  const playedBox = visibleBox(root, ".played.full");
  const hand = visibleBox(root, `.side [data-seat="${seat}"] .hand`) ?? visibleBox(root, ".dock:not(:empty)");
  const pile = visibleBox(root, `.side [data-seat="${seat}"] .discards`);
  const back = () => h("span", { class: `card back team-${team(board, board.active)}` });
  if (now && hand && playedBox) fly(back(), hand, playedBox, tempo);
  if (was && !now && playedBox && pile) fly(back(), playedBox, pile, tempo);
}

function startTurn(root, { board }, figureId, view) {
  const of = board.figures[figureId];
  const side = team(board, figureId);
  banner(
    root.querySelector(".field"),
    view.motion.tempo,
    h("span", { class: `code team-${side}` }, emblem(of.code)),
    h("b", {}, short(figureId, view)),
  );
}
