"""What Ursula looks for: what a bot does well to keep, and to dig for."""

from __future__ import annotations

from ... import layout
from ...board import InPlay, Realm
from ...book import Book
from ...hooks import Wants
from .script import LAIR, TREASURES

CONTRACTS = ("contract-lair", "contract-ship", "contract-shore", "contract-palace")


def wants(mine: Realm, book: Book) -> Wants:
    """Wants both treasures, a contract for who holds one, and what moves Heroes who signed."""
    hand = layout.printed_hand(mine, book)
    missing = {card for card in TREASURES if card not in mine.cards}
    use = {"flotsam": 0.7, "jetsam": 0.7, "grow-giant": 0.4} | dict.fromkeys(missing, 2.0)
    signed = any(book.cards[card].contract for card in mine.cards)
    taken = "king-triton" in mine.cards and mine.cards.get("trident", InPlay()).on
    held = "trident" in hand or taken
    if held and not signed:
        use |= dict.fromkeys(CONTRACTS, 2.0)
        use["divination"] = float(hand.isdisjoint(CONTRACTS))
    elif layout.of_kind(mine, book, "hero"):
        use |= dict.fromkeys(CONTRACTS, 0.5)
    if signed:
        use |= {"whirlpool": 1.5, "poor-souls": 1.5}
    if LAIR in mine.locked:
        use["change-form"] = 1.5
    if not missing.isdisjoint(mine.villain.discard):
        use["opportunist"] = 1.5
    return Wants(use, frozenset(missing - hand))
