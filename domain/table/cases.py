"""Cases with their disputes, statements and rulings."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from .facts import (
    Appealed,
    Aside,
    CaseAssigned,
    DisputeAnswered,
    DisputeOpened,
    Party,
    PhotoAdded,
    PhotoRemoved,
    PositionNoted,
    Ruled,
)

CaseStatus: TypeAlias = Literal["open", "ruled", "appealed", "closed"]
"""Waiting for a ruling; open to appeal; waiting for a second ruling; settled for good."""


class Case(Struct, frozen=True):
    """The state of a case; `said` are the numbers of its facts, that of the dispute first.

    `judge` is the name on the API token of the judge in charge, empty before the assignment. `appellant` is
    the party of the last appeal, empty without one.
    """

    number: int
    by: Party
    status: CaseStatus
    said: tuple[int, ...]
    judge: str = ""
    appellant: Party = ""

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for a ruling."""
        return self.status in ("open", "appealed")


def apply_to_cases(cases: tuple[Case, ...], event: Aside, seq: int) -> tuple[Case, ...]:
    """Returns *cases* after fact *seq*."""
    match event:
        case DisputeOpened(number, by):
            return (*cases, Case(number, by, "open", (seq,)))
        case DisputeAnswered(number) | PositionNoted(number) | PhotoAdded(number) | PhotoRemoved(number):
            return _update_case(cases, number, seq)
        case Ruled(number):
            is_second = cases[number - 1].status == "appealed"
            return _update_case(cases, number, seq, "closed" if is_second else "ruled")
        case Appealed(number, by):
            appealed = _update_case(cases, number, seq, "appealed")
            return tuple(replace(case, appellant=by) if case.number == number else case for case in appealed)
        case CaseAssigned(number, judge):
            return tuple(replace(case, judge=judge) if case.number == number else case for case in cases)
    return cases


def _update_case(
    cases: tuple[Case, ...], number: int, seq: int, status: CaseStatus | None = None
) -> tuple[Case, ...]:
    return tuple(
        replace(case, said=(*case.said, seq), status=status or case.status) if case.number == number else case
        for case in cases
    )
