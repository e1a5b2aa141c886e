"""Presence of players, the state of check-in."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ..facts import (
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
    """Check-in before a round, first opened by fact `seq`, with the players present."""

    stage: int
    round: int
    seq: int
    is_open: bool = True
    players: frozenset[Player] = frozenset()


def check_in_after(check_in: CheckIn | None, event: CheckInFact, seq: int) -> CheckIn | None:
    """Returns check-in after one of its facts, `None` while check-in is unused."""
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
    """Returns check-in after a registration; after its close a new player is present."""
    if check_in is None or check_in.is_open:
        return check_in
    return replace(check_in, players=check_in.players | {event.player})
