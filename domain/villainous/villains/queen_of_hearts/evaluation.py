"""The cards that a bot keeps and digs for as the Queen of Hearts."""

from __future__ import annotations

from ...board import Realm
from ...book import Book
from ...hooks import UsefulCards
from ...play import layout
from .script import GUARDS, wickets


def useful_cards(realm: Realm, book: Book) -> UsefulCards:
    """Prefers Card Guards until there are enough Wickets, and then the shot."""
    hand = layout.hand_ids(realm, book)
    count = len(wickets(realm))
    laid = count >= len(layout.locations(realm, book))
    use = {"spear": 0.5, "the-king": 0.7, "stopwatch": 0.3, "take-the-shot": 2.0 if count > 1 else 0.7}
    use["unbirthday"] = 0.3 * len(layout.cards_of_kind(realm, book, "ally"))
    use |= dict.fromkeys(GUARDS, 0.3 if laid else 1.2)
    if not laid:
        use["by-order"] = 1.2
    if layout.cards_of_kind(realm, book, "hero"):
        use["off-with-your-head"] = 1.0
    return UsefulCards(use, frozenset(("take-the-shot",)) - hand if laid else frozenset())
