"""The action symbols of a location: which are there, which of them are covered, and which can be used."""

from __future__ import annotations

from . import layout
from .board import Realm
from .book import Book, Usable
from .facts import Place
from .play_targets import forbidden


def covered(r: Realm, book: Book, place: Place) -> frozenset[int]:
    """Returns the numbers of the symbols that Heroes cover at *place* (VI-081, VI-082).

    Of several Heroes an Enlarged one decides what is covered, then a Shrunken one (VI-217).
    """
    heroes = [r.cards[hero] for hero in layout.of_kind(r, book, "hero", place)]
    top = len(book.places[r.who][place].top)
    if not heroes or not top:
        return frozenset()
    whole = frozenset(range(1, top + 1))
    enlarged = [where for where in heroes if where.form == "enlarged"]
    if enlarged:
        row = layout.places(r, book)
        if any(where.at == place for where in enlarged):
            return whole
        return frozenset(1 if row.index(where.at) < row.index(place) else top for where in enlarged)
    if any(where.form == "shrunken" for where in heroes):
        return frozenset((1 if book.rulings.shrunken == "left" else top,))  # VI-C5
    return whole


def usable(r: Realm, book: Book, place: Place, used: tuple[str, ...]) -> tuple[Usable, ...]:
    """Returns the symbols of *place* that can be used, the top row first (VI-023, VI-025, VI-026).

    Symbols that cards show there come last (VI-207), and after them what a card uncovers.
    """
    hidden = covered(r, book, place)
    free = [u for u in book.symbols[r.who][place] if not used or str(u.number) not in used]
    granted = [
        Usable(0, card, grants)
        for card in layout.doing(r, book, "grants")
        if card not in used
        and layout.is_at(r, card, place)
        and (grants := book.cards[card].grants) is not None
    ]
    uncovering = layout.doing(r, book, "uncovers") if hidden and r.at == place else ()
    able = [card for card in uncovering if card not in used and layout.is_at(r, card, place)][:1]
    lifted = [Usable(u.number, card, u.symbol) for card in able for u in free if u.number in hidden]
    never = forbidden(r, book)
    shown = [*(u for u in free if u.number not in hidden), *granted, *lifted] if hidden else free + granted
    return tuple(u for u in shown if u.symbol.action not in never) if never else tuple(shown)
