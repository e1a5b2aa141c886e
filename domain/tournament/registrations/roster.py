"""Registration, departure, return and disqualification of players."""

from __future__ import annotations

from ...messages import Message
from ...model import Fact
from ..facts import (
    PLAYER_PREFIX,
    By,
    Player,
    PlayerDisqualified,
    PlayerDropped,
    PlayerRegistered,
    PlayerReturned,
)
from ..plan import FULL_FIELD_FORMATS
from ..refusals import Refused, check_open, require_player, to_facts
from ..state import Tournament
from .entries import Entry
from .registration import check_registration_open

MAX_PLAYERS = 1_000
"""Maximum of players in a tournament."""


def register_player(t: Tournament, registered: PlayerRegistered) -> list[Fact]:
    """Registers a player, also late while the first stage has rounds for everyone.

    Players register themselves only while organizers allow it. Raises `Refused`.
    """
    check_open(t)
    if registered.by.startswith(PLAYER_PREFIX):
        check_registration_open(t, registered.at)
    player = registered.player
    if player in t.players:
        raise Refused(Message("{player} is registered already.", player=player))
    if t.current_stage > 1:
        raise Refused(Message("The first stage is over: nobody can be registered any more."))
    if t.rounds and t.plan_of(1).format not in FULL_FIELD_FORMATS:
        raise Refused(Message("In this format nobody can be registered once the first round is paired."))
    if len(t.players) >= MAX_PLAYERS:
        raise Refused(Message("A tournament has up to {most} players.", most=MAX_PLAYERS))
    taken_ids = {
        member for entry in t.players.values() for member in entry.registration.members
    } | t.players.keys()
    for item in (player, *registered.members):
        if item in taken_ids:
            raise Refused(Message("{player} plays already, alone or in another team.", player=item))
    if len(set(registered.members)) != len(registered.members):
        raise Refused(Message("A team names each of its members once."))
    return to_facts(t, registered)


def drop_player(t: Tournament, player: Player, by: By, at: int, reason: str = "") -> list[Fact]:
    """Drops a player from all further rounds. Raises `Refused`."""
    check_open(t)
    entry = require_playing(t, player)
    return to_facts(t, PlayerDropped(player, by, at, reason), cause=entry.seq)


def return_player(t: Tournament, player: Player, by: By, at: int, reason: str = "") -> list[Fact]:
    """Returns a dropped player to further rounds. Raises `Refused`."""
    check_open(t)
    entry = require_player(t, player)
    if entry.attendance == "disqualified":
        raise Refused(Message("{player} is disqualified.", player=player))
    if entry.attendance == "playing":
        raise Refused(Message("{player} has not dropped out.", player=player))
    return to_facts(t, PlayerReturned(player, by, at, reason), cause=entry.seq)


def disqualify_player(
    t: Tournament, player: Player, by: By, at: int, reason: str, case: str = ""
) -> list[Fact]:
    """Disqualifies a player for good. Raises `Refused`."""
    entry = require_player(t, player)
    if entry.attendance == "disqualified":
        raise Refused(Message("{player} is disqualified.", player=player))
    return to_facts(t, PlayerDisqualified(player, by, at, reason, case), cause=entry.seq)


def require_playing(t: Tournament, player: Player) -> Entry:
    """Returns the entry of a player who has not dropped out; raises `Refused`."""
    entry = require_player(t, player)
    if entry.attendance == "dropped":
        raise Refused(Message("{player} has dropped out already.", player=player))
    if entry.attendance == "disqualified":
        raise Refused(Message("{player} is disqualified.", player=player))
    return entry
