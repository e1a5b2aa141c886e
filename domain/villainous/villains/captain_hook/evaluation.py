"""The cards that a bot keeps and digs for as Captain Hook."""

from __future__ import annotations

from ...board import Realm
from ...book import Book
from ...hooks import UsefulCards
from ...play import layout
from ...play.strength import strength_of
from .script import BOY, LURES, MAP, SHIP, TREE

CREW = ("boarding-party", "swashbuckler", "pirate-brute", "smee", "mr-starkey")
AMPLE = 10
"""The total Strength of Allies that suffices against Peter Pan."""


def useful_cards(realm: Realm, book: Book) -> UsefulCards:
    """Prefers lures for Peter Pan, the map while the tree is locked, a crew, and then the fight."""
    hand = layout.hand_ids(realm, book)
    allies = layout.cards_of_kind(realm, book, "ally")
    use: dict[str, float] = {}
    missing = frozenset[str]()
    if BOY not in realm.cards:
        use |= dict.fromkeys(LURES, 1.2) | {"obsession": 0.3}
    elif layout.location_of(realm, BOY) == SHIP:
        use |= {"aye-aye": 1.0, "cannon": 0.5}
    else:
        use["ingenious-device"] = 1.0
    if TREE in realm.locked:
        use[MAP] = 2.0
        missing = frozenset((MAP,)) - hand
    if sum(strength_of(realm, book, ally) for ally in allies) < AMPLE:
        use |= dict.fromkeys(CREW, 1.2) | {"cutlass": 1.0 if allies else 0.3}
    return UsefulCards(use, missing)
