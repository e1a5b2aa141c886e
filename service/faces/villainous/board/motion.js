/** Motions on the board: the mover walks, cards come from the hand or go to a pile, Power flies to its owner. */

/** @import { Change, Motion, Scene, View } from "../shapes.d.ts" */

import { h, query } from "../../../lib/dom.js";
import { banner, fly, STEP, visibleBox } from "../../../boards/motion.js";
import { ownSeat } from "../../../boards/dock.js";
import { coin, ghost, loose } from "./card.js";
import { crest, dress, icon } from "./icons.js";
import { isFate, nameOf } from "./card-text.js";
import { emptyHeight, refused } from "./piles.js";

const COINS = 5; // at most so many fly; the text shows the number
const READING = 1600; // milliseconds that a card of another player lies open
const REVEALED = 5000; // milliseconds that cards lie open of which Fate took one by itself

const narrow = matchMedia("(max-width: 56rem)"); // a phone: above the bar, which grows with its question

/**
 * Animates the changes of `motion` on the drawn board.
 * @param {HTMLElement} root @param {Scene} scene @param {View} view @param {Motion} motion
 */
export function move(root, scene, view, { changes, tempo }) {
  const revealed = changes.flatMap((change) => revealedCards(change, view));
  const played = changes.flatMap((change) => playedCards(scene, change, view));
  if (revealed.length) layOpen(root, revealed, view, REVEALED);
  else if (played.length) layOpen(root, played, view, READING);
  for (const change of changes) {
    const [, part, seat, field, card] = change.path;
    if (part === "seat" || part === "turn") startTurn(root, scene, view, tempo);
    if (part !== "realms") continue;
    const realm = root.querySelector(`[data-seat="${seat}"]`);
    if (!realm?.checkVisibility()) continue;
    if (field === "at" && change.path.length === 4)
      goes(realm, change, scene.board.realms[Number(seat)].who, view, tempo);
    if (field === "power" && change.now > change.was) gains(realm, change.now - change.was, tempo);
    if (field === "cards" && change.path.length === 5) comes(root, realm, String(card), change, view, tempo);
  }
}

/**
 * The cards that another player than the viewer plays or reveals by a change.
 * @param {Scene} scene @param {Change} change @param {View} view @returns {string[]}
 */
function playedCards(scene, { path: [, part, seat, field, card, ...more], was, now }, view) {
  if (part !== "realms" || more.length) return [];
  const own = ownSeat(scene);
  // All cards that lie open, or one of them that takes the place of another.
  const [before, after] = [was, now].map((cards) => [cards].flat());
  const opened = field === "opened" ? after.filter((each) => !before.includes(each)) : [];
  const came = field === "cards" && card && now && !was ? [String(card)] : opened;
  return came.filter((each) => own === undefined || own !== (isFate(each, view) ? scene.board.seat : seat));
}

/**
 * The cards that were turned over and taken away again without a choice, whoever did so.
 * @param {Change} change @param {View} view @returns {string[]}
 */
function revealedCards({ path, was, now }, { trail }) {
  if (path[3] !== "opened" || path.length > 4 || now.length >= was.length) return [];
  const all = trail.find((each) => each.path.join() === path.join() && !each.was.length)?.now ?? [];
  return all.length === was.length ? all : []; // once
}

/**
 * Shows cards large over the board until they are read or somebody taps, in place of those before, unless they lie open there.
 * Those of a Fate that do not lie in a Realm stand back.
 * @param {Element} root @param {string[]} cards @param {View} view @param {number} duration
 */
function layOpen(root, cards, view, duration) {
  for (const earlier of document.querySelectorAll(".spotlight")) earlier.remove();
  const box = visibleBox(root, narrow.matches ? ".lead" : ".round");
  const isOpen = cards.every((card) => root.querySelector(`.laid-open [data-thing="${CSS.escape(card)}"]`));
  if (!box || isOpen) return;
  const idle = { ...view, options: new Map() };
  const taken = cards.filter((card) =>
    root.querySelector(`:is(.location, .counts) [data-thing="${CSS.escape(card)}"]`),
  );
  const faces = cards.map((card) => {
    const face = loose(card, idle);
    const isRefused = isFate(card, view) && !taken.includes(card);
    return isRefused && (taken.length || duration === REVEALED) ? refused(face) : face;
  });
  const list = h("ul", { class: "spotlight", "aria-hidden": "true", inert: true }, faces);
  list.style.setProperty("left", `${(box.left + box.right) / 2}px`);
  list.style.setProperty("top", `${Math.max(0, box.top)}px`);
  document.body.append(list);
  const { offsetHeight: height } = list;
  const bar = document.querySelector(".strip");
  const rise = new ResizeObserver(([{ target }]) => {
    list.style.setProperty("top", "0");
    list.style.setProperty("translate", `-50% ${target.getBoundingClientRect().top - height}px`); // no jump, as it would be by `top`
  });
  if (bar && narrow.matches) rise.observe(bar);
  else if (emptyHeight(root) >= height)
    list.style.setProperty("top", `${query(".realms", root).getBoundingClientRect().bottom - height}px`);
  const shine = list.animate(
    [{ opacity: 0 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }],
    { duration },
  );
  const end = new AbortController();
  shine.onfinish = shine.oncancel = () => {
    list.remove();
    rise.disconnect();
    end.abort();
  };
  addEventListener("pointerdown", () => shine.cancel(), { signal: end.signal });
}

/** @param {string} [spot] */
const at = (spot) => `[data-place="${CSS.escape(spot ?? "")}"]`;

/** @param {Element} realm @param {Change} change @param {string} villain @param {View} view @param {number} tempo */
function goes(realm, { was, now }, villain, view, tempo) {
  const [from, to] = [was, now].map((spot) => visibleBox(realm, `${at(spot)} h3`));
  if (from && to) fly(dress(h("span", { class: "mover" }, icon("pawn")), villain, view), from, to, tempo);
}

/** @param {Element} realm @param {number} power @param {number} tempo */
function gains(realm, power, tempo) {
  const from = visibleBox(realm, ".location.here .symbols") ?? visibleBox(realm, ".here");
  const to = visibleBox(realm, ".points");
  if (!from || !to) return;
  for (let n = 0; n < Math.min(COINS, power); n++) fly(coin(""), from, to, tempo, n * STEP * tempo);
}

/**
 * A card that came lies there already: its likeness flies to it; that of one that left flies to the pile.
 * @param {Element} root @param {Element} realm @param {string} card @param {Change} change @param {View} view
 * @param {number} tempo
 */
function comes(root, realm, card, { was, now }, view, tempo) {
  const fate = isFate(card, view);
  const element = visibleBox(realm, `[data-thing="${CSS.escape(card)}"]`);
  const hand = fate
    ? visibleBox(realm, ".pile.fate .deck")
    : (visibleBox(realm, ".hand-of") ?? visibleBox(root, ".dock:not(:empty)"));
  const likeness = () => h("ul", {}, ghost(card, view));
  if (now && !was && element && hand) fly(likeness(), hand, element, tempo);
  const origin = was && visibleBox(realm, at(was.at));
  const pile = visibleBox(realm, `.pile.${fate ? "fate" : "villain"} .discard`);
  if (!now && origin && pile) fly(likeness(), origin, pile, tempo);
}

/** @param {HTMLElement} root @param {Scene} scene @param {View} view @param {number} tempo */
function startTurn(root, { board }, view, tempo) {
  const { who } = board.realms[board.seat];
  const lead = query(".lead", root);
  if (lead.querySelector(".turn-banner")) return;
  const sign = dress(h("span", { class: "code" }, crest(who, view, "emblem")), who, view);
  banner(lead, tempo, sign, h("b", {}, nameOf(who, view)));
}
