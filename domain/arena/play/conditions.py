"""Conditions of instructions, and the state of the text in progress."""

from __future__ import annotations

from .. import instructions
from ..board import Board
from ..book import Book
from ..facts import CardCode, FigureId
from .targeting import target_candidates


class Effect:
    """A text in progress, with its citation, its figure and its results so far.

    `targets` are the last targets, `paid_for` those paid for (SA-507), `revealed_card` is the last revealed
    card, `revealed_seat` its seat.
    """

    def __init__(self, text: str, source: FigureId, targets: tuple[FigureId, ...] = ()) -> None:
        self.text, self.source, self.targets = text, source, targets
        self.paid_for: set[FigureId] = set()
        self.revealed_card: CardCode = ""
        self.revealed_seat = -1


def is_applicable(board: Board, book: Book, effect: Effect, instruction: instructions.Instruction) -> bool:
    """Returns whether an instruction has no condition or a condition that is met."""
    return instruction.when is None or is_met(board, book, effect, instruction.when)


def is_met(board: Board, book: Book, effect: Effect, condition: str) -> bool:
    """Returns whether *condition* is met; a condition on an absent figure is not (SA-406)."""
    subject, verb, *words = condition.split()
    if subject == "own":
        return sum(board.figures[effect.source].statuses.values()) >= int(words[-1])
    if subject == "revealed":
        return bool(effect.revealed_card) and _is_revealed_met(board, book, effect, words)
    if words == ["knocked", "out"]:
        return any(not board.figures[figure_id].hp for figure_id in effect.targets)
    meant = effect.targets if subject == "it" else (effect.source,)
    present = [figure_id for figure_id in meant if board.figures[figure_id].at]
    if words == ["alone"]:
        return bool(present) and not _has_other_neighbours(board, book, effect, present)
    if verb == "has":
        is_true = any(words[-1] in board.figures[figure_id].statuses for figure_id in present)
    else:
        is_true = any(board.figures[figure_id].at in book.arena.golden for figure_id in present)
    return bool(present) and is_true != (words[0] in ("no", "not"))


def _has_other_neighbours(board: Board, book: Book, effect: Effect, present: list[FigureId]) -> bool:
    """Returns whether any of *present* is adjacent to another rival of the character."""
    distances, figures = book.arena.distances, board.figures
    rivals = [figure_id for figure_id in board.rivals_of(effect.source) if figure_id not in present]
    return any(
        distances[figures[figure_id].at][figures[rival].at] == 1 for figure_id in present for rival in rivals
    )


def _is_revealed_met(board: Board, book: Book, effect: Effect, words: list[str]) -> bool:
    card = book.cards[effect.revealed_card]
    if words == ["adjacent"]:
        adjacent = target_candidates(
            board, book, effect.source, instructions.parse_target("each rival within 1")
        )
        revealed = (card.character, effect.revealed_seat)
        return any(
            (board.figures[figure_id].code, board.figures[figure_id].seat) == revealed
            for figure_id in adjacent
        )
    return (words[-1] in card.printed.types) != (words[0] == "not")
