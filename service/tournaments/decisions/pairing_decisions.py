"""Decisions on pairings by engines and by hand."""

from __future__ import annotations

from functools import partial

from domain.model import Fact
from domain.tournament.facts import By, Seating
from domain.tournament.fold import fold
from domain.tournament.pairing import pairing_by_hand, pairing_costs, propose_pairing
from domain.tournament.play import pairings
from domain.tournament.play.pairings import Pairing
from domain.tournament.refusals import require_round
from domain.tournament.state import Tournament

from ..commands import ChangePairing, Pair


def change_pairing_by_hand(t: Tournament, command: ChangePairing, by: By, at: int) -> list[Fact]:
    """Returns the facts of a manual change with its costs; raises `Refused`."""
    stage, number = command.stage, command.round
    change = partial(
        pairings.change_pairing,
        t,
        stage,
        number,
        command.tables,
        command.byes,
        by,
        at,
        command.why,
        command.removed,
    )
    changed_round = require_round(fold(change(), t), stage, number)
    tables = [Seating(table_number, table.seats) for table_number, table in changed_round.tables.items()]
    return change(costs=dict(pairing_costs(t, number, tables, command.byes, stage)))


def pairing_of_command(t: Tournament, command: Pair) -> Pairing:
    """Returns the pairing of a command, by default the proposal of an engine."""
    if command.tables:
        return pairing_by_hand(t, command.tables, command.byes)
    return propose_pairing(t, {bye.player: bye.kind for bye in command.byes})
