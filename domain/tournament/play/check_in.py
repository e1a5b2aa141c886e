"""Check-in before a round. Players without it are not paired."""

from __future__ import annotations

from ...messages import Message
from ...model import Fact
from ..facts import (
    PLAYER_PREFIX,
    By,
    CheckInCancelled,
    CheckInClosed,
    CheckInOpened,
    CheckInWithdrawn,
    Player,
    PlayerCheckedIn,
)
from ..plan import FULL_FIELD_FORMATS
from ..refusals import Refused, check_open, to_facts
from ..registrations.roster import require_playing
from ..state import Tournament
from .presence import CheckIn

DOOR: By = "door"
"""The kiosk at the entrance as `by`, in place of the player."""


def round_to_check_in(t: Tournament) -> int:
    """Returns the number of the round that check-in is for, the last one until it starts."""
    return 1 + sum(round_.is_started for round_ in t.rounds_of(t.current_stage))


def open_check_in(t: Tournament, by: By, at: int) -> list[Fact]:
    """Opens check-in before the next round, or reopens it. Raises `Refused`."""
    check_open(t)
    number, plan = round_to_check_in(t), t.plan_of(t.current_stage)
    if t.check_in is not None and t.check_in.is_open:
        raise Refused(Message("Check-in is open already."))
    if plan.rounds and number > plan.rounds:
        raise Refused(Message("This stage ends with round {rounds}.", rounds=plan.rounds))
    if number > 1 and plan.format not in FULL_FIELD_FORMATS:
        raise Refused(Message("In this format players check in before the first round alone."))
    return to_facts(t, CheckInOpened(t.current_stage, number, by, at))


def close_check_in(t: Tournament, by: By, at: int) -> list[Fact]:
    """Closes check-in; organizers may still check players in. Raises `Refused`."""
    check_open(t)
    if not _require_check_in(t).is_open:
        raise Refused(Message("Check-in is closed already."))
    return to_facts(t, CheckInClosed(by, at))


def cancel_check_in(t: Tournament, by: By, at: int) -> list[Fact]:
    """Cancels check-in and its effect on pairing. Raises `Refused`."""
    check_open(t)
    _require_check_in(t)
    return to_facts(t, CheckInCancelled(by, at))


def check_in(t: Tournament, player: Player, by: By, at: int) -> list[Fact]:
    """Checks a player in once; organizers and judges may do so late. Raises `Refused`."""
    entry = require_playing(t, player)
    _check_allowed(t, by)
    if player in _require_check_in(t).players:
        return []
    if _is_settled(t):
        raise Refused(Message("Round 1 has started without {player}.", player=player))
    return to_facts(t, PlayerCheckedIn(player, by, at), cause=entry.seq)


def withdraw_check_in(t: Tournament, player: Player, by: By, at: int) -> list[Fact]:
    """Withdraws the check-in of a player. Raises `Refused`."""
    entry = require_playing(t, player)
    _check_allowed(t, by)
    if player not in _require_check_in(t).players:
        raise Refused(Message("{player} is not checked in.", player=player))
    if _is_settled(t):
        raise Refused(Message("Round 1 has started: {player} can only drop out.", player=player))
    return to_facts(t, CheckInWithdrawn(player, by, at), cause=entry.seq)


def _is_settled(t: Tournament) -> bool:
    """Returns whether the players of the stage are final, because its first round has started."""
    rounds = t.rounds_of(t.current_stage)
    return (
        t.plan_of(t.current_stage).format not in FULL_FIELD_FORMATS and bool(rounds) and rounds[0].is_started
    )


def _require_check_in(t: Tournament) -> CheckIn:
    """Returns check-in; raises `Refused` without one."""
    if t.check_in is None:
        raise Refused(Message("This tournament has no check-in."))
    return t.check_in


def _check_allowed(t: Tournament, by: By) -> None:
    """Raises `Refused` to players and the kiosk once check-in is closed."""
    check_open(t)
    if not _require_check_in(t).is_open and (by == DOOR or by.startswith(PLAYER_PREFIX)):
        raise Refused(Message("Check-in is closed: go to the organizers’ desk."))
