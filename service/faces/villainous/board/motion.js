/** What happens, for eyes: the mover goes, a card comes from the hand or goes to its pile, Power flies to who gains it. */

import { h } from "../../../lib/dom.js";
import { banner, fly, seen, STEP } from "../../../lib/motion.js";
import { coin, ghost } from "./card.js";
import { crest, dress, icon } from "./icons.js";
import { isFate, named } from "./card-text.js";

const COINS = 5; // as many fly at most; the number tells how many there were

/** Moves what was just drawn into `root`, as `view.motion` tells. */
export function move(root, scene, view) {
  const { changes, tempo } = view.motion;
  for (const change of changes) {
    const [, part, seat, field, card] = change.path;
    if (part === "seat" || part === "turn") begin(root, scene, view);
    if (part !== "realms") continue;
    const realm = root.querySelector(`[data-seat="${seat}"]`);
    if (!realm?.checkVisibility()) continue;
    if (field === "at" && change.path.length === 4) goes(realm, change, scene.board.realms[seat].who, view);
    if (field === "power" && change.now > change.was) gains(realm, change.now - change.was, tempo);
    if (field === "cards" && change.path.length === 5) comes(root, realm, card, change, view);
  }
}

const at = (place) => `[data-place="${CSS.escape(place ?? "")}"]`;

function goes(realm, { was, now }, who, view) {
  const [from, to] = [was, now].map((place) => seen(realm, `${at(place)} h3`));
  if (from && to)
    fly(dress(h("span", { class: "mover" }, icon("pawn")), who, view), from, to, view.motion.tempo);
}

function gains(realm, power, tempo) {
  const from = seen(realm, ".location.here .symbols") ?? seen(realm, ".where");
  const to = seen(realm, ".points");
  if (!from || !to) return;
  for (let n = 0; n < Math.min(COINS, power); n++) fly(coin(""), from, to, tempo, n * STEP * tempo);
}

/** A card that came lies there already: its likeness flies to it; that of one that left flies to the pile. */
function comes(root, realm, card, { was, now }, view) {
  const fate = isFate(card, view);
  const there = seen(realm, `[data-thing="${CSS.escape(card)}"]`);
  const hand = fate
    ? seen(realm, ".pile.fate .deck")
    : (seen(realm, ".hand-of") ?? seen(root, ".dock:not(:empty)"));
  const likeness = () => h("ul", {}, ghost(card, view));
  if (now && !was && there && hand) fly(likeness(), hand, there, view.motion.tempo);
  const left = was && seen(realm, at(was.at));
  const pile = seen(realm, `.pile.${fate ? "fate" : "villain"} .discard`);
  if (!now && left && pile) fly(likeness(), left, pile, view.motion.tempo);
}

function begin(root, { board }, view) {
  const { who } = board.realms[board.seat];
  const lead = root.querySelector(".lead");
  if (lead.querySelector(".turn-banner")) return;
  const sign = dress(h("span", { class: "code" }, crest(who, view, "emblem")), who, view);
  banner(lead, view.motion.tempo, sign, h("b", {}, named(who, view)));
}
