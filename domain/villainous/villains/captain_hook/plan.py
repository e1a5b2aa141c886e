"""What Captain Hook looks for: what a bot does well to keep, and to dig for."""

from __future__ import annotations

from ... import realm
from ...board import Realm
from ...book import Book
from ...lore import Wants
from ...strength import strength

CREW = ("boarding-party", "swashbuckler", "pirate-brute", "smee", "mr-starkey")
AMPLE = 10
"""Allies of so much Strength together are enough for Peter Pan."""


def wants(mine: Realm, book: Book) -> Wants:
    """Wants Peter Pan found, the map while the tree is locked, and a crew; once he has landed, the fight."""
    hand = {book.cards[card].id for card in mine.hand if card}
    allies = realm.of_kind(mine, book, "ally")
    use: dict[str, float] = {}
    sought = frozenset[str]()
    if "peter-pan" not in mine.cards:
        use |= {"worthy-opponent": 1.2, "scare": 1.2, "obsession": 0.3}
    elif realm.place_of(mine, "peter-pan") == "jolly-roger":
        use |= {"aye-aye": 1.0, "cannon": 0.5}
    else:
        use["ingenious-device"] = 1.0
    if "hangmans-tree" in mine.locked:
        use["never-land-map"] = 2.0
        sought = frozenset(("never-land-map",)) - hand
    if sum(strength(mine, book, ally) for ally in allies) < AMPLE:
        use |= dict.fromkeys(CREW, 1.2) | {"cutlass": 1.0 if allies else 0.3}
    return Wants(use, sought)
