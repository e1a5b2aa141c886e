"""Prince John, who wants to be rich: what his cards do beyond their numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ...script import Script, choose, may
from ...words import Seat
from .. import facts, realm
from ..board import Realm
from ..book import Book, Lore, T
from ..facts import Card, Place
from ..verbs import find, gain, vanquish

WEALTH = 20


def rich(mine: Realm, book: Book) -> bool:
    """Has at least 20 Power (VI-126)."""
    return mine.power >= WEALTH


def progress(mine: Realm, book: Book) -> float:
    """Returns how near 20 Power he is, from 0 to 1."""
    return min(mine.power, WEALTH) / WEALTH


def has_hero(mine: Realm, book: Book) -> bool:
    """Needs a Hero in the Realm."""
    return bool(realm.within_reach(mine, book, "hero"))


def has_hero_at_large(mine: Realm, book: Book) -> bool:
    """Needs a Hero outside The Jail."""
    return bool(_at_large(mine, book))


def taxes(t: T, seat: Seat, card: Card) -> Script[None]:
    """Gains 1 Power for each Hero in the Realm."""
    yield from gain(t, seat, len(realm.of_kind(t.board.realms[seat], t.book, "hero")))


def imprison(t: T, seat: Seat, card: Card) -> Script[None]:
    """Moves a Hero to The Jail."""
    for hero in (yield from choose(t.seat, "hero", _at_large(t.board.realms[seat], t.book), about=card)):
        yield facts.CardMoved(seat, hero, "jail")


def warrant(t: T, seat: Seat, card: Card) -> Script[None]:
    """Gains 2 Power whenever a Hero is played here."""
    yield from gain(t, seat, 2)


def greed(t: T, seat: Seat, card: Card) -> Script[None]:
    """Gains 3 Power."""
    yield from gain(t, seat, 3)


def set_a_trap(t: T, seat: Seat, card: Card) -> Script[None]:
    """May move an Ally to any location; then performs a Vanquish."""
    mine = t.board.realms[seat]
    for ally in (
        yield from may(t.seat, "ally-to-move", realm.within_reach(mine, t.book, "ally"), about=card)
    ):
        elsewhere = [p for p in realm.unlocked(mine, t.book) if p != realm.place_of(mine, ally)]
        for to in (yield from choose(t.seat, "where", elsewhere, about=ally)):
            yield facts.CardMoved(seat, ally, to)
    beatable = realm.beatable(t.board.realms[seat], t.book)
    for hero in (yield from choose(t.seat, "hero", beatable, about=card)):
        yield from vanquish(t, seat, hero)


def steal_from_the_rich(t: T, seat: Seat, card: Card) -> Script[None]:
    """Moves up to 4 of his Power onto a Hero (VI-140)."""
    mine = t.board.realms[seat]
    for hero in (yield from choose(t.seat, "hero", realm.within_reach(mine, t.book, "hero"), about=card)):
        amounts = [str(n) for n in range(min(4, mine.power), -1, -1)]
        for amount in (yield from choose(t.seat, "power", amounts, about=hero)):
            if stolen := int(amount):
                yield facts.PowerTaken(seat, hero, stolen, mine.power - stolen)


def maid_marian(t: T, seat: Seat, at: Place) -> Script[None]:
    """Calls Robin Hood to where she was (VI-139)."""
    yield from find(t, seat, "robin-hood", at)


def _at_large(mine: Realm, book: Book) -> tuple[Card, ...]:
    return tuple(
        hero for hero in realm.within_reach(mine, book, "hero") if realm.place_of(mine, hero) != "jail"
    )


LORE: Mapping[str, Lore] = {
    "taxes": Lore(played=taxes),
    "imprison": Lore(played=imprison, playable=has_hero_at_large),
    "warrant": Lore(hero_played=warrant),
    "greed": Lore(played=greed),
    "set-a-trap": Lore(played=set_a_trap),
    "steal-from-the-rich": Lore(played=steal_from_the_rich, playable=has_hero),
    "maid-marian": Lore(defeated=maid_marian),
}
