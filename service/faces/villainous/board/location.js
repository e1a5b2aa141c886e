/** A location of a Realm: its cards, its actions, and the actions that Heroes cover. */

/** @import { About, Action, Location, Position, Realm, Symbol, View } from "../shapes.d.ts" */

import { h, within } from "../../../lib/dom.js";
import { say, t } from "../../../lib/i18n.js";
import { explains } from "../../../boards/popover.js";
import { offer, stand } from "../../../boards/move-selection.js";
import { face, ghost } from "./card.js";
import { combinedPick } from "./combined.js";
import { icon } from "./icons.js";
import { ACTIONS, cardsAt, nameOf, printed } from "./card-text.js";

/**
 * A symbol with the card that shows it, if one does.
 * @typedef {{symbol: Symbol, by: string, covered: boolean, used: boolean}} Use
 */

/** The word before the colon in picks that use a symbol. @type {Record<Action, string>} */
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

/** @param {Location} spot @param {Realm} realm @param {View} view */
export function location(spot, realm, view) {
  const { state, traces } = realm;
  const isHere = state.at === spot.id;
  const locked = state.locked.includes(spot.id);
  const { heroes, own } = cardsAt(state, spot.id, view);
  const departed = [...traces.left].filter(([, from]) => from === spot.id).map(([card]) => card);
  /** @param {string} card */
  const wasHero = (card) => printed(card, view)?.kind === "hero";
  /** @param {Position} entry */
  const faceOf = ([card, position]) => face(card, realm, view, position.at !== spot.id);
  const title = heading(spot, isHere, locked, realm, view);
  const reachable = title.firstElementChild.hasAttribute("data-pick");
  const actions = symbols(spot, realm, heroes, view, reachable);
  return h(
    "li",
    {
      class: ["location", isHere && "here", locked && "locked", reachable && "reachable"]
        .filter(Boolean)
        .join(" "),
      "data-place": spot.id,
      onclick: reachable && chooses(title.firstElementChild),
    },
    title,
    h(
      "ul",
      { class: "heroes" },
      heroes.map(faceOf),
      departed.filter(wasHero).map((card) => ghost(card, view)),
    ),
    h("ul", { class: "symbols top" }, actions.slice(0, spot.top.length)),
    h("ul", { class: "symbols bottom" }, actions.slice(spot.top.length)),
    h(
      "ul",
      { class: "own" },
      own.map(faceOf),
      departed.filter((card) => !wasHero(card)).map((card) => ghost(card, view)),
    ),
  );
}

/** A tap on a location chooses it, unless it reaches something with a meaning of its own. @param {HTMLElement} name */
const chooses = (name) => (/** @type {Event} */ event) =>
  within(event, "[data-pick], button") ?? name.click();

/**
 * The name of a location, the mover and the lock. To pick the location is to tap anywhere on it.
 * @param {Location} spot @param {boolean} isHere @param {boolean} locked @param {Realm} realm @param {View} view
 */
function heading(spot, isHere, locked, { active, traces }, view) {
  const name = h("span", { class: "name" }, nameOf(spot.id, view));
  if (!(isHere && active && stand(name, view.options.has("stay") ? ["stay"] : [], view)))
    offer(name, spot.id, view);
  return h(
    "h3",
    {},
    name,
    isHere ? moverHere(traces) : null,
    traces.came === spot.id ? h("span", { class: "mover left", "aria-hidden": "true" }, icon("pawn")) : null,
    locked ? h("span", { class: "lock-token" }, icon("lock"), t("locked")) : null,
  );
}

/** The mover at its location. @param {Realm["traces"]} traces */
export const moverHere = ({ came }) =>
  h(
    "span",
    { class: came ? "mover came" : "mover" },
    icon("pawn"),
    h("span", { class: "hidden" }, `(${t("the mover is here")})`),
  );

/**
 * The symbols of a location, those that its cards show last; people count them from 1, the top row first.
 * @param {Location} spot @param {Realm} realm @param {Position[]} heroes @param {View} view @param {boolean} reachable
 */
function symbols(spot, realm, heroes, view, reachable) {
  const { state, active } = realm;
  const list = uses(spot, realm, view);
  const usable = active && state.at === spot.id && view.options.size ? list.filter((each) => !each.used) : [];
  return list.map((each) => {
    const { word, picks } = usable.includes(each) ? doable(each.symbol, view) : {};
    const free = usable.some(
      (other) => !other.covered && doable(other.symbol, view).word === word && same(other, each),
    );
    const isPlace = (active || state.at !== spot.id) && !each.by && !each.covered;
    const ahead = isPlace && combinedPick(spot.id, each.symbol, state.at === spot.id, 2);
    if (ahead && view.options.has(ahead)) return chip(each, heroes, [ahead], view, reachable);
    const isRefused = usable.includes(each) && !each.covered;
    return chip(each, heroes, picks && !(each.covered && free) ? picks : [], view, reachable, isRefused);
  });
}

/** The symbols of a location as small signs, for a row. @param {Location} spot @param {Realm} realm @param {View} view */
export const signs = (spot, realm, view) =>
  h(
    "ul",
    { class: "signs" },
    uses(spot, realm, view).map(({ symbol, covered }) => {
      const name = say(ACTIONS[symbol.action], { amount: symbol.amount });
      const title = covered ? `${name} (${t("covered")})` : name;
      return h(
        "li",
        { class: covered ? "covered" : "", title },
        symbol.action === "gain_power" ? `+${symbol.amount}` : icon(symbol.action),
        h("span", { class: "hidden" }, title),
      );
    }),
  );

/** @param {Location} spot @param {Realm} realm @param {View} view */
function uses(spot, { board, state, active }, view) {
  const used = active && state.at === spot.id ? board.used : [];
  /** @param {number} number */
  const hidden = (number) => `covered:${spot.id}:${number}` in view.reckoned;
  const list = [...spot.top, ...spot.bottom].map((symbol, n) => {
    const number = n + 1;
    return { symbol, by: "", covered: hidden(number), used: used.includes(String(number)) };
  });
  for (const [card, position] of Object.entries(state.cards)) {
    const symbol = position.at === spot.id && !position.form ? printed(card, view)?.grants : null;
    if (symbol) list.push({ symbol, by: card, covered: false, used: used.includes(card) });
  }
  return list;
}

/** @param {Use} left @param {Use} right */
const same = (left, right) =>
  left.symbol.action === right.symbol.action && left.symbol.amount === right.symbol.amount;

/** The picks that a symbol can be used for now. @param {Symbol} symbol @param {View} view */
function doable(symbol, { options }) {
  const word = WORDS[symbol.action];
  const picks = [...options.keys()].filter((pick) =>
    symbol.action === "gain_power" ? pick === `gain:${symbol.amount}` : pick.startsWith(`${word}:`),
  );
  return { word, picks };
}

/**
 * A symbol with its words. In a `reachable` location a click on it chooses the location. Of a `refusable` one the page says
 * why it cannot be used.
 * @param {Use} use @param {Position[]} heroes @param {string[]} picks @param {View} view @param {boolean} reachable
 * @param {boolean} [refusable]
 */
function chip({ symbol, by, covered, used }, heroes, picks, view, reachable, refusable = false) {
  const text = say(ACTIONS[symbol.action], { amount: symbol.amount });
  const by_whom = covered
    ? t("covered by {heroes}", { heroes: heroes.map(([card]) => nameOf(card, view)).join(", ") })
    : by
      ? nameOf(by, view)
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
  /** @type {() => About} */
  const about = () => ({
    title: text,
    ...(refusable && { thing: WORDS[symbol.action] }),
    kind: [note, view.words.texts[`action:${symbol.action}`]].filter(Boolean).join(" · "),
  });
  explains(body, view, about, reachable);
  const classes = ["symbol", covered && "covered", used && "used", by && "granted"];
  return h("li", { class: classes.filter(Boolean).join(" "), title: note || null }, body);
}
