"""Jafar, who wants the Genie and the Lamp: what the cards do beyond their numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ....model import Picks, Seat
from ....script import Script, choose, may
from ... import layout
from ...board import InPlay, Realm
from ...book import Book
from ...decks import discard, recover, reveal_until
from ...facts import Card, Place
from ...fights import defeat, defeatable, frail
from ...hooks import Lore, Steps, T
from ...moves import attach, relocate, send, shift, unlock
from ...plays import find, play, turn_up
from ...power import gain, spend
from ...strength import strength

FRAIL = 4
"""The Strength up to which a Hero is no match for a snake."""
MEEK = 3
"""The Strength up to which an Ally can be struck down."""


def headway(mine: Realm, book: Book) -> Steps:
    """Wants the Cave open, the Lamp at the palace, held by no Hero, and the Genie hypnotized (VI-124)."""
    lamp, genie = (mine.cards.get(card, InPlay()) for card in ("magic-lamp", "genie"))
    return {
        "cave": (int("cave" not in mine.locked), 1),
        "lamp": (int(lamp.at == "sultans-palace"), 1),
        "wisher": (int(genie.form == "hypnotized"), 1),
    }


# -- what there is to aim at -------------------------------------------------------------------------


def own(mine: Realm, book: Book, items: Picks) -> Picks:
    """Returns which of *items* he controls: no Fate Items, and none that a Hero took (VI-137)."""
    return tuple(
        item for item in items if book.piles[item] == "villain" and not layout.taken(mine, book, item)
    )


def offerings(mine: Realm, book: Book, card: Card) -> Picks:
    """Returns the Allies and Items that he can sacrifice."""
    items = own(mine, book, layout.discardable(mine, book, "item"))
    return layout.discardable(mine, book, "ally") + items


def prey(mine: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes of Strength 4 or less beside him that can be defeated."""
    return tuple(hero for hero in frail(mine, book, FRAIL) if layout.is_at(mine, hero, mine.at))


def meek_allies(mine: Realm, book: Book, card: Card) -> Picks:
    """Returns the Allies of Strength 3 or less."""
    return tuple(a for a in layout.discardable(mine, book, "ally") if strength(mine, book, a) <= MEEK)


def fallen(mine: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes in the Fate discard pile."""
    return tuple(other for other in mine.fate.discard if book.cards[other].kind == "hero")


def loose_items(mine: Realm, book: Book, card: Card) -> Picks:
    """Returns the Items beside *card* that are attached to nobody."""
    beside = layout.of_kind(mine, book, "item", layout.place_of(mine, card))
    return tuple(item for item in beside if not mine.cards[item].on)


def can_fly(mine: Realm, book: Book, card: Card) -> bool:
    """Needs an Item to take along, and somewhere to go."""
    return bool(loose_items(mine, book, card) and layout.neighbours(mine, book, layout.place_of(mine, card)))


def spells(mine: Realm, book: Book) -> Picks:
    """Returns the copies of Hypnotize in the discard pile."""
    return tuple(card for card in mine.villain.discard if book.cards[card].id == "hypnotize")


# -- his cards ---------------------------------------------------------------------------------------


def sacrifice(t: T, seat: Seat, card: Card, victim: Card) -> Script[None]:
    """Discards an Ally or Item of his and gains 3 Power."""
    yield from discard(t, seat, victim)
    yield from gain(t, seat, 3)


def scrying(t: T, seat: Seat, card: Card, kind: str) -> Script[None]:
    """Takes the first Item, or the first Ally, of his deck; what lay above is discarded."""
    found, others = yield from reveal_until(t, seat, "villain", lambda c: t.book.cards[c].kind == kind)
    for wanted in found:
        yield from recover(t, seat, wanted)
    yield from discard(t, seat, *others)


def snake(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Defeats a Hero of Strength 4 or less beside him."""
    yield from defeat(t, seat, hero)


def deception(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Plays the top Fate card of the player of the turn."""
    yield from turn_up(t, t.board.seat)


def hourglass(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Takes 2 Strength from the Heroes at its location, until the turn ends."""
    yield from shift(t, seat, layout.place_of(t.board.realms[seat], card), -2, card)


def hypnotize(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Defeats a Hero, who from now on is his Ally (VI-210)."""
    yield from defeat(t, seat, hero, hypnotize=True)


def manipulation(t: T, seat: Seat, card: Card, wanted: Card) -> Script[None]:
    """Takes a card of the own discard pile."""
    yield from recover(t, seat, wanted)


def sorcerous_power(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """May move a Hero anywhere; may move an Ally anywhere."""
    mine = t.board.realms[seat]
    for hero in (yield from may(t.seat, "hero", layout.within_reach(mine, t.book, "hero"), about=card)):
        yield from send(t, seat, hero, layout.unlocked(mine, t.book))
    mine = t.board.realms[seat]
    allies = layout.within_reach(mine, t.book, "ally")
    for ally in (yield from may(t.seat, "ally-to-move", allies, about=card)):
        yield from send(t, seat, ally, layout.unlocked(mine, t.book))


def gazeem(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May bring back an Item of the discard pile (VI-137)."""
    pile = t.board.realms[seat].villain.discard
    items = [item for item in pile if t.book.cards[item].kind == "item"]
    for item in (yield from may(seat, "recover", items, about=card)):
        yield from recover(t, seat, item)


def iago(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Flies to an adjacent location, and an unattached Item with him (VI-136)."""
    mine = t.board.realms[seat]
    (item,) = yield from choose(t.seat, "item", loose_items(mine, t.book, card), about=card)
    next_door = layout.neighbours(mine, t.book, layout.place_of(mine, card))
    (to,) = yield from choose(t.seat, "where", next_door, about=card)
    yield from relocate(t, seat, card, to)
    yield from relocate(t, seat, item, to)


def magic_lamp(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Finds the Genie, even a hypnotized one, and plays him here (VI-211)."""
    yield from find(t, seat, "genie", at)


def razoul(mine: Realm, book: Book, card: Card, other: Card, spot: str) -> int:
    """Makes Allies who are played to his location 1 cheaper."""
    return -1 if book.cards[other].kind == "ally" and spot == layout.place_of(mine, card) else 0


def scarab_pendant(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Unlocks the Cave of Wonders, for good."""
    yield from unlock(t, seat, "cave")


def snake_staff(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Brings back a Hypnotize."""
    yield from recover(t, seat, spells(t.board.realms[seat], t.book)[0])


# -- Fate --------------------------------------------------------------------------------------------


def crushing_blow(t: T, seat: Seat, card: Card, ally: Card) -> Script[None]:
    """Discards an Ally of Strength 3 or less."""
    yield from discard(t, seat, ally)


def narrow_escape(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Plays a Hero of the Fate discard pile."""
    yield from play(t, seat, hero)


def thief(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May take, or has to take, an Item of his at the Hero's location (VI-C1)."""
    mine = t.board.realms[seat]
    loot = own(mine, t.book, layout.of_kind(mine, t.book, "item", at))
    ask = choose if t.book.rulings.theft == "mandatory" else may
    for item in (yield from ask(t.seat, "item", loot, about=card)):
        yield from attach(t, seat, item, card)


def aladdin(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Takes an Item of his at the Hero's location: there is no “may” in his text (VI-137)."""
    if t.book.version < 3:
        yield from thief(t, seat, card, at)
        return
    mine = t.board.realms[seat]
    loot = own(mine, t.book, layout.of_kind(mine, t.book, "item", at))
    for item in (yield from choose(t.seat, "item", loot, about=card)):
        yield from attach(t, seat, item, card)


def genie(mine: Realm, book: Book, card: Card) -> int:
    """Is 2 stronger beside the Lamp, whoever holds it."""
    beside = "magic-lamp" in mine.cards and layout.is_at(mine, "magic-lamp", layout.place_of(mine, card))
    return 2 if beside else 0


def rajah(mine: Realm, book: Book, card: Card) -> int:
    """Is 2 stronger while Jasmine is in the Realm, hypnotized or not (VI-210)."""
    return 2 if "jasmine" in mine.cards else 0


def treachery(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Takes 2 Power from him, or what he has."""
    yield from spend(t, seat, 2)


LORE: Mapping[str, Lore] = {
    "sacrifice": Lore(spots=offerings, played=sacrifice),
    "scrying": Lore(spots=lambda mine, book, card: ("item", "ally"), played=scrying),
    "snake": Lore(spots=prey, played=snake),
    "deception": Lore(played=deception),
    "hourglass": Lore(activated=hourglass),
    "hypnotize": Lore(
        spots=lambda mine, book, card: defeatable(mine, book),
        price=lambda mine, book, card, hero: strength(mine, book, hero) if hero else 0,
        played=hypnotize,
    ),
    "manipulation": Lore(spots=lambda mine, book, card: mine.villain.discard, played=manipulation),
    "sorcerous-power": Lore(played=sorcerous_power),
    "gazeem": Lore(discarded=gazeem),
    "iago": Lore(activated=iago, ready=can_fly),
    "magic-lamp": Lore(played=magic_lamp),
    "razoul": Lore(levy=razoul),
    "scarab-pendant": Lore(played=scarab_pendant),
    "snake-staff": Lore(activated=snake_staff, ready=lambda mine, book, card: bool(spells(mine, book))),
    "crushing-blow": Lore(spots=meek_allies, played=crushing_blow),
    "narrow-escape": Lore(spots=fallen, played=narrow_escape),
    "abu": Lore(played=thief),
    "aladdin": Lore(played=aladdin),
    "genie": Lore(own=genie),
    "rajah": Lore(own=rajah),
    "treachery": Lore(played=treachery),
}
