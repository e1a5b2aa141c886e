"""Evaluates positions for bots, from open information only.

`evaluate` scores a position as it stands. `evaluate_outlook` serves bots that search to the end of their own
turn: it also counts cards that pay off later, and the search of the deck for missing ones.
"""

from __future__ import annotations

from ..model import Seat
from .board import Board, Realm
from .book import Book
from .hooks import is_complete
from .index import Memo
from .play import layout
from .play.strength import strength_of

WON = 1000.0
_OBJECTIVE = 40.0
"""The score of a complete objective, where one useful Power scores `_POWER`."""
_MAX_COST = 6
"""The Power that buys nearly any card of a hand."""
_POWER, _SAVINGS = 0.8, 0.2
"""The score of a Power that buys a card at once, and of one that is saved for a second card."""

_OUTLOOK_OBJECTIVE = 60.0
"""The score of a complete objective in an outlook."""
_MAX_USEFUL_POWER = 8
"""Power beyond this has no use for a Villain that does not win by Power."""
_USEFUL_CARD, _SECOND_COPY = 0.7, 0.4
"""The score of a useful card of the hand, and the share of it for a second copy."""
_AFFORDABLE = 5.0
"""The score of an expensive card of the hand together with the Power for it."""
_BURIED, _DISCARDED = 0.08, 8
"""The penalty for each card above a missing one, and the cards that a discard pile counts for."""
_OPPONENT, _IMMINENT_WIN = 0.25, 15.0
"""The weight of the best opponent, and the penalty if that opponent wins at the start of its turn."""
_EVEN_MATCH = 12.0
"""The usual difference of two outlooks in the middle of an even match."""


def evaluate(board: Board, book: Book, seat: Seat) -> float:
    """Returns the score of *seat* minus the best score of the others."""
    if board.winner is not None:
        return WON if board.winner == seat else -WON
    others = (
        _realm_score(realm, book)
        for other, realm in enumerate(board.realms)
        if other != seat and other not in board.retired
    )
    return _realm_score(board.realms[seat], book) - max(others, default=0.0)


@Memo
def _realm_score(realm: Realm, book: Book) -> float:
    """Sums objective, Power, hand and Allies, and subtracts Heroes."""
    score = _OBJECTIVE * book.scripts[realm.who].objective_progress(realm, book)
    score += _power_score(realm.power)
    score += 0.25 * len(realm.hand)
    return score + _allies_score(realm, book) - _heroes_score(realm, book)


def evaluate_outlook(board: Board, book: Book, seat: Seat) -> float:
    """Returns the outlook of *seat*; a higher one is better.

    The own objective weighs most: to hinder one opponent does not help against the others.
    """
    if board.winner is not None:
        return WON if board.winner == seat else -WON
    others = (_threat_score(board.realms[other], book) for other in board.opponents(seat))
    return _realm_outlook(board.realms[seat], book) - max(others) - _EVEN_MATCH


def _threat_score(realm: Realm, book: Book) -> float:
    """Returns the weighted outlook of an opponent, and more if it is about to win."""
    script = book.scripts[realm.who]
    imminent = not script.wins_at_once and is_complete(script.count_steps(realm, book))
    return _OPPONENT * _realm_outlook(realm, book) + _IMMINENT_WIN * imminent


@Memo
def _realm_outlook(realm: Realm, book: Book) -> float:
    """Sums objective, Power, useful cards and Allies, and subtracts Heroes."""
    script = book.scripts[realm.who]
    score = _OUTLOOK_OBJECTIVE * script.objective_progress(realm, book)
    power = realm.power if script.saves_power else min(realm.power, _MAX_USEFUL_POWER)
    score += _power_score(power) + _allies_score(realm, book) - _heroes_score(realm, book)
    return score + _cards_score(realm, book)


def _cards_score(realm: Realm, book: Book) -> float:
    """Scores the useful cards of the hand and the depth of the missing ones in the deck.

    An expensive card counts by the share of its Cost that there is Power for. A bot that searches one turn
    would never save up otherwise.
    """
    scores, missing, expensive = book.scripts[realm.who].useful_cards(realm, book)
    cards = [book.cards[card] for card in realm.hand if card]
    hand = [card.id for card in cards]
    useful = sum(
        scores.get(card, 0.0) * (_SECOND_COPY if card in hand[:n] else 1.0) for n, card in enumerate(hand)
    )
    affordable = [min(1.0, realm.power / max(1, card.cost)) for card in cards if card.id in expensive]
    discarded = {book.cards[card].id for card in realm.villain.discard}
    depth = sum(len(realm.villain.deck) + _DISCARDED * (card in discarded) for card in missing)
    return _USEFUL_CARD * useful + _AFFORDABLE * max(affordable, default=0.0) - _BURIED * depth


def _power_score(power: int) -> float:
    """Returns the score of *power* in hand."""
    return _POWER * min(power, _MAX_COST) + _SAVINGS * max(0, power - _MAX_COST)


def _allies_score(realm: Realm, book: Book) -> float:
    """Returns the score of the Allies, by their Strength."""
    return 0.6 * sum(strength_of(realm, book, ally) for ally in layout.cards_of_kind(realm, book, "ally"))


def _heroes_score(realm: Realm, book: Book) -> float:
    """Returns the penalty for the Heroes, by their Strength."""
    return 0.8 * sum(strength_of(realm, book, hero) for hero in layout.cards_of_kind(realm, book, "hero"))
