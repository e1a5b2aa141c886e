"""What a text depends on: what came up while it was followed, and whether a condition holds."""

from __future__ import annotations

from . import instructions
from .board import Board
from .book import Book
from .facts import Card, Who
from .targeting import target_candidates


class Effect:
    """A text being followed: how it is cited, whose character it is of, and what came up so far.

    `targets` are the last targets, `paid_for` those paid for (SA-507), `revealed_card` is the last one shown.
    """

    def __init__(self, text: str, source: Who, it: tuple[Who, ...] = ()) -> None:
        self.text, self.source, self.targets = text, source, it
        self.paid_for: set[Who] = set()
        self.revealed_card: Card = ""
        self.revealed_seat = -1


def is_applicable(board: Board, book: Book, effect: Effect, told: instructions.Instruction) -> bool:
    """Tells whether an instruction is to be followed now: it has no condition, or one that holds."""
    return told.when is None or is_met(board, book, effect, told.when)


def is_met(board: Board, book: Book, effect: Effect, condition: str) -> bool:
    """Tells whether *condition* holds now; one that can no longer be asked does not (SA-406)."""
    subject, verb, *told = condition.split()
    if subject == "own":
        return sum(board.figures[effect.source].statuses.values()) >= int(told[-1])
    if subject == "revealed":
        return bool(effect.revealed_card) and _is_revealed_met(board, book, effect, told)
    if told == ["knocked", "out"]:
        return any(not board.figures[who].hp for who in effect.targets)
    meant = effect.targets if subject == "it" else (effect.source,)
    standing = [who for who in meant if board.figures[who].at]
    if told == ["alone"]:
        return bool(standing) and not _has_other_neighbours(board, book, effect, standing)
    if verb == "has":
        found = any(told[-1] in board.figures[who].statuses for who in standing)
    else:
        found = any(board.figures[who].at in book.arena.golden for who in standing)
    return bool(standing) and found != (told[0] in ("no", "not"))


def _has_other_neighbours(board: Board, book: Book, effect: Effect, standing: list[Who]) -> bool:
    """Tells whether any of *standing* is adjacent to a rival of the character's besides."""
    apart, figures = book.arena.distances, board.figures
    others = [who for who in board.rivals_of(effect.source) if who not in standing]
    return any(apart[figures[who].at][figures[other].at] == 1 for who in standing for other in others)


def _is_revealed_met(board: Board, book: Book, effect: Effect, told: list[str]) -> bool:
    card = book.cards[effect.revealed_card]
    if told == ["adjacent"]:
        near = target_candidates(board, book, effect.source, instructions.parse_target("each rival within 1"))
        shown = (card.character, effect.revealed_seat)
        return any((board.figures[who].code, board.figures[who].seat) == shown for who in near)
    return (told[-1] in card.printed.types) != (told[0] == "not")
