"""What Captain Hook looks for: what a bot does well to keep, and to dig for."""

from __future__ import annotations

from ... import layout
from ...board import Realm
from ...book import Book
from ...hooks import Wants
from ...strength import strength
from .script import BOY, LURES, MAP, SHIP, TREE

CREW = ("boarding-party", "swashbuckler", "pirate-brute", "smee", "mr-starkey")
AMPLE = 10
"""Allies of so much Strength together are enough for Peter Pan."""


def wants(mine: Realm, book: Book) -> Wants:
    """Wants Peter Pan found, the map while the tree is locked, and a crew; once he has landed, the fight."""
    hand = layout.printed_hand(mine, book)
    allies = layout.of_kind(mine, book, "ally")
    use: dict[str, float] = {}
    sought = frozenset[str]()
    if BOY not in mine.cards:
        use |= dict.fromkeys(LURES, 1.2) | {"obsession": 0.3}
    elif layout.place_of(mine, BOY) == SHIP:
        use |= {"aye-aye": 1.0, "cannon": 0.5}
    else:
        use["ingenious-device"] = 1.0
    if TREE in mine.locked:
        use[MAP] = 2.0
        sought = frozenset((MAP,)) - hand
    if sum(strength(mine, book, ally) for ally in allies) < AMPLE:
        use |= dict.fromkeys(CREW, 1.2) | {"cutlass": 1.0 if allies else 0.3}
    return Wants(use, sought)
