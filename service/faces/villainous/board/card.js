/** A card on the table: its kind, name, numbers, changes and attached cards. */

/** @import { About, Card, InPlay, Realm, View } from "../shapes.d.ts" */

import { cardText, cardTitle } from "../../../boards/card-title.js";
import { explains } from "../../../boards/popover.js";
import { h } from "../../../lib/dom.js";
import { colon, plural, say, t } from "../../../lib/i18n.js";
import { offer } from "../../../boards/move-selection.js";
import { provenanceMark } from "../../../lib/provenance.js";
import { crest, dress, icon } from "./icons.js";
import {
  attached,
  counts,
  FORMS,
  isFate,
  kind,
  KINDS,
  nameOf,
  printed,
  textOf,
  villainOf,
} from "./card-text.js";

/**
 * A card in play. `also` is true at the second location of an Enlarged Hero (VI-217).
 * @param {string} card @param {Realm} realm @param {View} view @returns {HTMLElement}
 */
export function face(card, realm, view, also = false) {
  const { seat, state, traces } = realm;
  const position = state.cards[card];
  const role = counts(card, position, view);
  const strength = view.reckoned[`strength:${card}`];
  const items = also ? [] : attached(card, state);
  const classes = [
    "card",
    role,
    position.form,
    also && "also",
    traces.fresh.has(`cards.${card}`) && "changed",
    traces.left.has(card) && "moved",
  ];
  const marks = tags(card, position, also, view);
  const cost = priceOf(card, view);
  const button = h(
    "button",
    {
      type: "button",
      class: "face",
      "data-thing": also ? `${card}*` : card,
      "aria-label": spokenName(card, position, view),
    },
    icon(position.form === "wicket" ? "wicket" : role),
    cost === undefined ? null : h("span", { class: "cost", title: t("Cost") }, String(cost)),
    cardTitle(nameOf(card, view)),
    cardText(textOf(card, view), view.words.languages?.texts),
    strength === undefined
      ? null
      : h("span", change(strength, printed(card, view)?.strength), String(strength)),
    marks.length ? h("span", { class: "tags" }, marks) : null,
    position.power
      ? h(
          "span",
          { class: "lying" },
          coin(position.power),
          h(
            "span",
            { class: "hidden" },
            say(plural("{power} Power", "{power} Power"), { power: position.power }),
          ),
        )
      : null,
  );
  offer(button, card, view);
  const subject = strength === undefined ? `/board/realms/${seat}/cards/${card}` : `strength:${card}`;
  const describe = () => about(card, { where: position, items, strength, why: subject }, view);
  explains(button, view, describe);
  return h(
    "li",
    { class: classes.filter(Boolean).join(" ") },
    button,
    button.hasAttribute("data-pick") ? reader(card, describe, view) : null,
    items.length
      ? h(
          "ul",
          { class: "carried" },
          items.map((item) => face(item, realm, view)),
        )
      : null,
  );
}

/** A card that is nowhere in play: in a hand, lying open, or on top of a pile. @param {string | null} card @param {View} view */
export function loose(card, view, id = card) {
  if (!card) return h("li", { class: "card back", "aria-hidden": "true" });
  const facts = printed(card, view);
  const { strength } = facts ?? {};
  const role = kind(card, view);
  const villain = villainOf(card, view) ?? "";
  const cost = priceOf(card, view);
  const priced = cost !== undefined;
  const button = h(
    "button",
    {
      type: "button",
      class: "face",
      "data-thing": id,
      "aria-label": printedAloud(card, view),
      "aria-description": textOf(card, view),
    },
    priced ? costBadge(view.reckoned?.[`cost:${card}`] ?? cost, cost) : icon(role),
    cardTitle(nameOf(card, view)),
    strength ? h("span", { class: "strength", title: t("Strength") }, String(strength)) : null,
    h("span", { class: "kind" }, priced ? icon(role) : null, KINDS[role] ?? role),
    cardText(textOf(card, view), view.words.languages?.texts),
    facts && provenanceMark(facts.provenance),
    crest(villain, view, "emblem"),
  );
  offer(button, card, view);
  const describe = () => about(card, {}, view);
  explains(button, view, describe);
  const element = h(
    "li",
    { class: `card loose ${role}${isFate(card, view) ? " of-fate" : ""}` },
    button,
    button.hasAttribute("data-pick") ? reader(card, describe, view) : null,
  );
  return dress(element, villain, view);
}

/** What a card costs to play, or nothing for a card that nobody pays for. @param {string} card @param {View} view */
const priceOf = (card, view) =>
  ["hero", "condition"].includes(kind(card, view)) || isFate(card, view)
    ? undefined
    : printed(card, view)?.cost;

/**
 * A small button next to a card that explains it, for cards that a tap would pick.
 * @param {string} card @param {() => About} describe @param {View} view
 */
function reader(card, describe, view) {
  const button = h(
    "button",
    {
      type: "button",
      class: "reader",
      "aria-label": t("What is {card}?", { card: nameOf(card, view) }),
    },
    "?",
  );
  explains(button, view, describe);
  return button;
}

/** The former position of a card. @param {string} card @param {View} view */
export const ghost = (card, view) =>
  h(
    "li",
    { class: `card ghost ${kind(card, view)}`, "aria-hidden": "true" },
    h("span", { class: "face" }, icon(kind(card, view)), cardTitle(nameOf(card, view))),
  );

/** A coin with a number on it. @param {number | string} power */
export const coin = (power) => h("span", { class: "coin", "aria-hidden": "true" }, String(power));

/**
 * Describes a card for its popover.
 * @param {string} card
 * @param {{where?: Partial<InPlay>, items?: string[], strength?: number, why?: string}} lying  its position in play, if any
 * @param {View} view @returns {About}
 */
export function about(card, { where: position = {}, items = [], strength, why }, view) {
  /** @type {Partial<Card>} */
  const facts = printed(card, view) ?? {};
  /** @type {[string, string | number][]} */
  const numbers = [];
  const fate = isFate(card, view);
  const cost = priceOf(card, view);
  if (cost !== undefined) numbers.push([t("Cost"), cost]);
  if (strength !== undefined || facts.strength) {
    const base = facts.strength ?? 0;
    numbers.push([
      t("Strength"),
      strength === undefined || strength === base ? base : `${strength} (${t("printed {base}", { base })})`,
    ]);
  }
  if (facts.activation !== undefined && facts.activation !== null)
    numbers.push([t("Activation Cost"), facts.activation]);
  if (position.power) numbers.push([t("Power on it"), position.power]);
  const form = position.form ? ` · ${FORMS[position.form] ?? position.form}` : "";
  return {
    thing: card,
    title: nameOf(card, view),
    kind: `${fate ? `${t("Fate")} · ` : ""}${KINDS[kind(card, view)] ?? facts.kind}${form}`,
    numbers,
    text: textOf(card, view),
    lang: view.words.languages?.texts,
    parts: items.map((item) => ({ title: nameOf(item, view), text: textOf(item, view) })),
    why,
  };
}

/** @param {string} card @param {InPlay} position @param {boolean} also @param {View} view */
function tags(card, position, also, view) {
  const labels = [];
  if (position.form) labels.push(FORMS[position.form] ?? position.form);
  else if (printed(card, view)?.guard) labels.push(t("Card Guard"));
  if (also) labels.push(t("here as well"));
  return labels.map((text) => h("em", {}, text));
}

/** The Cost of a card in hand, marked where others change it. @param {number} cost @param {number} base */
function costBadge(cost, base) {
  if (cost === base) return h("span", { class: "cost", title: t("Cost") }, String(cost));
  const title = `${t("Cost")}${colon}${t("printed {base}", { base })}`;
  return h("span", { class: `cost ${cost > base ? "raised" : "lowered"}`, title }, String(cost));
}

/** Marks a Strength above or below the printed one, which the title gives. @param {number} strength @param {number} [base] */
function change(strength, base) {
  if (strength === base || base === undefined) return { class: "strength", title: t("Strength") };
  return {
    class: strength > base ? "strength raised" : "strength lowered",
    title: `${t("Strength")}${colon}${t("printed {base}", { base })}`,
  };
}

/** A card in play as it is read aloud. @param {string} card @param {InPlay} position @param {View} view */
export function spokenName(card, position, view) {
  const strength = view.reckoned[`strength:${card}`];
  return [
    nameOf(card, view),
    KINDS[counts(card, position, view)],
    position.form && (FORMS[position.form] ?? position.form),
    strength !== undefined && `${t("Strength")} ${strength}`,
    position.power && say(plural("{power} Power", "{power} Power"), { power: position.power }),
  ]
    .filter(Boolean)
    .join(", ");
}

/** @param {string} card @param {View} view */
function printedAloud(card, view) {
  const { strength } = printed(card, view) ?? {};
  const cost = priceOf(card, view);
  return [
    nameOf(card, view),
    KINDS[kind(card, view)],
    cost !== undefined && `${t("Cost")} ${cost}`,
    strength && `${t("Strength")} ${strength}`,
  ]
    .filter(Boolean)
    .join(", ");
}
