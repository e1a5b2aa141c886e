/** The piles next to a Realm: the hand, open cards, both decks and both discard piles. */

/** @import { About, Pile, Realm, State, View } from "../shapes.d.ts" */

import { explains } from "../../../boards/popover.js";
import { h, query } from "../../../lib/dom.js";
import { plural, say, t } from "../../../lib/i18n.js";
import { loose } from "./card.js";
import { crest, icon } from "./icons.js";
import { nameOf, tally, textOf } from "./card-text.js";

/** How many `cards` there are. @param {unknown[]} cards */
export const cardCount = ({ length }) => say(plural("{count} card", "{count} cards"), { count: length });

/** The hand with its number, unless it is docked. @param {Realm} realm @param {View} view */
export function hand({ state, docked, ended }, view) {
  if (docked) return null;
  const visible = state.hand.filter(Boolean);
  const count = cardCount(state.hand);
  return h(
    "section",
    { class: "hand-of" },
    h(
      "h3",
      {},
      icon("hand"),
      t("Hand"),
      " ",
      h("small", {}, state.exposed ? `${count}, ${t("lying open")}` : count),
    ),
    ended && !visible.length
      ? null
      : visible.length
        ? h(
            "ul",
            { class: "hand" },
            state.hand.map((card, n) => loose(card, view, card || `hand-${n}`)),
          )
        : h(
            "ul",
            { class: "hand backs", "aria-hidden": "true" },
            state.hand.map(() => h("li", { class: "card back" })),
          ),
  );
}

/**
 * Open cards: those that wait for a decision, or that only this seat looks at. Of several that Fate reveals, a place is chosen
 * for one; the others stand back.
 * @param {Pick<Realm, "state" | "placed">} realm @param {View} view
 */
export function open({ state, placed }, view) {
  const isPlaced = state.opened.includes(placed);
  /** @type {[string, (string | null)[]][]} */
  const lists = [
    [t("Lying open"), state.opened],
    [t("Looked at"), state.looked],
  ];
  const sections = lists
    .filter(([, cards]) => cards.length)
    .map(([title, cards]) =>
      h(
        "section",
        { class: "revealed" },
        h("h3", {}, crest(state.who, view, "crest-in-switch"), title),
        h(
          "ul",
          { class: "hand" },
          cards.map((card, n) => {
            const face = loose(card, view, card || `open-${n}`);
            if (card === placed) face.classList.add("placed-now");
            return isPlaced && card !== placed ? refused(face) : face;
          }),
        ),
      ),
    );
  return sections.length ? h("div", { class: "laid-open" }, sections) : null;
}

/** The height of the empty part of the large Realm, below all of its cards. @param {Element} root */
export function emptyHeight(root) {
  const floor = query(".realms", root).getBoundingClientRect().bottom;
  const full = [...root.querySelectorAll(".lead :is(.location > :not(:empty), footer .loose)")];
  return floor - Math.max(...full.map((element) => element.getBoundingClientRect().bottom));
}

/** Lets an open card stand back that is not played. @param {HTMLElement} face */
export function refused(face) {
  face.classList.add("refused");
  face.append(h("em", {}, t("not played")));
  return face;
}

/** Effects that hold until the own next turn. @param {Realm} realm @param {View} view */
export function lasting({ state }, view) {
  const cards = [...new Set([...state.lasting, ...state.lapsed])];
  return cards.length
    ? h("p", { class: "lasting" }, `${t("In force:")} `, cards.map((card) => nameOf(card, view)).join(", "))
    : null;
}

/** @param {Realm} realm @param {View} view */
export function piles(realm, view) {
  const { state } = realm;
  return h(
    "div",
    { class: "piles" },
    pile("villain", t("Villain deck"), t("Discards"), realm, state.villain, view),
    pile("fate", t("Fate deck"), t("Fate discards"), realm, state.fate, view),
  );
}

/**
 * @param {string} which @param {string} deck @param {string} discards @param {Realm} realm @param {Pile} cards
 * @param {View} view
 */
function pile(which, deck, discards, { seat, state, traces }, { deck: hidden, discard }, view) {
  const top = discard.at(-1);
  const button = h(
    "button",
    { type: "button", class: "discard", "data-thing": `${which}-${seat}`, disabled: !top },
    h("span", { class: "count" }, String(discard.length)),
    h("span", { class: "label" }, discards),
    h("span", { class: "top" }, top ? nameOf(top, view) : "–"),
  );
  explains(button, view, () => listing(discards, state, discard, view));
  const choosable = discard.filter((card) =>
    [...view.options.keys()].some((pick) => pick === card || pick.endsWith(`:${card}`)),
  );
  return h(
    "section",
    { class: `pile ${which}${traces.fresh.has(`${which}.discard`) ? " changed" : ""}` },
    h(
      "p",
      { class: "deck" },
      h("span", { class: "count" }, String(hidden.length)),
      h("span", { class: "label" }, deck),
    ),
    button,
    choosable.length
      ? h(
          "ul",
          { class: "hand" },
          choosable.map((card) => loose(card, view)),
        )
      : null,
  );
}

/**
 * All cards of a discard pile, the top one first.
 * @param {string} title @param {State} state @param {string[]} discard @param {View} view @returns {About}
 */
function listing(title, state, discard, view) {
  const texts = new Map(discard.map((card) => [nameOf(card, view), textOf(card, view)]));
  return {
    title,
    kind: `${nameOf(state.who, view)} · ${cardCount(discard)}`,
    parts: tally([...discard].reverse(), view).map(([name, count]) => ({
      title: count > 1 ? `${name} ×${count}` : name,
      text: texts.get(name) ?? "",
    })),
    lang: view.words.languages?.texts,
  };
}
