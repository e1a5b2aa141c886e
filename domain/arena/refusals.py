"""Why something cannot be chosen, in the words of the game and with the rule's number."""

from __future__ import annotations

from ..words import Asked, Refusal
from . import instructions as say
from .board import Board
from .book import Book
from .turn import STANDARD_MOVE, bar_attack, bar_card, bar_move, bar_victim
from .verbs import candidates

_TURN = {
    "SA-301": "this phase has already been taken in this turn",
    "SA-303": f"it is not within {STANDARD_MOVE} spaces, or rivals stand in the way",
    "SA-304": "a move ends on a free space",
    "SA-307": "a standard attack needs an adjacent rival",
    "SA-313": "only cards of the active character in the own hand are played",
    "SA-403": "it needs a valid target, and there is none",
    "SA-504": "an Immobilized character stays where it is",
    "SA-507": "a Stealthy rival has to be paid for with a card, and there is none to banish",
    "SA-604": "a knocked out character is not affected",
    "SA-907": "a standard attack is for rivals",
}

_TARGET = {
    "SA-401": "it is out of the card's range",
    "SA-402": "it is nobody whom the card names",
    "SA-507": "a Stealthy rival has to be paid for with a card, and there is none to banish",
    "SA-604": "a knocked out character is not affected",
}

_OTHER = {
    "place": ("SA-104", "a team starts on the two spaces of its end that are closest to the centre"),
    "return": ("SA-207", "a knocked out character comes back on a free back-row space"),
    "where": ("SA-304", "a move passes allies, never rivals, and ends on a free space in reach"),
    "pay": ("SA-507", "a Stealthy rival is paid for with a card of the own hand"),
    "banish": ("SA-413", "a card of the own hand is banished"),
    "discard": ("SA-701", "cards of the own hand are discarded, down to the limit"),
    "phase": ("SA-302", "the card's banner does not show it, or it has been taken"),
    "order-of-damage": ("SA-407", "everyone who is damaged takes a place in the order, once"),
    "order-of-statuses": ("SA-204", "every status effect that triggered takes a place in the order, once"),
    "order-of-cards": ("SA-505", "the cards that were looked at go back, each once"),
}


def refuse(board: Board, book: Book, asked: Asked, pick: str) -> Refusal:
    """Returns why *pick* is none of the options of *asked*."""
    if asked.prompt == "turn":
        rule = _bar(board, book, pick)
        reason = _TURN.get(rule, "it is none of move:<space>, attack:<rival>, play:<card> and end")
    elif asked.prompt == "target":
        rule = _bar_target(board, book, asked, pick)
        reason = _TARGET[rule]
    else:
        rule, reason = _OTHER[asked.prompt]
    return Refusal(rule, f"“{pick}” cannot be chosen: {reason}.")


def _bar(board: Board, book: Book, pick: str) -> str:
    what, _, which = pick.partition(":")
    if what == "move" and which in book.arena.around:
        return bar_move(board) or ("SA-304" if board.at(which) else "SA-303")
    if what == "attack" and which in board.figures:
        return bar_attack(board) or bar_victim(board, book, which)
    if what == "play":
        mine = board.summoners[board.figures[board.active].seat].hand
        return bar_card(board, book, which) if which in mine else "SA-313"
    return ""


def _bar_target(board: Board, book: Book, asked: Asked, pick: str) -> str:
    if pick in board.figures and not board.figures[pick].hp:
        return "SA-604"
    card = book.cards[asked.about]
    targets = say.choices(card.printed.does)
    if any(pick in candidates(board, book, card.character, target) for target in targets):
        return "SA-507"
    anywhere = [target._replace(within=None) for target in targets]
    named = any(pick in candidates(board, book, card.character, target) for target in anywhere)
    return "SA-401" if named else "SA-402"
