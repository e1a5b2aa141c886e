"""What a Villain can hope for: what a bot pursues that thinks its whole turn over.

Beside the way to the objective it counts what pays off later: cards that are of use, and digging for those
that are sought. Its own way counts most: who lives on hindering others hinders all but one for nothing.
"""

from __future__ import annotations

from ..words import Seat
from .board import Board, Realm
from .book import Book
from .index import Memo
from .lore import reached
from .plan import WON, allies, heroes, purse

_GOAL = 60.0
"""What the objective is worth, against a Power that buys something."""
_SPENT = 8
"""More Power than that is of no use to who needs none to win."""
_USE, _AGAIN = 0.7, 0.4
"""What a useful card of the hand is worth, and how much of that a second one of its kind."""
_READY = 5.0
"""What it is worth to have a card in hand that is worth saving up for, and the Power for it."""
_BURIED, _DISCARDED = 0.08, 8
"""What each card costs that lies above one that is sought, and for how many more a discard pile counts."""
_OTHERS, _IMMINENT = 0.25, 15.0
"""How much the best of the others counts, and how much more if it wins once its turn comes."""
_EVEN = 12.0
"""What is left of a hope, less that of the others, in the midst of an even match."""


def outlook(board: Board, book: Book, seat: Seat) -> float:
    """Returns what *seat* can hope for, more is better."""
    if board.winner is not None:
        return WON if board.winner == seat else -WON
    others = (_threat(board.realms[other], book) for other in board.opponents(seat))
    return _hope(board.realms[seat], book) - max(others) - _EVEN


def _threat(mine: Realm, book: Book) -> float:
    """Counts what an opponent can hope for, and that it is about to win."""
    script = book.scripts[mine.who]
    imminent = not script.at_once and reached(script.headway(mine, book))
    return _OTHERS * _hope(mine, book) + _IMMINENT * imminent


@Memo
def _hope(mine: Realm, book: Book) -> float:
    """Counts the way to the objective, Power to spend, useful cards, Allies, and Heroes against."""
    script = book.scripts[mine.who]
    hope = _GOAL * script.progress(mine, book)
    power = mine.power if script.hoards else min(mine.power, _SPENT)
    return hope + purse(power) + allies(mine, book) - heroes(mine, book) + _cards(mine, book)


def _cards(mine: Realm, book: Book) -> float:
    """Counts the cards of the hand that are of use, and how deep those lie that are sought.

    One that is worth saving up for counts by how much of its Cost there is Power for: else who looks its own
    turn over and no further would never save up.
    """
    use, sought, dear = book.scripts[mine.who].wants(mine, book)
    printed = [book.cards[card] for card in mine.hand if card]
    hand = [card.id for card in printed]
    useful = sum(use.get(card, 0.0) * (_AGAIN if card in hand[:n] else 1.0) for n, card in enumerate(hand))
    saved = [min(1.0, mine.power / max(1, card.cost)) for card in printed if card.id in dear]
    discarded = {book.cards[card].id for card in mine.villain.discard}
    depth = sum(len(mine.villain.deck) + _DISCARDED * (card in discarded) for card in sought)
    return _USE * useful + _READY * max(saved, default=0.0) - _BURIED * depth
