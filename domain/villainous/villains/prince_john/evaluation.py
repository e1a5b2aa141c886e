"""What Prince John looks for: what a bot does well to keep."""

from __future__ import annotations

from ... import layout
from ...board import Realm
from ...book import Book
from ...hooks import Wants

FIGHTERS = {"rhino-guards": 1.0, "trigger": 1.0, "sheriff": 1.0, "wolf-archers": 0.7, "sir-hiss": 0.7}


def wants(mine: Realm, book: Book) -> Wants:
    """Wants what pays, and against Heroes Allies and whatever helps them."""
    heroes = layout.of_kind(mine, book, "hero")
    use = {"warrant": 1.0, "taxes": 0.5 * len(heroes), "greed": 0.5, "king-richards-crown": 0.3}
    if heroes:
        use |= FIGHTERS | {"imprison": 0.7}
        if layout.of_kind(mine, book, "ally"):
            use |= {"intimidation": 0.7, "set-a-trap": 0.7, "golden-arrow": 0.5}
    return Wants(use)
