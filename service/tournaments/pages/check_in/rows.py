"""Players at check-in as pages list them: by name, present or missing."""

from __future__ import annotations

from typing import NamedTuple

from domain.tournament.facts import Player
from domain.tournament.play.check_in import round_to_check_in
from domain.tournament.state import Tournament


class CheckInRows(NamedTuple):
    """Check-in of an event: whether it is used and open, for which round, which is `due`, and its players."""

    is_used: bool
    is_open: bool
    round: int
    due: int
    missing: list[Player]
    present: list[Player]
    may_open: bool


def check_in_rows(t: Tournament, names: dict[Player, str]) -> CheckInRows:
    """Returns check-in of a tournament, its players in the order of their names."""
    due = round_to_check_in(t)
    check_in, announced = t.check_in, t.plan_of(t.current_stage).rounds
    missing = {*t.absent_players(t.current_stage)}
    by_name = sorted(t.active_players(t.current_stage), key=lambda player: names[player].casefold())
    return CheckInRows(
        check_in is not None,
        check_in is not None and check_in.is_open,
        check_in.round if check_in is not None else due,
        due,
        [player for player in by_name if player in missing],
        [player for player in by_name if check_in is not None and player in check_in.players],
        t.end is None and bool(t.players) and (not announced or due <= announced),
    )
