"""Decisions about check-in, and its view."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from domain.model import Fact
from domain.tournament.facts import Player
from domain.tournament.play import check_in
from domain.tournament.state import Tournament

from ..access import Actor, require_role
from ..commands import CancelCheckIn, CheckIn, CloseCheckIn, OpenCheckIn, WithdrawCheckIn

CheckInCommand: TypeAlias = OpenCheckIn | CloseCheckIn | CancelCheckIn | CheckIn | WithdrawCheckIn


class CheckInStatus(Struct, frozen=True):
    """Check-in before a round: the players that are present, and those `missing`, who are not paired."""

    stage: int
    round: int
    open: bool
    present: tuple[Player, ...]
    missing: tuple[Player, ...]


def check_in_view(t: Tournament) -> CheckInStatus | None:
    """Returns the view of check-in, `None` for an event without check-in."""
    if t.check_in is None:
        return None
    present = tuple(player for player in t.active_players(t.current_stage) if player in t.check_in.players)
    return CheckInStatus(
        t.check_in.stage, t.check_in.round, t.check_in.is_open, present, t.absent_players(t.current_stage)
    )


def decide_check_in(t: Tournament, command: CheckInCommand, actor: Actor, at: int) -> list[Fact]:
    """Returns the facts of a command about check-in; raises `Forbidden` and `Refused`."""
    match command:
        case CheckIn(player=player):
            require_role(actor, "organizer", "judge", player=player)
            return check_in.check_in(t, player, actor.by, at)
        case WithdrawCheckIn(player=player):
            require_role(actor, "organizer", "judge", player=player)
            return check_in.withdraw_check_in(t, player, actor.by, at)
    require_role(actor, "organizer")
    match command:
        case OpenCheckIn():
            return check_in.open_check_in(t, actor.by, at)
        case CloseCheckIn():
            return check_in.close_check_in(t, actor.by, at)
        case CancelCheckIn():
            return check_in.cancel_check_in(t, actor.by, at)
