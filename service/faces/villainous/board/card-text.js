/** What is printed on a card, and what to call it. */

import { plural, t } from "../../../lib/i18n.js";

/** What to call the kinds of cards. */
export const KINDS = {
  ally: t("Ally"),
  hero: t("Hero"),
  item: t("Item"),
  curse: t("Curse"),
  effect: t("Effect"),
  condition: t("Condition"),
};

/** What to call the forms of cards in play. */
export const FORMS = {
  hypnotized: t("hypnotized"),
  wicket: t("Wicket"),
  shrunken: t("Shrunken"),
  enlarged: t("Enlarged"),
  held: t("held"),
};

/** What to call the actions of locations and cards. */
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

/** The printed facts of a copy of a card: copies are numbered, what is printed on them is not. */
export const printed = (card, { cards }) => cards.get(card) ?? cards.get(card.replace(/-\d+$/, ""));

/** What a card says, in the language of the page. */
export const textOf = (card, view) => view.words.texts[printed(card, view)?.id] ?? "";

export const kind = (card, view) => printed(card, view)?.kind ?? "";

const decks = new WeakMap();

/** Returns in whose decks a card is, and in which: `{who, fate}`. */
function deckOf(card, view) {
  const { villains } = view.catalogue;
  if (!decks.has(villains)) {
    const listed = (who, cards, fate) => cards.map(({ id }) => [id, { who, fate }]);
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
  return decks.get(villains).get(printed(card, view)?.id);
}

/** Tells whether a card belongs to a Fate deck. */
export const isFate = (card, view) => Boolean(deckOf(card, view)?.fate);

/** The Villain in whose decks a card is. */
export const villainOf = (card, view) => deckOf(card, view)?.who;

export const named = (what, { words }) => words.names[what] ?? what;

/** What a card counts as in its Realm: a hypnotized Hero is an Ally (VI-210). */
export const counts = (card, where, view) => (where.form === "hypnotized" ? "ally" : kind(card, view));

/** The location of a card of the Realm; an attached card is where its host is. */
export const placed = (card, mine) => mine.cards[card]?.at || mine.cards[mine.cards[card]?.on]?.at || "";

/** The cards of a Realm that lie at a location: `{ heroes, own }`, each `[card, where]`, without what is attached. */
export function lying(mine, place, view) {
  const there = Object.entries(mine.cards).filter(
    ([, where]) => where.at === place || where.beside === place,
  );
  const above = ([card, where]) => counts(card, where, view) === "hero";
  return { heroes: there.filter(above), own: there.filter((each) => !above(each)) };
}

/** The Items that are attached to a card. */
export const attached = (host, mine) =>
  Object.keys(mine.cards).filter((card) => mine.cards[card].on === host);

/** The numbers of a list of cards, equal ones together: `[name, count]`. */
export function tally(cards, view) {
  const found = new Map();
  for (const card of cards) found.set(named(card, view), (found.get(named(card, view)) ?? 0) + 1);
  return [...found];
}
