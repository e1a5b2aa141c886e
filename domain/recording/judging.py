"""The refusal of an entry that no deal was found for."""

from __future__ import annotations

from typing import Any

from ..decider import redact_question
from ..model import SPECTATOR, Asked
from .contradiction import Contradiction
from .course import Course
from .entries import Entry, Impossible, Incomplete
from .names import WORD, list_names


def describe_contradiction(
    course: Course, entry: Entry, contradiction: Contradiction
) -> Incomplete | Impossible:
    """Returns the refusal of the nearest deal."""
    if contradiction.unsighted is not None:
        fact, place = contradiction.unsighted
        return Incomplete(fact, place, tuple(course.list_candidates(fact.seq, contradiction.actual[0])))
    if contradiction.refused is None:
        return Impossible("undetermined", entry.seat, expected=tuple(contradiction.expected[:1]))
    position, refused = contradiction.refused
    question = refused.question
    is_first = position.seq == course.steps[-1].seq
    return Impossible(
        "illegal" if is_first and _is_public(course, entry, question, position.board) else "undetermined",
        entry.seat,
        question and redact_question(question, SPECTATOR),
        refused.refusal,
    )


def _is_public(course: Course, entry: Entry, question: Asked | None, board: Any) -> bool:
    """Returns whether every deal refuses *entry*, because it depends on no unseen card.

    The question is another seat's, its options are open, or all copies of a card lie open elsewhere.
    """
    if question is None or question.seat != entry.seat or question.sight == "open":
        return True
    visible = set(list_names(course.rules.redact_board(board, SPECTATOR)))
    for word in (word for pick in entry.picks for word in WORD.findall(pick)):
        copies = [card for card in course.hidden if course.prints.of(card) == course.prints.of(word)]
        if copies and visible.issuperset(copies):
            return True
    return False
