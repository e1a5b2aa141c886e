"""The cards that a bot keeps as Prince John."""

from __future__ import annotations

from ...board import Realm
from ...book import Book
from ...hooks import UsefulCards
from ...play import layout

FIGHTERS = {"rhino-guards": 1.0, "trigger": 1.0, "sheriff": 1.0, "wolf-archers": 0.7, "sir-hiss": 0.7}


def useful_cards(realm: Realm, book: Book) -> UsefulCards:
    """Prefers Power, and Allies with support against Heroes."""
    heroes = layout.cards_of_kind(realm, book, "hero")
    use = {"warrant": 1.0, "taxes": 0.5 * len(heroes), "greed": 0.5, "king-richards-crown": 0.3}
    if heroes:
        use |= FIGHTERS | {"imprison": 0.7}
        if layout.cards_of_kind(realm, book, "ally"):
            use |= {"intimidation": 0.7, "set-a-trap": 0.7, "golden-arrow": 0.5}
    return UsefulCards(use)
