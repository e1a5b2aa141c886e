"""Notes on attendance, such as a confirmed departure and players without a place in the round."""

from __future__ import annotations

from typing import NamedTuple

from domain.tournament.facts import Player
from domain.tournament.plan import FULL_FIELD_FORMATS
from domain.tournament.play.departures import find_departures
from domain.tournament.registrations.entries import Attendance
from domain.tournament.state import Round, Tournament

from ....shared.i18n import says

CHANGES: dict[str, Attendance] = {"drop": "dropped", "return": "playing", "disqualify": "disqualified"}
"""The resulting attendance of each action of the desk."""


class UnseatedRow(NamedTuple):
    """A player without a place in the last round, and an opponent, empty without one."""

    player: Player
    opponent: Player


def unseated_players(t: Tournament) -> list[Player]:
    """Returns the players without a place in the last round, none once it is closed."""
    round_ = open_round(t)
    if round_ is None:
        return []
    unavailable = {*t.absent_players(t.current_stage), *round_.players}
    late = t.plan_of(t.current_stage).format in FULL_FIELD_FORMATS
    return [
        player
        for player in t.active_players(t.current_stage)
        if player not in unavailable and (late or player in round_.players_as_paired)
    ]


def unseated_rows(t: Tournament) -> list[UnseatedRow]:
    """Returns the unseated players, each with an opponent from a bye of the pairing."""
    round_ = open_round(t)
    opponents = (
        [bye.player for bye in round_.bye_list if bye.kind == "bye" and not bye.asked] if round_ else []
    )
    if round_ is not None and (round_.is_started or 2 not in t.plan_of(round_.stage).seats):
        opponents = []
    return [UnseatedRow(player, opponents.pop() if opponents else "") for player in unseated_players(t)]


def open_round(t: Tournament) -> Round | None:
    """Returns the last round of the current stage, `None` if it or the tournament is over."""
    last = t.rounds[-1] if t.rounds else None
    return last if last and last.stage == t.current_stage and not last.is_closed and t.end is None else None


def attendance_note(t: Tournament, action: str, player: Player, name: str) -> str:
    """Returns the confirmation of an action, empty if the record does not show it."""
    if player not in t.players or t.players[player].attendance != CHANGES.get(action):
        return ""
    match action:
        case "drop":
            sentence = says("{player} has dropped out.", player=name)
        case "disqualify":
            sentence = says("{player} is disqualified.", player=name)
        case _:
            return says("{player} plays again.", player=name)
    tables = [departure.ref.table for departure in find_departures(t) if player in departure.players]
    if not tables:
        return sentence
    return f"{sentence} " + says("Table {table} waits for a choice of the organizers.", table=tables[0])
