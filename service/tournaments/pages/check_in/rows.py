"""Check-in for pages, with players by name as present or missing."""

from __future__ import annotations

from typing import NamedTuple

from domain.tournament.facts import Player
from domain.tournament.play.check_in import round_to_check_in
from domain.tournament.state import Tournament


class CheckInRows(NamedTuple):
    """Check-in of an event with its state, its rounds, and its players.

    `round` is that of the check-in, and `next_round` the next one to check in for.
    """

    is_used: bool
    is_open: bool
    round: int
    next_round: int
    missing: list[Player]
    present: list[Player]
    may_open: bool


def check_in_rows(t: Tournament, names: dict[Player, str]) -> CheckInRows:
    """Returns check-in of a tournament, with players by name."""
    next_round = round_to_check_in(t)
    check_in, announced = t.check_in, t.plan_of(t.current_stage).rounds
    missing = {*t.absent_players(t.current_stage)}
    by_name = sorted(t.active_players(t.current_stage), key=lambda player: names[player].casefold())
    return CheckInRows(
        check_in is not None,
        check_in is not None and check_in.is_open,
        check_in.round if check_in is not None else next_round,
        next_round,
        [player for player in by_name if player in missing],
        [player for player in by_name if check_in is not None and player in check_in.players],
        t.end is None and bool(t.players) and (not announced or next_round <= announced),
    )
