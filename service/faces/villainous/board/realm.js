/** A Realm with its four locations, or as a row with the essentials. */

/** @import { Location, Realm, Scene, View } from "../shapes.d.ts" */

import { h } from "../../../lib/dom.js";
import { plural, say, t } from "../../../lib/i18n.js";
import { stand } from "../../../boards/move-selection.js";
import { face } from "./card.js";
import { crest, dress, icon } from "./icons.js";
import { goal, headway, pips } from "./objective.js";
import { cardCount, hand, lasting, open, piles } from "./piles.js";
import { location, moverHere, signs } from "./location.js";
import { cardsAt, nameOf, printedVillain } from "./card-text.js";

const COINS = 10; // so many coins at most; the number shows the rest

/**
 * A Realm as it lies on the table. `fold` folds it to a row again, if it can be.
 * @param {Realm} realm @param {View} view @param {(() => void) | null} fold
 */
export function whole(realm, view, fold) {
  const { seat, state } = realm;
  const element = h(
    "div",
    { class: shell(realm, "realm"), role: "group", "aria-label": nameOf(state.who, view), "data-seat": seat },
    h(
      "header",
      {},
      title(realm, view),
      token(realm),
      goal(seat, state.who, view),
      power(realm, view),
      fold ? toggle(realm, view, true, fold) : null,
    ),
    h(
      "div",
      { class: "spread" },
      h(
        "ol",
        { class: "locations" },
        printedVillain(state.who, view).locations.map((spot) => location(spot, realm, view)),
      ),
      h(
        "footer",
        {},
        realm.apart ? null : open(realm, view),
        hand(realm, view),
        lasting(realm, view),
        piles(realm, view),
      ),
    ),
  );
  return dress(element, state.who, view);
}

/**
 * A button for each Realm, for a phone that shows one of them at a time, with its progress. A dot marks those that `changed`.
 * @param {Scene} scene @param {number} first @param {number[]} changed @param {View} view @param {(seat: number) => void} choose
 */
export const realmSwitch = ({ board, players }, first, changed, view, choose) =>
  h(
    "span",
    { class: "leads", role: "group", "aria-label": t("Realms") },
    board.realms.map(({ who }, seat) =>
      h(
        "button",
        {
          type: "button",
          class: changed.includes(seat) ? "quiet changed" : "quiet",
          "aria-pressed": String(seat === first),
          "aria-label": [
            nameOf(who, view),
            players[seat] ?? t("a free seat"),
            `${headway(seat, view).join("/")} ${t("of the way to the objective")}`,
            changed.includes(seat) && t("changed since you looked"),
          ]
            .filter(Boolean)
            .join(", "),
          title: nameOf(who, view),
          onclick: () => choose(seat),
          "data-thing": `realm-${seat}`,
        },
        crest(who, view, "crest-in-switch"),
        h("small", {}, headway(seat, view).join("/")),
      ),
    ),
  );

/**
 * A Realm as a row: its mover, its Power, its progress, its hand, and its locations.
 * @param {Realm} realm @param {View} view @param {() => void} unfold
 */
export function row(realm, view, unfold) {
  const { seat, state } = realm;
  const [done, wanted] = headway(seat, view);
  const element = h(
    "div",
    { class: shell(realm, "rival"), role: "group", "aria-label": nameOf(state.who, view), "data-seat": seat },
    h("header", {}, title(realm, view), token(realm), toggle(realm, view, false, unfold)),
    h(
      "div",
      { class: "gist" },
      power(realm, view),
      h(
        "span",
        { class: "way" },
        pips(done, wanted),
        h("span", {}, `${done}/${wanted}`),
        h("span", { class: "hidden" }, ` ${t("of the way to the objective")}`),
      ),
      h("span", { class: "held" }, icon("hand"), cardCount(state.hand)),
    ),
    h(
      "ol",
      { class: "counts" },
      printedVillain(state.who, view).locations.map((spot) => place(spot, realm, view)),
    ),
    realm.apart ? null : open(realm, view),
  );
  return dress(element, state.who, view);
}

/** A location of a row: its name, the mover, and its cards as small tiles. @param {Location} spot @param {Realm} realm @param {View} view */
function place(spot, realm, view) {
  const { state, traces } = realm;
  const { heroes, own } = cardsAt(state, spot.id, view);
  const isHere = state.at === spot.id;
  return h(
    "li",
    { class: isHere ? "here" : "", "data-place": spot.id },
    h(
      "h3",
      {},
      h("span", { class: "name" }, nameOf(spot.id, view)),
      signs(spot, realm, view),
      isHere ? moverHere(traces) : null,
      state.locked.includes(spot.id)
        ? h("span", { title: t("locked") }, icon("lock"), h("span", { class: "hidden" }, t("locked")))
        : null,
    ),
    heroes.length + own.length
      ? h(
          "ul",
          {},
          [...heroes, ...own].map(([card, position]) => face(card, realm, view, position.at !== spot.id)),
        )
      : null,
  );
}

/** @param {Realm} realm @param {string} kind */
const shell = ({ seat, active, ended }, kind) =>
  [kind, `seat-${seat}`, active && !ended && "active"].filter(Boolean).join(" ");

/** @param {Realm} realm @param {View} view */
function title({ seat, state, player, active, ended }, view) {
  const name = h("span", { class: "villain" }, nameOf(state.who, view));
  stand(name, view.options.has(`fate:${seat}`) ? [`fate:${seat}`] : [], view);
  return h(
    "h2",
    {},
    crest(state.who, view),
    name,
    h("small", {}, player ?? t("a free seat")),
    active && !ended ? h("span", { class: "turn" }, t("on turn")) : null,
  );
}

/** @param {Realm} realm */
const token = ({ holdsToken }) =>
  holdsToken ? h("span", { class: "token" }, icon("fate"), t("Fate Token")) : null;

/** @param {Realm} realm @param {View} view */
function power({ seat, state, traces }, view) {
  const pointer = `/board/realms/${seat}/power`;
  const delta = traces.gained
    ? h("span", { class: "delta" }, `${traces.gained > 0 ? "+" : "−"}${Math.abs(traces.gained)}`)
    : null;
  return h(
    "button",
    {
      type: "button",
      class: traces.fresh.has("power") ? "points changed" : "points",
      "data-why": pointer,
      "data-thing": `power-${seat}`,
      onclick: () => view.why(pointer),
    },
    h(
      "span",
      { class: "coins", "aria-hidden": "true" },
      Array.from({ length: Math.min(state.power, COINS) }, () => h("span", { class: "coin" })),
    ),
    h("span", {}, say(plural("{power} Power", "{power} Power"), { power: state.power })),
    delta,
  );
}

/** @param {Realm} realm @param {View} view @param {boolean} expanded @param {() => void} turn */
function toggle({ seat, state }, view, expanded, turn) {
  const words = say(expanded ? t("Fold the Realm of {who}") : t("Unfold the Realm of {who}"), {
    who: nameOf(state.who, view),
  });
  return h(
    "button",
    {
      type: "button",
      class: "fold",
      "aria-expanded": String(expanded),
      "aria-label": words,
      "data-thing": `fold-${seat}`,
      onclick: turn,
    },
    icon("chevron"),
  );
}
