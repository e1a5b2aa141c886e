"""Choices for tables with departed players before the start, each with its cost in sentences."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from domain.tournament.facts import Player
from domain.tournament.fold import fold
from domain.tournament.plan import KNOCK_OUT_FORMATS
from domain.tournament.play.departures import Departure, DepartureChoice, find_departures, settle_departure
from domain.tournament.refusals import Refused, require_table
from domain.tournament.scoring.results import result_units
from domain.tournament.state import Round, TableRef, Tournament
from domain.tournament.wording import format_number

from ....shared.i18n import says

STAND_IN_REASON = "-"
"""Replaces the organizer's reason while the desk tries a choice."""


class ChoiceRow(NamedTuple):
    """A choice with its costs in sentences."""

    choice: DepartureChoice
    costs: tuple[str, ...]


class DepartureRow(NamedTuple):
    """A table with departed players, their names, and the organizer's choices."""

    table_ref: TableRef
    players: tuple[str, ...]
    choices: tuple[ChoiceRow, ...]


def departure_rows(t: Tournament, names: dict[Player, str]) -> list[DepartureRow]:
    """Returns the tables of the last round that need a choice, without refused choices."""
    has_results = any(table.records for round_ in t.rounds[-1:] for table in round_.tables.values())
    rows = []
    for departure in find_departures(t):
        choices: list[ChoiceRow] = []
        with suppress(Refused):
            choices.append(ChoiceRow("bye", _bye_costs(t, departure, names)))
        with suppress(Refused):
            choices.append(ChoiceRow("forfeit", _forfeit_costs(t, departure, names)))
        if not has_results:
            choices.append(ChoiceRow("pair", pairing_costs(t.rounds[-1])))
        players = tuple(names[player] for player in departure.players)
        rows.append(DepartureRow(departure.ref, players, tuple(choices)))
    return rows


def pairing_costs(round_: Round) -> tuple[str, ...]:
    """Returns the cost of pairing a round again before its start, in sentences."""
    costs = [
        says(
            "All tables of round {number} are drawn up again: {count}.",
            number=round_.number,
            count=len(round_.tables),
        )
    ]
    if round_.is_published:
        costs.append(
            says("The published pairing no longer holds: review the new one, then publish it again.")
        )
    if any(any(table.characters) for table in round_.tables.values()):
        costs.append(says("Characters are handed out again."))
    return tuple(costs)


def _bye_costs(t: Tournament, departure: Departure, names: dict[Player, str]) -> tuple[str, ...]:
    table_ref = departure.ref
    _, table = require_table(t, table_ref)
    after = fold(settle_departure(t, table_ref, "bye", "", 0, STAND_IN_REASON), t).rounds[-1]
    others = [player for player in table.seats if player not in departure.players]
    costs = [_bye_cost(t, after, player, names[player]) for player in others if player in after.byes]
    if table_ref.table in after.tables:
        names_left = ", ".join(names[player] for player in others)
        costs.append(
            says("The others play on at table {table}: {players}.", table=table_ref.table, players=names_left)
        )
    elif not others:
        costs.append(says("The table is taken away, and nobody gets points for it."))
    return (*costs, _others_stay())


def _bye_cost(t: Tournament, after: Round, player: Player, name: str) -> str:
    if t.plan_of(after.stage).format in KNOCK_OUT_FORMATS:
        return says("{player} goes on without a game.", player=name)
    points = format_number(t.settings.points.units_unplayed(after.byes[player]), t.settings.points.unit)
    return says("{player} has a bye and gets points: {points}.", player=name, points=points)


def _forfeit_costs(t: Tournament, departure: Departure, names: dict[Player, str]) -> tuple[str, ...]:
    table_ref = departure.ref
    after = fold(settle_departure(t, table_ref, "forfeit", "", 0, STAND_IN_REASON), t)
    _, table = require_table(after, table_ref)
    assert table.result is not None
    costs = []
    for seat, player in enumerate(table.seats):
        is_winner = table.result.places[seat] == 1
        if t.plan_of(table_ref.stage).format in KNOCK_OUT_FORMATS:
            costs.append(
                says("{player} wins by forfeit.", player=names[player])
                if is_winner
                else says("{player} loses by forfeit.", player=names[player])
            )
            continue
        points = format_number(result_units(t.settings.points, table.result, seat), t.settings.points.unit)
        costs.append(
            says("{player} wins by forfeit and gets points: {points}.", player=names[player], points=points)
            if is_winner
            else says(
                "{player} loses by forfeit and gets points: {points}.", player=names[player], points=points
            )
        )
    return (*costs, _others_stay())


def _others_stay() -> str:
    return says("All other tables stay as they are.")
