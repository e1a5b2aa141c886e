"""How far the Villains have come towards their objectives, in steps that everyone can count on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from .. import realm
from ..board import InPlay, Realm
from ..book import Book
from .captain_hook import BOY, SHIP, TREE
from .prince_john import WEALTH
from .queen_of_hearts import wickets
from .ursula import LAIR, TREASURES

Steps: TypeAlias = Mapping[str, tuple[int, int]]
"""What an objective is made of: by its name, how much of it there is, and how much is wanted."""


def _prince_john(mine: Realm, book: Book) -> Steps:
    return {"power": (mine.power, WEALTH)}  # VI-126


def _captain_hook(mine: Realm, book: Book) -> Steps:
    found = BOY in mine.cards
    aboard = found and realm.place_of(mine, BOY) == SHIP
    return {"tree": (int(TREE not in mine.locked), 1), "boy": (int(found), 1), "ship": (int(aboard), 1)}


def _maleficent(mine: Realm, book: Book) -> Steps:
    row = realm.places(mine, book)
    return {"curses": (sum(bool(realm.of_kind(mine, book, "curse", place)) for place in row), len(row))}


def _jafar(mine: Realm, book: Book) -> Steps:
    lamp, genie = (mine.cards.get(card, InPlay()) for card in ("magic-lamp", "genie"))  # VI-124
    return {
        "cave": (int("cave" not in mine.locked), 1),
        "lamp": (int(lamp.at == "sultans-palace"), 1),
        "wisher": (int(genie.form == "hypnotized"), 1),
    }


def _queen_of_hearts(mine: Realm, book: Book) -> Steps:
    there = {realm.place_of(mine, card) for card in wickets(mine)}  # VI-127
    return {"wickets": (len(there), len(realm.places(mine, book)))}


def _ursula(mine: Realm, book: Book) -> Steps:
    home = [card for card in TREASURES if mine.cards.get(card, InPlay()).at == LAIR]  # VI-128
    return {"treasures": (len(home), len(TREASURES))}


HEADWAY: Mapping[str, Callable[[Realm, Book], Steps]] = {
    "captain-hook": _captain_hook,
    "jafar": _jafar,
    "maleficent": _maleficent,
    "prince-john": _prince_john,
    "queen-of-hearts": _queen_of_hearts,
    "ursula": _ursula,
}
