"""Departures of players between pairing and start of a round."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from ...messages import Message
from ...model import Fact
from ..facts import By, Bye, Player, Seating
from ..plan import Unplayed
from ..refusals import Refused, require_table
from ..scoring import result_entry
from ..scoring.history import annulled_players
from ..scoring.results import Result
from ..state import Round, Table, TableRef, Tournament
from .pairings import Pairing, change_pairing, pair_round

DepartureChoice: TypeAlias = Literal["pair", "bye", "forfeit"]
"""Ways to settle a departure, by a new pairing, byes for opponents or a forfeit."""


class Departure(NamedTuple):
    """Table that players left after the pairing, and these players."""

    ref: TableRef
    players: tuple[Player, ...]


def find_departures(t: Tournament) -> tuple[Departure, ...]:
    """Returns the tables without a result that players left before the start of a round."""
    return tuple(
        Departure(TableRef(round_.stage, round_.number, table.number), t.leavers(table))
        for round_ in t.rounds[-1:]
        for _, table in sorted(round_.tables.items())
        if t.end is None and not round_.is_started and t.leavers(table)
    )


def settle_departure(
    t: Tournament,
    ref: TableRef,
    choice: DepartureChoice,
    by: By,
    at: int,
    reason: str,
    again: Pairing | None = None,
) -> list[Fact]:
    """Settles a departure by the *choice* of an organizer.

    *again* is the new pairing of the round. Raises `Refused`.
    """
    round_, table = require_table(t, ref)
    if ref not in [departure.ref for departure in find_departures(t)]:
        raise Refused(Message("No player left table {table} before the start.", table=ref.table))
    if again is not None:
        return pair_round(t, ref.round, again, by, at, reason)
    if choice == "forfeit":
        return result_entry.record_result(t, ref, _forfeit_result(t, table), "assigned", by, at, reason)
    return _without_leavers(t, round_, table, by, at, reason)


def _forfeit_result(t: Tournament, table: Table) -> Result:
    if len(table.seats) != 2:
        raise Refused(
            Message("A table of {seats} is not forfeited: give a bye instead.", seats=len(table.seats))
        )
    leavers = t.leavers(table)
    absent = tuple(seat for seat, player in enumerate(table.seats) if player in leavers)
    return Result((2, 2) if len(absent) == 2 else (2, 1) if absent == (0,) else (1, 2), forfeits=absent)


def _without_leavers(t: Tournament, round_: Round, table: Table, by: By, at: int, reason: str) -> list[Fact]:
    """Takes leavers out of a table; the others play on if they fill it, or have byes."""
    leavers = t.leavers(table)
    stayers = tuple(player for player in table.seats if player not in leavers)
    byes, number, costs = round_.bye_list, round_.number, dict(round_.costs)
    if len(stayers) in t.plan_of(round_.stage).seats:
        tables = (Seating(table.number, stayers),)
        return change_pairing(t, round_.stage, number, tables, byes, by, at, reason, costs=costs)
    kind: Unplayed = "bye"
    if t.plan_of(round_.stage).format == "round_robin":
        kind = "zero_bye" if annulled_players(t, round_.stage).intersection(leavers) else "full_bye"
    byes += tuple(Bye(player, kind) for player in stayers)
    return change_pairing(t, round_.stage, number, (), byes, by, at, reason, (table.number,), costs)
