"""Cases: a dispute, what was said about it, and what was ruled."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from .facts import Appealed, Aside, DisputeAnswered, DisputeOpened, Party, Ruled

CaseStatus: TypeAlias = Literal["open", "ruled", "appealed", "closed"]
"""Waiting for a ruling; ruled on, and open to appeal; waiting for a second ruling; settled for good."""


class Case(Struct, frozen=True):
    """A case as it stands; `said` are the numbers of its facts, the dispute's first."""

    number: int
    by: Party
    status: CaseStatus
    said: tuple[int, ...]


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
    return cases


def _changed(
    cases: tuple[Case, ...], number: int, seq: int, status: CaseStatus | None = None
) -> tuple[Case, ...]:
    return tuple(
        replace(case, said=(*case.said, seq), status=status or case.status) if case.number == number else case
        for case in cases
    )
