"""Cases: a dispute, what was said about it, and what was ruled."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from .facts import Appealed, Aside, CaseAssigned, DisputeAnswered, DisputeOpened, Party, Ruled

CaseStatus: TypeAlias = Literal["open", "ruled", "appealed", "closed"]
"""Waiting for a ruling; ruled on, and open to appeal; waiting for a second ruling; settled for good."""


class Case(Struct, frozen=True):
    """A case as it stands; `said` are the numbers of its facts, the dispute's first.

    `judge` is whose it is to rule on, by the name on the API token; empty for nobody's yet.
    """

    number: int
    by: Party
    status: CaseStatus
    said: tuple[int, ...]
    judge: str = ""

    @property
    def waits(self) -> bool:
        """Whether it waits for a ruling."""
        return self.status in ("open", "appealed")


def heard(cases: tuple[Case, ...], event: Aside, seq: int) -> tuple[Case, ...]:
    """Returns *cases* after fact *seq*, which may concern one of them."""
    match event:
        case DisputeOpened(number, by):
            return (*cases, Case(number, by, "open", (seq,)))
        case DisputeAnswered(number):
            return _changed(cases, number, seq)
        case Ruled(number):
            appealed = cases[number - 1].status == "appealed"
            return _changed(cases, number, seq, "closed" if appealed else "ruled")
        case Appealed(number):
            return _changed(cases, number, seq, "appealed")
        case CaseAssigned(number, judge):
            return tuple(replace(case, judge=judge) if case.number == number else case for case in cases)
    return cases


def _changed(
    cases: tuple[Case, ...], number: int, seq: int, status: CaseStatus | None = None
) -> tuple[Case, ...]:
    return tuple(
        replace(case, said=(*case.said, seq), status=status or case.status) if case.number == number else case
        for case in cases
    )
