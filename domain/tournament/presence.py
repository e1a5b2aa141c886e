"""Presence of players: the state of check-in after each of its facts."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from .facts import (
    CheckInCancelled,
    CheckInClosed,
    CheckInOpened,
    CheckInWithdrawn,
    Player,
    PlayerCheckedIn,
    PlayerRegistered,
)

CheckInFact: TypeAlias = CheckInOpened | CheckInClosed | CheckInCancelled | PlayerCheckedIn | CheckInWithdrawn


class CheckIn(Struct, frozen=True):
    """Check-in before a round, opened first by fact `seq`, and the players that are present."""

    stage: int
    round: int
    seq: int
    is_open: bool = True
    players: frozenset[Player] = frozenset()


def check_in_after(check_in: CheckIn | None, event: CheckInFact, seq: int) -> CheckIn | None:
    """Returns check-in after one of its facts, numbered *seq*; `None` while no event uses it."""
    match event:
        case CheckInOpened(stage=stage, round=number):
            if check_in is None or (check_in.stage, check_in.round) != (stage, number):
                return CheckIn(stage, number, seq)
            return replace(check_in, is_open=True)
        case CheckInCancelled():
            return None
    if check_in is None:
        return None
    match event:
        case CheckInClosed():
            return replace(check_in, is_open=False)
        case PlayerCheckedIn(player=player):
            return replace(check_in, players=check_in.players | {player})
        case CheckInWithdrawn(player=player):
            return replace(check_in, players=check_in.players - {player})


def registered_late(check_in: CheckIn | None, event: PlayerRegistered) -> CheckIn | None:
    """Returns check-in after a registration: once it is closed, a new player is present."""
    if check_in is None or check_in.is_open:
        return check_in
    return replace(check_in, players=check_in.players | {event.player})
