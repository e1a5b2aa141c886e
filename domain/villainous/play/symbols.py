"""The covered and usable action symbols of a location."""

from __future__ import annotations

from ..board import Realm
from ..book import Book, Usable
from ..facts import Place
from . import layout
from .play_targets import forbidden_uses


def covered_symbols(realm: Realm, book: Book, location: Place) -> frozenset[int]:
    """Returns the numbers of the symbols that Heroes cover (VI-081, VI-082).

    Of several Heroes an Enlarged one decides, then a Shrunken one (VI-217).
    """
    heroes = [realm.cards[hero] for hero in layout.cards_of_kind(realm, book, "hero", location)]
    top = len(book.locations[realm.who][location].top)
    if not heroes or not top:
        return frozenset()
    top_row = frozenset(range(1, top + 1))
    enlarged = [in_play for in_play in heroes if in_play.form == "enlarged"]
    if enlarged:
        row = layout.locations(realm, book)
        if any(in_play.at == location for in_play in enlarged):
            return top_row
        return frozenset(1 if row.index(in_play.at) < row.index(location) else top for in_play in enlarged)
    if any(in_play.form == "shrunken" for in_play in heroes):
        return frozenset((1 if book.rulings.shrunken == "left" else top,))  # VI-C5
    return top_row


def usable_symbols(realm: Realm, book: Book, location: Place, used: tuple[str, ...]) -> tuple[Usable, ...]:
    """Returns the usable symbols of *location*, the top row first (VI-023, VI-025, VI-026).

    Symbols granted by cards follow (VI-207), then the symbol that a card uncovers.
    """
    hidden = covered_symbols(realm, book, location)
    unused = [u for u in book.symbols[realm.who][location] if not used or str(u.number) not in used]
    granted = [
        Usable(0, card, grants)
        for card in layout.cards_with_role(realm, book, "grants")
        if card not in used
        and layout.is_at(realm, card, location)
        and (grants := book.cards[card].grants) is not None
    ]
    uncovering = layout.cards_with_role(realm, book, "uncovers") if hidden and realm.at == location else ()
    uncoverers = [card for card in uncovering if card not in used and layout.is_at(realm, card, location)][:1]
    uncovered = [
        Usable(u.number, card, u.symbol) for card in uncoverers for u in unused if u.number in hidden
    ]
    forbidden = forbidden_uses(realm, book)
    available = (
        [*(u for u in unused if u.number not in hidden), *granted, *uncovered] if hidden else unused + granted
    )
    return tuple(u for u in available if u.symbol.action not in forbidden) if forbidden else tuple(available)
