/** A card on the table: its kind, its name, its numbers, what was done to it, and what is attached to it. */

/** @import { View } from "../../../replay/view.js" */

import { cardTitle } from "../../../lib/card-title.js";
import { explains } from "../../../lib/popover.js";
import { h } from "../../../lib/dom.js";
import { colon, plural, say, t } from "../../../lib/i18n.js";
import { offer } from "../../../lib/move-selection.js";
import { provenanceMark } from "../../../lib/provenance.js";
import { crest, dress, icon } from "./icons.js";
import {
  attached,
  counts,
  FORMS,
  isFate,
  kind,
  KINDS,
  named,
  printed,
  textOf,
  villainOf,
} from "./card-text.js";

/** A card in play. `also` is where an Enlarged Hero lies besides (VI-217). */
export function face(card, realm, view, also = false) {
  const { seat, mine, traces } = realm;
  const where = mine.cards[card];
  const role = counts(card, where, view);
  const strength = view.reckoned[`strength:${card}`];
  const items = also ? [] : attached(card, mine);
  const classes = [
    "card",
    role,
    where.form,
    also && "also",
    traces.fresh.has(`cards.${card}`) && "changed",
    traces.left.has(card) && "moved",
  ];
  const marks = tags(card, where, also, view);
  const button = h(
    "button",
    {
      type: "button",
      class: "face",
      "data-thing": also ? `${card}*` : card,
      "aria-label": spoken(card, where, view),
    },
    icon(role),
    cardTitle(named(card, view)),
    strength === undefined
      ? null
      : h("span", change(strength, printed(card, view)?.strength), String(strength)),
    marks.length ? h("span", { class: "tags" }, marks) : null,
    where.power
      ? h(
          "span",
          { class: "lying" },
          coin(where.power),
          h(
            "span",
            { class: "hidden" },
            say(plural("{power} Power", "{power} Power"), { power: where.power }),
          ),
        )
      : null,
  );
  offer(button, card, view);
  const why = strength === undefined ? `/board/realms/${seat}/cards/${card}` : `strength:${card}`;
  const tell = () => about(card, { where, items, strength, why }, view);
  explains(button, view, tell);
  return h(
    "li",
    { class: classes.filter(Boolean).join(" ") },
    button,
    button.hasAttribute("data-pick") ? reader(card, tell, view) : null,
    items.length
      ? h(
          "ul",
          { class: "carried" },
          items.map((item) => face(item, realm, view)),
        )
      : null,
  );
}

/** A card that is nowhere in play: in a hand, lying open, or on top of a pile. */
export function loose(card, view, thing = card) {
  if (!card) return h("li", { class: "card back", "aria-hidden": "true" });
  const facts = printed(card, view);
  const { cost, strength } = facts ?? {};
  const role = kind(card, view);
  const priced = cost !== undefined && !["hero", "condition"].includes(role) && !isFate(card, view);
  const button = h(
    "button",
    { type: "button", class: "face", "data-thing": thing, "aria-label": printedAloud(card, view) },
    priced ? h("span", { class: "cost", title: t("Cost") }, String(cost)) : icon(role),
    cardTitle(named(card, view)),
    strength ? h("span", { class: "strength", title: t("Strength") }, String(strength)) : null,
    h("span", { class: "kind" }, priced ? icon(role) : null, KINDS[role] ?? role),
    h("span", { class: "text", lang: view.words.languages?.texts }, textOf(card, view)),
    facts && provenanceMark(facts.provenance),
    crest(villainOf(card, view), view, "emblem"),
  );
  offer(button, card, view);
  const tell = () => about(card, {}, view);
  explains(button, view, tell);
  const drawn = h(
    "li",
    { class: `card loose ${role}${isFate(card, view) ? " of-fate" : ""}` },
    button,
    button.hasAttribute("data-pick") ? reader(card, tell, view) : null,
  );
  return dress(drawn, villainOf(card, view), view);
}

/** A small button beside a card that a tap would pick: it only tells what the card is. */
function reader(card, tell, view) {
  const button = h(
    "button",
    {
      type: "button",
      class: "reader",
      "aria-label": t("What is {card}?", { card: named(card, view) }),
    },
    "?",
  );
  explains(button, view, tell);
  return button;
}

/** Where a card lay before it was moved, or left. */
export const ghost = (card, view) =>
  h(
    "li",
    { class: `card ghost ${kind(card, view)}`, "aria-hidden": "true" },
    h("span", { class: "face" }, icon(kind(card, view)), cardTitle(named(card, view))),
  );

/** A coin with a number on it. */
export const coin = (power) => h("span", { class: "coin", "aria-hidden": "true" }, String(power));

/**
 * What a card is, for its leaf.
 * @param {string} card
 * @param {{where?: any, items?: string[], strength?: number, why?: string}} lying  how it lies in play, if it does
 * @param {View} view
 */
export function about(card, { where = {}, items = [], strength, why }, view) {
  const facts = printed(card, view) ?? {};
  const numbers = [];
  const fate = isFate(card, view);
  if (!fate && facts.kind !== "condition" && facts.cost !== undefined) numbers.push([t("Cost"), facts.cost]);
  if (strength !== undefined || facts.strength) {
    const base = facts.strength ?? 0;
    numbers.push([
      t("Strength"),
      strength === undefined || strength === base ? base : `${strength} (${t("printed {base}", { base })})`,
    ]);
  }
  if (facts.activation !== undefined && facts.activation !== null)
    numbers.push([t("Activation Cost"), facts.activation]);
  if (where.power) numbers.push([t("Power on it"), where.power]);
  const form = where.form ? ` · ${FORMS[where.form] ?? where.form}` : "";
  return {
    title: named(card, view),
    kind: `${fate ? `${t("Fate")} · ` : ""}${KINDS[facts.kind] ?? facts.kind}${form}`,
    numbers,
    text: textOf(card, view),
    lang: view.words.languages?.texts,
    parts: items.map((item) => ({ title: named(item, view), text: textOf(item, view) })),
    why,
  };
}

function tags(card, where, also, view) {
  const found = [];
  if (where.form) found.push(FORMS[where.form] ?? where.form);
  else if (printed(card, view)?.guard) found.push(t("Card Guard"));
  if (also) found.push(t("here as well"));
  return found.map((text) => h("em", {}, text));
}

/** How a Strength is marked that is not the printed one; the mark tells more or less, the title what is printed. */
function change(strength, base) {
  if (strength === base || base === undefined) return { class: "strength", title: t("Strength") };
  return {
    class: strength > base ? "strength raised" : "strength lowered",
    title: `${t("Strength")}${colon}${t("printed {base}", { base })}`,
  };
}

/** A card in play as it is read aloud. */
export function spoken(card, where, view) {
  const strength = view.reckoned[`strength:${card}`];
  return [
    named(card, view),
    KINDS[counts(card, where, view)],
    where.form && (FORMS[where.form] ?? where.form),
    strength !== undefined && `${t("Strength")} ${strength}`,
    where.power && say(plural("{power} Power", "{power} Power"), { power: where.power }),
  ]
    .filter(Boolean)
    .join(", ");
}

function printedAloud(card, view) {
  const { cost, strength } = printed(card, view) ?? {};
  const role = kind(card, view);
  const priced = cost !== undefined && role !== "condition" && !isFate(card, view);
  return [
    named(card, view),
    KINDS[role],
    priced && `${t("Cost")} ${cost}`,
    strength && `${t("Strength")} ${strength}`,
  ]
    .filter(Boolean)
    .join(", ");
}
