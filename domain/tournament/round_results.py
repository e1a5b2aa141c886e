"""Results of several tables of a round at once."""

from __future__ import annotations

from collections.abc import Iterable

from ..model import Fact
from .facts import By, How
from .fold import fold
from .result_entry import record_result
from .results import Result
from .state import TableRef, Tournament


def record_results(
    t: Tournament, stage: int, number: int, results: Iterable[tuple[int, Result, str]], by: By, at: int
) -> list[Fact]:
    """Records results of several tables of a round, all or none; forfeits are assigned.

    Beside each stands why it is right although its scores contradict it. Raises `Refused`, `Overrulable`.
    """
    facts: list[Fact] = []
    for table, result, overrule in results:
        source: How = "assigned" if result.forfeits else "entered"
        result_facts = record_result(
            t, TableRef(stage, number, table), result, source, by, at, overrule=overrule
        )
        t = fold(result_facts, t)
        facts += result_facts
    return facts
