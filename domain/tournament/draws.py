"""Draws, which a bracket does not know: one player of each table goes on."""

from __future__ import annotations

from ..messages import Message
from .plan import LIVES
from .refusals import Unsound
from .results import Result
from .state import Table, TableRef, Tournament


def allows_draws(t: Tournament, stage: int) -> bool:
    """Tells whether the tables of a *stage* may end in a draw."""
    return t.plan_of(stage).format not in LIVES


def check_draw(t: Tournament, ref: TableRef, result: Result) -> None:
    """Raises `Unsound` for a draw in a bracket."""
    if result.is_draw and not allows_draws(t, ref.stage):
        raise Unsound(
            Message("A bracket knows no draws: name the player of table {table} who won.", table=ref.table)
        )


def drawn_tables(t: Tournament) -> dict[TableRef, Table]:
    """Returns the tables of the bracket being played whose match ended in a draw, by place."""
    if t.end is not None or allows_draws(t, t.current_stage):
        return {}
    return {
        TableRef(t.current_stage, round_.number, number): table
        for round_ in t.rounds_of(t.current_stage)
        for number, table in sorted(round_.tables.items())
        if table.result is not None and table.result.is_draw
    }
