"""What the Queen of Hearts looks for: what a bot does well to keep, and to dig for."""

from __future__ import annotations

from ... import layout
from ...board import Realm
from ...book import Book
from ...hooks import Wants
from .script import GUARDS, wickets


def wants(mine: Realm, book: Book) -> Wants:
    """Wants Card Guards until there are Wickets enough, and then the shot."""
    hand = layout.printed_hand(mine, book)
    count = len(wickets(mine))
    laid = count >= len(layout.places(mine, book))
    use = {"spear": 0.5, "the-king": 0.7, "stopwatch": 0.3, "take-the-shot": 2.0 if count > 1 else 0.7}
    use["unbirthday"] = 0.3 * len(layout.of_kind(mine, book, "ally"))
    use |= dict.fromkeys(GUARDS, 0.3 if laid else 1.2)
    if not laid:
        use["by-order"] = 1.2
    if layout.of_kind(mine, book, "hero"):
        use["off-with-your-head"] = 1.0
    return Wants(use, frozenset(("take-the-shot",)) - hand if laid else frozenset())
