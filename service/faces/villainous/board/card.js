/** A card on the table: its kind, its name, its numbers, what was done to it, and what is attached to it. */

/** @import { View } from "../../../replay/view.js" */

import { cardTitle } from "../../../lib/card-title.js";
import { explains } from "../../../lib/popover.js";
import { h } from "../../../lib/dom.js";
import { colon, say } from "../../../lib/i18n.js";
import { offer } from "../../../lib/move-selection.js";
import { provenanceMark } from "../../../lib/provenance.js";
import { crest, dress, icon } from "./icons.js";
import { attached, counts, isFate, kind, named, printed, textOf, villainOf } from "./card-text.js";

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
      : h("span", change(strength, printed(card, view)?.strength, view), String(strength)),
    marks.length ? h("span", { class: "tags" }, marks) : null,
    where.power
      ? h(
          "span",
          { class: "lying" },
          coin(where.power),
          h("span", { class: "hidden" }, say(view.words.ui.power, { power: where.power })),
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
    priced ? h("span", { class: "cost", title: view.words.ui.realm.cost }, String(cost)) : icon(role),
    cardTitle(named(card, view)),
    strength ? h("span", { class: "strength", title: view.words.ui.strength }, String(strength)) : null,
    h("span", { class: "kind" }, priced ? icon(role) : null, view.words.ui.realm.kinds[role] ?? role),
    h("span", { class: "text", lang: view.words.languages?.texts }, textOf(card, view)),
    facts && provenanceMark(facts.provenance, view),
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
      "aria-label": say(view.words.ui.realm.read, { card: named(card, view) }),
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
  const { ui } = view.words;
  const facts = printed(card, view) ?? {};
  const numbers = [];
  const fate = isFate(card, view);
  if (!fate && facts.kind !== "condition" && facts.cost !== undefined)
    numbers.push([ui.realm.cost, facts.cost]);
  if (strength !== undefined || facts.strength) {
    const base = facts.strength ?? 0;
    numbers.push([
      ui.strength,
      strength === undefined || strength === base ? base : `${strength} (${say(ui.realm.base, { base })})`,
    ]);
  }
  if (facts.activation !== undefined && facts.activation !== null)
    numbers.push([ui.realm.activation, facts.activation]);
  if (where.power) numbers.push([ui.realm.lyingPower, where.power]);
  const form = where.form ? ` · ${ui.forms[where.form] ?? where.form}` : "";
  return {
    title: named(card, view),
    kind: `${fate ? `${ui.realm.fateCard} · ` : ""}${ui.realm.kinds[facts.kind] ?? facts.kind}${form}`,
    numbers,
    text: textOf(card, view),
    lang: view.words.languages?.texts,
    parts: items.map((item) => ({ title: named(item, view), text: textOf(item, view) })),
    why,
  };
}

function tags(card, where, also, view) {
  const { ui } = view.words;
  const found = [];
  if (where.form) found.push(ui.forms[where.form] ?? where.form);
  else if (printed(card, view)?.guard) found.push(ui.realm.guard);
  if (also) found.push(ui.realm.also);
  return found.map((text) => h("em", {}, text));
}

/** How a Strength is marked that is not the printed one; the mark tells more or less, the title what is printed. */
function change(strength, base, { words: { ui } }) {
  if (strength === base || base === undefined) return { class: "strength", title: ui.strength };
  return {
    class: strength > base ? "strength raised" : "strength lowered",
    title: `${ui.strength}${colon}${say(ui.realm.base, { base })}`,
  };
}

/** A card in play as it is read aloud. */
export function spoken(card, where, view) {
  const { ui } = view.words;
  const strength = view.reckoned[`strength:${card}`];
  return [
    named(card, view),
    ui.realm.kinds[counts(card, where, view)],
    where.form && (ui.forms[where.form] ?? where.form),
    strength !== undefined && `${ui.strength} ${strength}`,
    where.power && say(ui.power, { power: where.power }),
  ]
    .filter(Boolean)
    .join(", ");
}

function printedAloud(card, view) {
  const { ui } = view.words;
  const { cost, strength } = printed(card, view) ?? {};
  const role = kind(card, view);
  const priced = cost !== undefined && role !== "condition" && !isFate(card, view);
  return [
    named(card, view),
    ui.realm.kinds[role],
    priced && `${ui.realm.cost} ${cost}`,
    strength && `${ui.strength} ${strength}`,
  ]
    .filter(Boolean)
    .join(", ");
}
