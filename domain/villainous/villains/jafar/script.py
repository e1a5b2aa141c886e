"""Jafar's hooks, and his steps towards the Genie and the Lamp."""

from __future__ import annotations

from collections.abc import Mapping

from ....model import Picks, Seat
from ....script import Script, choose_one, choose_up_to
from ...board import InPlay, Realm
from ...book import Book
from ...facts import Card, Place
from ...hooks import CardHooks, Steps, T
from ...play import layout
from ...play.decks import discard_cards, recover_card, reveal_until
from ...play.fights import defeat_hero, defeatable_heroes, weak_heroes
from ...play.moves import attach_card, move_card, move_to_chosen, shift_strength, unlock_location
from ...play.plays import find_hero, play_card, play_top_fate_card
from ...play.power import gain_power, spend_power
from ...play.strength import strength_of

MAX_SNAKE_STRENGTH = 4
"""The maximum Strength of a Hero for the snake."""
MAX_BLOW_STRENGTH = 3
"""The maximum Strength of an Ally for the Crushing Blow."""


def count_steps(realm: Realm, book: Book) -> Steps:
    """Needs the Cave open, the Lamp at the palace in no Hero's hands, and the Genie hypnotized (VI-124)."""
    lamp, genie = (realm.cards.get(card, InPlay()) for card in ("magic-lamp", "genie"))
    return {
        "cave": (int("cave" not in realm.locked), 1),
        "lamp": (int(lamp.at == "sultans-palace"), 1),
        "wisher": (int(genie.form == "hypnotized"), 1),
    }


# -- what there is to aim at -------------------------------------------------------------------------


def controlled_items(realm: Realm, book: Book, items: Picks) -> Picks:
    """Returns the *items* under his control, without Fate Items and held ones (VI-137)."""
    return tuple(
        item
        for item in items
        if book.piles[item] == "villain" and not layout.is_held_by_hero(realm, book, item)
    )


def sacrifice_targets(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Allies and Items that he can sacrifice."""
    items = controlled_items(realm, book, layout.discardable_cards(realm, book, "item"))
    return layout.discardable_cards(realm, book, "ally") + items


def weak_heroes_here(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes of Strength 4 or less beside him that can be defeated."""
    return tuple(
        hero for hero in weak_heroes(realm, book, MAX_SNAKE_STRENGTH) if layout.is_at(realm, hero, realm.at)
    )


def weak_allies(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Allies of Strength 3 or less."""
    return tuple(
        a
        for a in layout.discardable_cards(realm, book, "ally")
        if strength_of(realm, book, a) <= MAX_BLOW_STRENGTH
    )


def discarded_heroes(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes in the Fate discard pile."""
    return tuple(other for other in realm.fate.discard if book.cards[other].kind == "hero")


def unattached_items(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the unattached Items beside *card*."""
    items = layout.cards_of_kind(realm, book, "item", layout.location_of(realm, card))
    return tuple(item for item in items if not realm.cards[item].on)


def can_fly(realm: Realm, book: Book, card: Card) -> bool:
    """Needs an Item to take along, and somewhere to go."""
    return bool(
        unattached_items(realm, book, card)
        and layout.unlocked_neighbours(realm, book, layout.location_of(realm, card))
    )


def discarded_spells(realm: Realm, book: Book) -> Picks:
    """Returns the copies of Hypnotize in the discard pile."""
    return tuple(card for card in realm.villain.discard if book.cards[card].id == "hypnotize")


# -- his cards ---------------------------------------------------------------------------------------


def sacrifice(t: T, seat: Seat, card: Card, sacrificed: Card) -> Script[None]:
    """Discards an Ally or Item of his and gains 3 Power."""
    yield from discard_cards(t, seat, sacrificed)
    yield from gain_power(t, seat, 3)


def scrying(t: T, seat: Seat, card: Card, kind: str) -> Script[None]:
    """Takes the first Item, or the first Ally, of his deck; the cards above are discarded."""
    revealed, others = yield from reveal_until(t, seat, "villain", lambda c: t.book.cards[c].kind == kind)
    for match in revealed:
        yield from recover_card(t, seat, match)
    yield from discard_cards(t, seat, *others)


def snake(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Defeats a Hero of Strength 4 or less beside him."""
    yield from defeat_hero(t, seat, hero)


def deception(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Plays the top Fate card of the player of the turn."""
    yield from play_top_fate_card(t, t.board.seat)


def hourglass(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Takes 2 Strength from the Heroes at its location, until the turn ends."""
    yield from shift_strength(t, seat, layout.location_of(t.board.realms[seat], card), -2, card)


def hypnotize(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Defeats a Hero, who from now on is his Ally (VI-210)."""
    yield from defeat_hero(t, seat, hero, hypnotize=True)


def manipulation(t: T, seat: Seat, card: Card, discarded: Card) -> Script[None]:
    """Takes a card of the own discard pile."""
    yield from recover_card(t, seat, discarded)


def sorcerous_power(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """May move a Hero anywhere; may move an Ally anywhere."""
    realm = t.board.realms[seat]
    for hero in (
        yield from choose_up_to(t.seat, "hero", layout.reachable_cards(realm, t.book, "hero"), about=card)
    ):
        yield from move_to_chosen(t, seat, hero, layout.unlocked_locations(realm, t.book))
    realm = t.board.realms[seat]
    allies = layout.reachable_cards(realm, t.book, "ally")
    for ally in (yield from choose_up_to(t.seat, "ally-to-move", allies, about=card)):
        yield from move_to_chosen(t, seat, ally, layout.unlocked_locations(realm, t.book))


def gazeem(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May bring back an Item of the discard pile (VI-137)."""
    pile = t.board.realms[seat].villain.discard
    items = [item for item in pile if t.book.cards[item].kind == "item"]
    for item in (yield from choose_up_to(seat, "recover", items, about=card)):
        yield from recover_card(t, seat, item)


def iago(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Flies to an adjacent location, and an unattached Item with him (VI-136)."""
    realm = t.board.realms[seat]
    (item,) = yield from choose_one(t.seat, "item", unattached_items(realm, t.book, card), about=card)
    neighbours = layout.unlocked_neighbours(realm, t.book, layout.location_of(realm, card))
    (destination,) = yield from choose_one(t.seat, "where", neighbours, about=card)
    yield from move_card(t, seat, card, destination)
    yield from move_card(t, seat, item, destination)


def magic_lamp(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Finds the Genie, even a hypnotized one, and plays him here (VI-211)."""
    yield from find_hero(t, seat, "genie", at)


def razoul(realm: Realm, book: Book, card: Card, other: Card, target: str) -> int:
    """Makes Allies who are played to his location 1 cheaper."""
    return -1 if book.cards[other].kind == "ally" and target == layout.location_of(realm, card) else 0


def scarab_pendant(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Unlocks the Cave of Wonders, for good."""
    yield from unlock_location(t, seat, "cave")


def snake_staff(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Brings back a Hypnotize."""
    yield from recover_card(t, seat, discarded_spells(t.board.realms[seat], t.book)[0])


# -- Fate --------------------------------------------------------------------------------------------


def crushing_blow(t: T, seat: Seat, card: Card, ally: Card) -> Script[None]:
    """Discards an Ally of Strength 3 or less."""
    yield from discard_cards(t, seat, ally)


def narrow_escape(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Plays a Hero of the Fate discard pile."""
    yield from play_card(t, seat, hero)


def steal_item(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May take, or has to take, an Item of his at the Hero's location (VI-C1)."""
    realm = t.board.realms[seat]
    items = controlled_items(realm, t.book, layout.cards_of_kind(realm, t.book, "item", at))
    ask = choose_one if t.book.rulings.theft == "mandatory" else choose_up_to
    for item in (yield from ask(t.seat, "item", items, about=card)):
        yield from attach_card(t, seat, item, card)


def aladdin(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Takes an Item of his at the Hero's location: there is no “may” in his text (VI-137)."""
    if t.book.version < 3:
        yield from steal_item(t, seat, card, at)
        return
    realm = t.board.realms[seat]
    items = controlled_items(realm, t.book, layout.cards_of_kind(realm, t.book, "item", at))
    for item in (yield from choose_one(t.seat, "item", items, about=card)):
        yield from attach_card(t, seat, item, card)


def genie(realm: Realm, book: Book, card: Card) -> int:
    """Is 2 stronger beside the Lamp, in anyone's hands."""
    is_adjacent = "magic-lamp" in realm.cards and layout.is_at(
        realm, "magic-lamp", layout.location_of(realm, card)
    )
    return 2 if is_adjacent else 0


def rajah(realm: Realm, book: Book, card: Card) -> int:
    """Is 2 stronger while Jasmine is in the Realm, hypnotized or not (VI-210)."""
    return 2 if "jasmine" in realm.cards else 0


def treachery(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Takes up to 2 Power from him."""
    yield from spend_power(t, seat, 2)


HOOKS: Mapping[str, CardHooks] = {
    "sacrifice": CardHooks(targets=sacrifice_targets, on_played=sacrifice),
    "scrying": CardHooks(targets=lambda realm, book, card: ("item", "ally"), on_played=scrying),
    "snake": CardHooks(targets=weak_heroes_here, on_played=snake),
    "deception": CardHooks(on_played=deception),
    "hourglass": CardHooks(on_activated=hourglass),
    "hypnotize": CardHooks(
        targets=lambda realm, book, card: defeatable_heroes(realm, book),
        cost_at=lambda realm, book, card, hero: strength_of(realm, book, hero) if hero else 0,
        on_played=hypnotize,
    ),
    "manipulation": CardHooks(
        targets=lambda realm, book, card: realm.villain.discard, on_played=manipulation
    ),
    "sorcerous-power": CardHooks(on_played=sorcerous_power),
    "gazeem": CardHooks(on_discarded=gazeem),
    "iago": CardHooks(on_activated=iago, can_activate=can_fly),
    "magic-lamp": CardHooks(on_played=magic_lamp),
    "razoul": CardHooks(levy=razoul),
    "scarab-pendant": CardHooks(on_played=scarab_pendant),
    "snake-staff": CardHooks(
        on_activated=snake_staff, can_activate=lambda realm, book, card: bool(discarded_spells(realm, book))
    ),
    "crushing-blow": CardHooks(targets=weak_allies, on_played=crushing_blow),
    "narrow-escape": CardHooks(targets=discarded_heroes, on_played=narrow_escape),
    "abu": CardHooks(on_played=steal_item),
    "aladdin": CardHooks(on_played=aladdin),
    "genie": CardHooks(own_strength=genie),
    "rajah": CardHooks(own_strength=rajah),
    "treachery": CardHooks(on_played=treachery),
}
