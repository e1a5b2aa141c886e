"""The cards that a bot keeps and digs for as Maleficent."""

from __future__ import annotations

from ...board import Realm
from ...book import Book
from ...hooks import UsefulCards
from ...play import layout

CURSES = frozenset(("forest-of-thorns", "green-fire", "dreamless-sleep"))


def useful_cards(realm: Realm, book: Book) -> UsefulCards:
    """Prefers Curses for uncursed locations, and fighters against Heroes."""
    hand = layout.hand_ids(realm, book)
    use = {"vanish": 0.7, "raven": 0.7, "staff": 0.7, "spinning-wheel": 0.3}
    cursed = {layout.location_of(realm, card) for card in layout.cards_of_kind(realm, book, "curse")}
    missing = expensive = frozenset[str]()
    if len(cursed) < len(layout.locations(realm, book)):
        use |= dict.fromkeys(CURSES, 2.0)
        missing = frozenset(("green-fire",)) if hand.isdisjoint(CURSES) else missing
        expensive = CURSES
    if layout.cards_of_kind(realm, book, "hero"):
        use |= dict.fromkeys(("dragon-form", "savage-goon", "sinister-goon"), 0.7)
    return UsefulCards(use, missing, expensive)
