"""Maleficent, who wants the kingdom under a spell: what her cards do beyond their numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ...script import Script, choose, may
from ...words import Seat
from .. import realm
from ..board import Realm
from ..book import Book, Lore, T
from ..facts import Card
from ..verbs import defeat, discard

FRAIL = 4


def spellbound(mine: Realm, book: Book) -> bool:
    """Has a Curse at each location (VI-125)."""
    return all(realm.of_kind(mine, book, "curse", place) for place in realm.places(mine, book))


def progress(mine: Realm, book: Book) -> float:
    """Returns how many of her locations are cursed, from 0 to 1."""
    places = realm.places(mine, book)
    return sum(bool(realm.of_kind(mine, book, "curse", place)) for place in places) / len(places)


def frail_heroes(mine: Realm, book: Book) -> tuple[Card, ...]:
    """Returns the Heroes of Strength 4 or less."""
    return tuple(h for h in realm.within_reach(mine, book, "hero") if realm.strength(mine, book, h) <= FRAIL)


def curses_near_heroes(mine: Realm, book: Book) -> tuple[Card, ...]:
    """Returns the Curses at locations where a Hero is."""
    return tuple(
        curse
        for curse in realm.within_reach(mine, book, "curse")
        if realm.of_kind(mine, book, "hero", realm.place_of(mine, curse))
    )


def fade(t: T, seat: Seat, card: Card) -> Script[None]:
    """Discards this Curse."""
    yield from discard(t, seat, card)


def malice(t: T, seat: Seat, card: Card) -> Script[None]:
    """Defeats a Hero of Strength 4 or less."""
    for hero in (yield from choose(t.seat, "hero", frail_heroes(t.board.realms[seat], t.book), about=card)):
        yield from defeat(t, seat, hero)


def once_upon_a_dream(t: T, seat: Seat, card: Card) -> Script[None]:
    """Discards a Curse from a location where a Hero is."""
    curses = curses_near_heroes(t.board.realms[seat], t.book)
    yield from discard(t, seat, *(yield from choose(t.seat, "curse", curses, about=card)))


def prince_phillip(t: T, seat: Seat, card: Card) -> Script[None]:
    """May discard all Allies beside him."""
    mine = t.board.realms[seat]
    beside = realm.of_kind(mine, t.book, "ally", realm.place_of(mine, card))
    if (yield from may(t.seat, "all-allies", ("discard",) if beside else (), about=card)):
        yield from discard(t, seat, *beside)


LORE: Mapping[str, Lore] = {
    "forest-of-thorns": Lore(hero_played=fade),
    "green-fire": Lore(mover_came=fade),
    "malice": Lore(played=malice, playable=lambda mine, book: bool(frail_heroes(mine, book))),
    "once-upon-a-dream": Lore(
        played=once_upon_a_dream, playable=lambda mine, book: bool(curses_near_heroes(mine, book))
    ),
    "prince-phillip": Lore(played=prince_phillip),
}
