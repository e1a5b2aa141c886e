/** A location of a Realm: who is there, which actions it has, and what Heroes cover of them. */

import { h } from "../../../lib/dom.js";
import { say, t } from "../../../lib/i18n.js";
import { offer, stand } from "../../../lib/move-selection.js";
import { face, ghost } from "./card.js";
import { icon } from "./icons.js";
import { ACTIONS, lying, named, printed } from "./card-text.js";

/** The word before the colon in picks that use a symbol. */
const WORDS = {
  gain_power: "gain",
  play_card: "play",
  activate: "activate",
  discard_cards: "discard",
  fate: "fate",
  vanquish: "vanquish",
  move_item_or_ally: "carry",
  move_hero: "lead",
};

export function location(place, realm, view) {
  const { mine, traces } = realm;
  const here = mine.at === place.id;
  const locked = mine.locked.includes(place.id);
  const { heroes, own } = lying(mine, place.id, view);
  const gone = [...traces.left].filter(([, from]) => from === place.id).map(([card]) => card);
  const wasHero = (card) => printed(card, view)?.kind === "hero";
  const shown = ([card, where]) => face(card, realm, view, where.at !== place.id);
  const actions = symbols(place, realm, heroes, view);
  const title = heading(place, here, locked, realm, view);
  const reachable = title.firstElementChild.hasAttribute("data-pick");
  return h(
    "li",
    {
      class: ["location", here && "here", locked && "locked", reachable && "reachable"]
        .filter(Boolean)
        .join(" "),
      "data-place": place.id,
    },
    title,
    h(
      "ul",
      { class: "heroes" },
      heroes.map(shown),
      gone.filter(wasHero).map((card) => ghost(card, view)),
    ),
    h("ul", { class: "symbols top" }, actions.slice(0, place.top.length)),
    h("ul", { class: "symbols bottom" }, actions.slice(place.top.length)),
    h(
      "ul",
      { class: "own" },
      own.map(shown),
      gone.filter((card) => !wasHero(card)).map((card) => ghost(card, view)),
    ),
  );
}

/** The name of a location, the mover and the lock. To pick the location is to tap anywhere on it. */
function heading(place, here, locked, { active, traces }, view) {
  const name = h("span", { class: "name" }, named(place.id, view));
  if (!(here && active && stand(name, view.options.has("stay") ? ["stay"] : [], view)))
    offer(name, place.id, view);
  return h(
    "h3",
    {},
    name,
    here
      ? h(
          "span",
          { class: traces.came ? "mover came" : "mover" },
          icon("pawn"),
          h("span", { class: "hidden" }, `(${t("the mover is here")})`),
        )
      : null,
    traces.came === place.id ? h("span", { class: "mover left", "aria-hidden": "true" }, icon("pawn")) : null,
    locked ? h("span", { class: "lock-token" }, icon("lock"), t("locked")) : null,
  );
}

/** The symbols of a location, those that its cards show last; people count them from 1, the top row first. */
function symbols(place, { board, mine, active }, heroes, view) {
  const used = active && mine.at === place.id ? board.used : [];
  const hidden = (number) => `covered:${place.id}:${number}` in view.reckoned;
  const list = [...place.top, ...place.bottom].map((symbol, n) => {
    const number = n + 1;
    return { symbol, by: "", covered: hidden(number), used: used.includes(String(number)) };
  });
  for (const [card, where] of Object.entries(mine.cards)) {
    const symbol = where.at === place.id && !where.form ? printed(card, view)?.grants : null;
    if (symbol) list.push({ symbol, by: card, covered: false, used: used.includes(card) });
  }
  const usable = active && mine.at === place.id && view.options.size ? list.filter((each) => !each.used) : [];
  return list.map((each) => {
    const { word, picks } = usable.includes(each) ? doable(each.symbol, view) : {};
    const free = usable.some(
      (other) => !other.covered && doable(other.symbol, view).word === word && same(other, each),
    );
    return chip(each, heroes, picks && !(each.covered && free) ? picks : [], view);
  });
}

const same = (one, other) =>
  one.symbol.action === other.symbol.action && one.symbol.amount === other.symbol.amount;

/** The picks that a symbol can be used for now. */
function doable(symbol, { options }) {
  const word = WORDS[symbol.action];
  const picks = [...options.keys()].filter((pick) =>
    symbol.action === "gain_power" ? pick === `gain:${symbol.amount}` : pick.startsWith(`${word}:`),
  );
  return { word, picks };
}

function chip({ symbol, by, covered, used }, heroes, picks, view) {
  const text = say(ACTIONS[symbol.action], { amount: symbol.amount });
  const by_whom = covered
    ? t("covered by {heroes}", { heroes: heroes.map(([card]) => named(card, view)).join(", ") })
    : by
      ? named(by, view)
      : "";
  const note = used ? t("used") : by_whom;
  const body = h(
    "span",
    { class: "chip" },
    symbol.action === "gain_power"
      ? h("span", { class: "coin small", "aria-hidden": "true" }, `+${symbol.amount}`)
      : icon(symbol.action),
    h("span", { class: "word" }, text),
    used ? icon("tick", "icon sign") : covered ? icon("hero", "icon sign") : null,
    note ? h("span", { class: "hidden" }, ` (${note})`) : null,
  );
  if (stand(body, picks, view) && picks.length > 1) body.removeAttribute("aria-label");
  const classes = ["symbol", covered && "covered", used && "used", by && "granted"];
  return h("li", { class: classes.filter(Boolean).join(" "), title: note || null }, body);
}
