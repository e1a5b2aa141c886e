/** A Realm: whole, with its four locations, or as a row that tells what matters of it. */

import { h } from "../../../lib/dom.js";
import { plural, say, t } from "../../../lib/i18n.js";
import { stand } from "../../../lib/move-selection.js";
import { crest, dress, icon } from "./icons.js";
import { goal, headway, pips } from "./objective.js";
import { dots } from "./pages.js";
import { hand, lasting, open, piles } from "./piles.js";
import { location } from "./location.js";
import { lying, named } from "./card-text.js";

const COINS = 10; // as many lie there one by one; the number tells the rest

/** A Realm as it lies on the table. `fold` folds it to a row again, if it can be. */
export function whole(realm, view, fold) {
  const { seat, mine } = realm;
  const villain = view.catalogue.villains.find(({ id }) => id === mine.who);
  const list = h(
    "ol",
    { class: "locations" },
    villain.locations.map((place) => location(place, realm, view)),
  );
  const drawn = h(
    "div",
    { class: shell(realm, "realm"), role: "group", "aria-label": named(mine.who, view), "data-seat": seat },
    h(
      "header",
      {},
      title(realm, view),
      token(realm),
      power(realm, view),
      fold ? toggle(realm, view, true, fold) : null,
    ),
    goal(seat, mine.who, view),
    list,
    dots(list, villain.locations, realm, view),
    h("footer", {}, open(realm, view), hand(realm, view), lasting(realm, view), piles(realm, view)),
  );
  return dress(drawn, mine.who, view);
}

/** A Realm as a row: where its mover is, its Power, how far it is, its hand, and who is where. */
export function row(realm, view, unfold) {
  const { seat, mine } = realm;
  const villain = view.catalogue.villains.find(({ id }) => id === mine.who);
  const [done, wanted] = headway(seat, view);
  const drawn = h(
    "div",
    { class: shell(realm, "rival"), role: "group", "aria-label": named(mine.who, view), "data-seat": seat },
    h("header", {}, title(realm, view), token(realm), toggle(realm, view, false, unfold)),
    h(
      "div",
      { class: "gist" },
      power(realm, view),
      h(
        "span",
        { class: "where" },
        icon("pawn"),
        h("span", { class: "hidden" }, `${t("Mover:")} `),
        named(mine.at, view),
      ),
      h(
        "span",
        { class: "way" },
        pips(done, wanted),
        h("span", {}, `${done}/${wanted}`),
        h("span", { class: "hidden" }, ` ${t("of the way to the objective")}`),
      ),
      h("span", { class: "held" }, icon("hand"), t("{count} cards", { count: mine.hand.length })),
    ),
    h(
      "ol",
      { class: "counts" },
      villain.locations.map((place) => count(place, mine, view)),
    ),
    open(realm, view),
  );
  return dress(drawn, mine.who, view);
}

function count(place, mine, view) {
  const { heroes, own } = lying(mine, place.id, view);
  const allies = own.filter(([card]) => `strength:${card}` in view.reckoned);
  const words = [
    named(place.id, view),
    mine.locked.includes(place.id) && t("locked"),
    t("Heroes {count}", { count: heroes.length }),
    t("Allies {count}", { count: allies.length }),
  ];
  return h(
    "li",
    { class: mine.at === place.id ? "here" : "", title: words.filter(Boolean).join(", ") },
    mine.locked.includes(place.id) ? icon("lock") : null,
    h(
      "span",
      { class: heroes.length ? "heroes-there" : "none", "aria-hidden": "true" },
      icon("hero"),
      String(heroes.length),
    ),
    h(
      "span",
      { class: allies.length ? "allies-there" : "none", "aria-hidden": "true" },
      icon("ally"),
      String(allies.length),
    ),
    h("span", { class: "hidden" }, words.filter(Boolean).join(", ")),
  );
}

const shell = ({ seat, active, ended }, kind) =>
  [kind, `seat-${seat}`, active && !ended && "active"].filter(Boolean).join(" ");

function title({ seat, mine, player, active, ended }, view) {
  const name = h("span", { class: "villain" }, named(mine.who, view));
  stand(name, view.options.has(`fate:${seat}`) ? [`fate:${seat}`] : [], view);
  return h(
    "h2",
    {},
    crest(mine.who, view),
    name,
    h("small", {}, player ?? t("a free seat")),
    active && !ended ? h("span", { class: "turn" }, t("on turn")) : null,
  );
}

const token = ({ holdsToken }) =>
  holdsToken ? h("span", { class: "token" }, icon("fate"), t("Fate Token")) : null;

function power({ seat, mine, traces }, view) {
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
      Array.from({ length: Math.min(mine.power, COINS) }, () => h("span", { class: "coin" })),
    ),
    h("span", {}, say(plural("{power} Power", "{power} Power"), { power: mine.power })),
    delta,
  );
}

function toggle({ seat, mine }, view, expanded, turn) {
  const words = say(expanded ? t("Fold the Realm of {who}") : t("Unfold the Realm of {who}"), {
    who: named(mine.who, view),
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
