"""What Maleficent looks for: what a bot does well to keep, and to dig for."""

from __future__ import annotations

from ... import layout
from ...board import Realm
from ...book import Book
from ...hooks import Wants

CURSES = frozenset(("forest-of-thorns", "green-fire", "dreamless-sleep"))


def wants(mine: Realm, book: Book) -> Wants:
    """Wants Curses for each location, and saves up for them; against Heroes it wants whoever fights them."""
    hand = layout.printed_hand(mine, book)
    use = {"vanish": 0.7, "raven": 0.7, "staff": 0.7, "spinning-wheel": 0.3}
    cursed = {layout.place_of(mine, card) for card in layout.of_kind(mine, book, "curse")}
    sought = dear = frozenset[str]()
    if len(cursed) < len(layout.places(mine, book)):
        use |= dict.fromkeys(CURSES, 2.0)
        sought = frozenset(("green-fire",)) if hand.isdisjoint(CURSES) else sought
        dear = CURSES
    if layout.of_kind(mine, book, "hero"):
        use |= dict.fromkeys(("dragon-form", "savage-goon", "sinister-goon"), 0.7)
    return Wants(use, sought, dear)
