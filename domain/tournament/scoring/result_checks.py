"""Checks of results against brackets, which have no draws, and against their own scores."""

from __future__ import annotations

from itertools import combinations

from ...messages import Message
from ...model import Event
from ..facts import By, WarningOverruled
from ..plan import LIVES
from ..refusals import Overrulable, Unsound
from ..state import Table, TableRef, Tournament
from ..wording import describe_result
from .results import Result


def allows_draws(t: Tournament, stage: int) -> bool:
    """Returns whether the tables of a *stage* may end in a draw."""
    return t.plan_of(stage).format not in LIVES


def check_draw(t: Tournament, ref: TableRef, result: Result) -> None:
    """Raises `Unsound` for a draw in a bracket."""
    if result.is_draw and not allows_draws(t, ref.stage):
        raise Unsound(
            Message("A bracket knows no draws: name the player of table {table} who won.", table=ref.table)
        )


def drawn_tables(t: Tournament) -> dict[TableRef, Table]:
    """Returns the tables of the current bracket whose match ended in a draw."""
    if t.end is not None or allows_draws(t, t.current_stage):
        return {}
    return {
        TableRef(t.current_stage, round_.number, number): table
        for round_ in t.rounds_of(t.current_stage)
        for number, table in sorted(round_.tables.items())
        if table.result is not None and table.result.is_draw
    }


def contradicts_places(result: Result) -> bool:
    """Returns whether a seat with a better place has a lower score than another."""
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
    """Returns the overruled warning of contradicting scores; raises `Overrulable`."""
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
