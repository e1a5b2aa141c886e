/** The printed facts of cards, and names of things. */

/** @import { Forms } from "../../../lib/i18n.js" */
/** @import { Action, Card, Catalogue, InPlay, Position, State, View, Villain } from "../shapes.d.ts" */

import { plural, t } from "../../../lib/i18n.js";

/** Labels of the kinds of cards. @type {Record<string, string>} */
export const KINDS = {
  ally: t("Ally"),
  hero: t("Hero"),
  item: t("Item"),
  curse: t("Curse"),
  effect: t("Effect"),
  condition: t("Condition"),
};

/** Labels of the forms of cards in play. @type {Record<string, string>} */
export const FORMS = {
  hypnotized: t("hypnotized"),
  wicket: t("Wicket"),
  shrunken: t("Shrunken"),
  enlarged: t("Enlarged"),
  held: t("held"),
};

/** Labels of the actions of locations and cards. @type {Record<Action, string | Forms>} */
export const ACTIONS = {
  gain_power: plural("Gain {amount} Power", "Gain {amount} Power"),
  play_card: t("Play a Card"),
  activate: t("Activate"),
  discard_cards: t("Discard Cards"),
  fate: t("Fate"),
  vanquish: t("Vanquish"),
  move_item_or_ally: t("Move an Item or Ally"),
  move_hero: t("Move a Hero"),
};

/**
 * The printed facts of a copy of a card. Ids of copies end with a number.
 * @type {(card: string, view: View) => Card | undefined}
 */
export const printed = (card, { cards }) => cards.get(card) ?? cards.get(card.replace(/-\d+$/, ""));

/** The text of a card in the language of the page. @param {string} card @param {View} view */
export const textOf = (card, view) => view.words.texts[printed(card, view)?.id ?? ""] ?? "";

/** @param {string} card @param {View} view */
export const kind = (card, view) => printed(card, view)?.kind ?? "";

/** The Villain with an id. @type {(id: string, view: {catalogue: Catalogue}) => Villain} */
export const printedVillain = (id, { catalogue }) =>
  /** @type {Villain} */ (catalogue.villains.find((each) => each.id === id));

/** @type {WeakMap<Catalogue["villains"], Map<string, {who: string, fate: boolean}>>} */
const decks = new WeakMap();

/** Returns the owner of a card's deck, and whether it is a Fate deck: `{who, fate}`. @param {string} card @param {View} view */
function deckOf(card, view) {
  const { villains } = view.catalogue;
  if (!decks.has(villains)) {
    /** @type {(villain: string, cards: Card[], fate: boolean) => [string, {who: string, fate: boolean}][]} */
    const listed = (villain, cards, fate) => cards.map(({ id }) => [id, { who: villain, fate }]);
    decks.set(
      villains,
      new Map(
        villains.flatMap(({ id, villain, fate }) => [
          ...listed(id, villain, false),
          ...listed(id, fate, true),
        ]),
      ),
    );
  }
  return decks.get(villains)?.get(printed(card, view)?.id ?? "");
}

/** Returns whether a card belongs to a Fate deck. @param {string} card @param {View} view */
export const isFate = (card, view) => Boolean(deckOf(card, view)?.fate);

/** The Villain with a card in one of his decks. @param {string} card @param {View} view */
export const villainOf = (card, view) => deckOf(card, view)?.who;

/** @type {(id: string, view: Pick<View, "words">) => string} */
export const nameOf = (id, { words }) => words.names[id] ?? id;

/**
 * The kind of a card in its Realm. A hypnotized Hero counts as an Ally (VI-210).
 * @param {string} card @param {InPlay} position @param {View} view
 */
export const counts = (card, position, view) => (position.form === "hypnotized" ? "ally" : kind(card, view));

/**
 * The location of a card of the Realm. An attached card is at the location of its host.
 * @param {string} card @param {State} state
 */
export const locationOf = (card, state) =>
  state.cards[card]?.at || state.cards[state.cards[card]?.on ?? ""]?.at || "";

/**
 * The cards of a Realm at a location, without attached ones: `{ heroes, own }`, each `[card, position]`.
 * @param {State} state @param {string} locationId @param {View} view
 */
export function cardsAt(state, locationId, view) {
  const cards = Object.entries(state.cards).filter(
    ([, position]) => position.at === locationId || position.beside === locationId,
  );
  /** @param {Position} entry */
  const above = ([card, position]) => counts(card, position, view) === "hero";
  return { heroes: cards.filter(above), own: cards.filter((each) => !above(each)) };
}

/** The Items that are attached to a card. @param {string} host @param {State} state */
export const attached = (host, state) =>
  Object.keys(state.cards).filter((card) => state.cards[card].on === host);

/**
 * The numbers of a list of cards, equal ones together: `[name, count]`.
 * @param {string[]} cards @param {View} view @returns {[string, number][]}
 */
export function tally(cards, view) {
  const counts = new Map();
  for (const card of cards) counts.set(nameOf(card, view), (counts.get(nameOf(card, view)) ?? 0) + 1);
  return [...counts];
}
