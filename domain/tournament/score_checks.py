"""Scores that contradict the places of a result: a player behind with more than a player ahead."""

from __future__ import annotations

from itertools import combinations

from ..messages import Message
from ..model import Event
from .facts import By, WarningOverruled
from .refusals import Overrulable
from .results import Result
from .state import Table, TableRef
from .wording import describe_result


def contradicts_places(result: Result) -> bool:
    """Returns whether of two seats that played the one with the better place has the lower score."""
    ranks_and_scores = [
        (rank, -score)
        for seat, (rank, score) in enumerate(zip(result.places, result.scores, strict=False))
        if seat not in result.forfeits
    ]
    return any(
        (rank < other_rank and score > other_score) or (rank > other_rank and score < other_score)
        for (rank, score), (other_rank, other_score) in combinations(ranks_and_scores, 2)
    )


def overrule_scores(
    ref: TableRef, table: Table, result: Result, by: By, at: int, overrule: str
) -> list[Event]:
    """Returns the overruled warning of scores that contradict the places; raises `Overrulable`."""
    if not contradicts_places(result):
        return []
    if not overrule:
        message = Message(
            "The scores of table {table} contradict its result: {result}. The higher score wins.",
            table=ref.table,
            result=describe_result(result, table.seats),
        )
        raise Overrulable(message, "scores_contradict", (ref.table,))
    return [WarningOverruled(ref.stage, ref.round, "scores_contradict", (ref.table,), by, at, overrule)]
