"""Statements in a case, by parties and judges, from the dispute to the appeal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..errors import LocalizableError
from ..messages import Message
from ..model import Fact
from ..rules import Rules
from ..script import B, K
from .cases import Case, CaseStatus
from .commands import CommandOutcome, WrongMoment
from .facts import (
    Appealed,
    Aside,
    CaseAssigned,
    DisputeAnswered,
    DisputeOpened,
    JudgeLooked,
    PhotoAdded,
    PhotoRemoved,
    PositionNoted,
)
from .match import Match, evolve

_STATUS_WORDS: Mapping[CaseStatus, Message] = {
    "open": Message("open"),
    "ruled": Message("ruled"),
    "appealed": Message("appealed"),
    "closed": Message("closed"),
}
"""The status of a case in a word."""


class NoSuchCase(LocalizableError, LookupError):
    """The match has no such case."""

    slug = "unknown-case"


def open_dispute(rules: Rules[B, K], match: Match[B], dispute: DisputeOpened) -> CommandOutcome[B]:
    """Returns the outcome of a dispute, a new case, numbered from 1.

    Raises `WrongMoment` for evidence that is no fact, and for a wrong number.
    """
    if dispute.case != len(match.cases) + 1:
        raise WrongMoment(
            Message("The next case of this match is number {number}.", number=len(match.cases) + 1)
        )
    require_facts(match, (piece.seq for piece in dispute.evidence))
    return append_aside(rules, match, dispute, match.seq)


def answer_dispute(rules: Rules[B, K], match: Match[B], answer: DisputeAnswered) -> CommandOutcome[B]:
    """Returns the outcome of a statement in a case; raises `NoSuchCase` and `WrongMoment`."""
    case = find_case(match, answer.case)
    if not case.is_waiting:
        raise WrongMoment(
            Message("Case {number} has been ruled on; it can be appealed, not answered.", number=case.number)
        )
    require_facts(match, (piece.seq for piece in answer.evidence))
    return append_aside(rules, match, answer, case.said[-1])


def note_position(
    rules: Rules[B, K], match: Match[B], noted: PositionNoted | PhotoAdded
) -> CommandOutcome[B]:
    """Returns the outcome of a noted position or a photo in a case; raises `NoSuchCase` and `WrongMoment`."""
    case = find_waiting_case(match, noted.case)
    return append_aside(rules, match, noted, case.said[-1])


def remove_photo(rules: Rules[B, K], match: Match[B], removed: PhotoRemoved) -> CommandOutcome[B]:
    """Returns the outcome of a removed photo; raises `NoSuchCase`, and `WrongMoment` for a fact elsewhere."""
    case = find_case(match, removed.case)
    if removed.photo not in case.said:
        raise WrongMoment(
            Message("Case {number} has no photo at fact {seq}.", number=case.number, seq=removed.photo)
        )
    return append_aside(rules, match, removed, removed.photo)


def appeal_ruling(rules: Rules[B, K], match: Match[B], appeal: Appealed) -> CommandOutcome[B]:
    """Returns the outcome of an appeal against a ruling; raises `NoSuchCase` and `WrongMoment`."""
    case = find_case(match, appeal.case)
    if case.status != "ruled":
        raise WrongMoment(
            Message(
                "Case {number} is {status}: only a first ruling can be appealed.",
                number=case.number,
                status=_STATUS_WORDS[case.status],
            )
        )
    return append_aside(rules, match, appeal, case.said[-1])


def assign_case(rules: Rules[B, K], match: Match[B], assignment: CaseAssigned) -> CommandOutcome[B]:
    """Returns the outcome of a case assigned to a judge or returned to the queue.

    Raises `NoSuchCase` and `WrongMoment`.
    """
    case = find_waiting_case(match, assignment.case)
    if case.judge == assignment.judge:
        raise WrongMoment(
            Message("{judge} has case {number} already.", judge=case.judge, number=case.number)
            if case.judge
            else Message("Nobody has case {number}.", number=case.number)
        )
    return append_aside(rules, match, assignment, case.said[-1])


def record_look(rules: Rules[B, K], match: Match[B], look: JudgeLooked) -> CommandOutcome[B]:
    """Returns the outcome of a judge's look at hidden information."""
    return append_aside(rules, match, look, match.seq)


def append_aside(rules: Rules[B, K], match: Match[B], aside: Aside, cause: int) -> CommandOutcome[B]:
    """Returns the outcome of *aside*, caused by fact *cause*."""
    fact = Fact(match.seq + 1, cause, "", aside)
    return CommandOutcome([fact], evolve(rules, match, fact))


def find_waiting_case(match: Match[B], number: int) -> Case:
    """Returns a case that waits for a ruling; raises `NoSuchCase` and `WrongMoment`."""
    case = find_case(match, number)
    if not case.is_waiting:
        raise WrongMoment(
            Message(
                "Case {number} is {status}: there is nothing to rule on.",
                number=case.number,
                status=_STATUS_WORDS[case.status],
            )
        )
    return case


def find_case(match: Match[B], number: int) -> Case:
    """Returns the case with this number; raises `NoSuchCase`."""
    if not 0 < number <= len(match.cases):
        raise NoSuchCase(
            Message("This match has no case {number}; it has {cases}.", number=number, cases=len(match.cases))
        )
    return match.cases[number - 1]


def require_facts(match: Match[B], seqs: Iterable[int]) -> None:
    """Raises `WrongMoment` unless the match has all these facts."""
    for seq in seqs:
        if not 0 < seq <= match.seq:
            raise WrongMoment(
                Message(
                    "There is no fact {seq}: the record holds facts 1 to {last}.", seq=seq, last=match.seq
                )
            )
