/** Motions on the board: a figure walks, a blow lands, a card is played and discarded, points fly to the score. */

/** @import { Centres, Change, Motion, Scene, Step, View } from "../shapes.d.ts" */

import { h, query } from "../../../lib/dom.js";
import { banner, fly, STEP, visibleBox } from "../../../boards/motion.js";
import { short, team } from "./naming.js";
import { emblem } from "./silhouettes.js";

const FLASH = 260;
const FLOAT = 600;
const PIPS = 5; // at most so many fly; the score shows the number

/**
 * Animates the changes of `motion` on the drawn board. `centre` maps spaces to their middles.
 * @param {HTMLElement} root @param {Scene} scene @param {View} view @param {Motion} motion @param {Centres} centre
 */
export function move(root, scene, view, motion, centre) {
  const { changes, tempo } = motion;
  for (const change of changes) {
    const [, part, which, field] = change.path;
    if (part === "figures" && field === "at") walk(root, change, centre, tempo);
    if (part === "figures" && field === "hp" && change.now < change.was) blow(root, which, change.by, tempo);
    if (part === "points" && change.now > change.was) score(root, scene, change, tempo);
    if (part === "resolving") card(root, scene, change, tempo);
    if (part === "active" && change.now) startTurn(root, scene, change.now, view, tempo);
  }
}

/** @param {HTMLElement} root @param {Step} [figureId] */
const figure = (root, figureId) => query(`.figure[data-who="${CSS.escape(String(figureId ?? ""))}"]`, root);

/** @param {HTMLElement} root @param {Change} change @param {Centres} centre @param {number} tempo */
function walk(root, { path: [, , figureId], along = [], was, now }, centre, tempo) {
  const path = along[0] === was && along.at(-1) === now ? along : [was, now];
  const frames = path.flatMap((at) => {
    const [x, y] = centre.get(at) ?? [];
    return x === undefined ? [] : { transform: `translate(${x}px, ${y}px)` };
  });
  if (frames.length < path.length) return;
  figure(root, figureId)?.parentElement.animate(frames, STEP * (frames.length - 1) * tempo);
}

/**
 * A flash at the target, and the number on its way from the attacker.
 * @param {HTMLElement} root @param {Step} figureId @param {string | undefined} by @param {number} tempo
 */
function blow(root, figureId, by, tempo) {
  const hit = figure(root, figureId);
  const flash = [{ fill: "var(--danger)" }, { fill: "var(--paper)", offset: 0.4 }, {}];
  hit?.querySelector(".body")?.animate(flash, FLASH * tempo);
  const number = root.querySelector(`.delta[data-who="${CSS.escape(String(figureId))}"] > g`);
  const from = figure(root, by)?.getBoundingClientRect();
  const scale = query("svg.arena", root).getScreenCTM()?.a ?? 1;
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

/** @param {HTMLElement} root @param {Scene} scene @param {Change} change @param {number} tempo */
function score(root, { board }, { path: [, , side], was, now }, tempo) {
  const from = figure(root, board.active ?? "")?.getBoundingClientRect();
  const to = visibleBox(root, `.score .points.team-${side} .number`);
  if (!from || !to) return;
  for (let pip = 0; pip < Math.min(PIPS, now - was); pip++)
    fly(h("span", { class: `pip team-${side}` }), from, to, tempo, pip * STEP * tempo);
}

/**
 * A card flies from the hand of the active seat, and then to its discards.
 * @param {HTMLElement} root @param {Scene} scene @param {Change} change @param {number} tempo
 */
function card(root, { board }, { was, now }, tempo) {
  const { seat } = board.figures[board.active ?? ""] ?? {};
  const playedBox = visibleBox(root, ".played.full");
  const hand = visibleBox(root, `.side [data-seat="${seat}"] .hand`) ?? visibleBox(root, ".dock:not(:empty)");
  const pile = visibleBox(root, `.side [data-seat="${seat}"] .discards`);
  const back = () => h("span", { class: `card back team-${team(board, board.active ?? "")}` });
  if (now && hand && playedBox) fly(back(), hand, playedBox, tempo);
  if (was && !now && playedBox && pile) fly(back(), playedBox, pile, tempo);
}

/** @param {HTMLElement} root @param {Scene} scene @param {string} figureId @param {View} view @param {number} tempo */
function startTurn(root, { board }, figureId, view, tempo) {
  const of = board.figures[figureId];
  const side = team(board, figureId);
  banner(
    query(".field", root),
    tempo,
    h("span", { class: `code team-${side}` }, emblem(of.code)),
    h("b", {}, short(figureId, view)),
  );
}
