"""What a text depends on: what came up while it was followed, and whether a condition holds."""

from __future__ import annotations

from . import instructions
from .board import Board
from .book import Book
from .facts import Card, Who
from .targeting import candidates


class Effect:
    """A text being followed: how it is cited, whose character it is of, and what came up so far.

    `it` are those chosen last, `paid` those paid for (SA-507), `revealed` the card shown last and its seat.
    """

    def __init__(self, text: str, source: Who, it: tuple[Who, ...] = ()) -> None:
        self.text, self.source, self.it = text, source, it
        self.paid: set[Who] = set()
        self.revealed: Card = ""
        self.revealed_of = -1


def applies(board: Board, book: Book, effect: Effect, told: instructions.Instruction) -> bool:
    """Tells whether an instruction is to be followed now: it has no condition, or one that holds."""
    return told.when is None or holds(board, book, effect, told.when)


def holds(board: Board, book: Book, effect: Effect, condition: str) -> bool:
    """Tells whether *condition* holds now; one that can no longer be asked does not (SA-406)."""
    subject, verb, *told = condition.split()
    if subject == "own":
        return sum(board.figures[effect.source].statuses.values()) >= int(told[-1])
    if subject == "revealed":
        return bool(effect.revealed) and _revealed(board, book, effect, told)
    if told == ["knocked", "out"]:
        return any(not board.figures[who].hp for who in effect.it)
    meant = effect.it if subject == "it" else (effect.source,)
    standing = [who for who in meant if board.figures[who].at]
    if told == ["alone"]:
        return bool(standing) and not _beside_others(board, book, effect, standing)
    if verb == "has":
        found = any(told[-1] in board.figures[who].statuses for who in standing)
    else:
        found = any(board.figures[who].at in book.arena.golden for who in standing)
    return bool(standing) and found != (told[0] in ("no", "not"))


def _beside_others(board: Board, book: Book, effect: Effect, standing: list[Who]) -> bool:
    """Tells whether any of *standing* is adjacent to a rival of the character's besides."""
    apart, figures = book.arena.apart, board.figures
    others = [who for who in board.rivals(effect.source) if who not in standing]
    return any(apart[figures[who].at][figures[other].at] == 1 for who in standing for other in others)


def _revealed(board: Board, book: Book, effect: Effect, told: list[str]) -> bool:
    card = book.cards[effect.revealed]
    if told == ["adjacent"]:
        near = candidates(board, book, effect.source, instructions.target("each rival within 1"))
        shown = (card.character, effect.revealed_of)
        return any((board.figures[who].code, board.figures[who].seat) == shown for who in near)
    return (told[-1] in card.printed.types) != (told[0] == "not")
