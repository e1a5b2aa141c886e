"""Commands that correct registrations, with an undo where possible."""

from __future__ import annotations

from ...messages import Message
from ...model import Fact
from ..facts import (
    By,
    LinkIssued,
    Player,
    PlayerRenamed,
    PlayersMerged,
    PlayersSeparated,
    RegistrationRestored,
    RegistrationWithdrawn,
)
from ..refusals import NotRegistered, Refused, check_open, require_player, to_facts
from ..state import Tournament
from .roster import MAX_PLAYERS


def rename_player(t: Tournament, player: Player, by: By, at: int) -> list[Fact]:
    """Records a new name of a player or a member of a team. Raises `Refused`."""
    members = {member for entry in t.players.values() for member in entry.registration.members}
    if player not in members:
        require_player(t, player)
    return to_facts(t, PlayerRenamed(player, by, at))


def withdraw_registration(t: Tournament, player: Player, by: By, at: int, reason: str = "") -> list[Fact]:
    """Withdraws a registration before the first round is paired. Raises `Refused`."""
    check_open(t)
    entry = require_player(t, player)
    if t.rounds:
        raise Refused(Message("The first round is paired: {player} can drop out.", player=player))
    if any(penalty.event.player == player for penalty in t.penalties):
        raise Refused(Message("{player} has a penalty. Take it back first.", player=player))
    return to_facts(t, RegistrationWithdrawn(player, by, at, reason), cause=entry.seq)


def restore_registration(t: Tournament, player: Player, by: By, at: int) -> list[Fact]:
    """Restores a withdrawn registration before the first pairing. Raises `Refused`."""
    check_open(t)
    if player not in t.withdrawn_entries:
        raise NotRegistered(Message("The registration of {player} was not withdrawn.", player=player))
    if t.rounds:
        raise Refused(Message("The first round is paired: from now on organizers register players."))
    if len(t.players) >= MAX_PLAYERS:
        raise Refused(Message("A tournament has up to {most} players.", most=MAX_PLAYERS))
    return to_facts(t, RegistrationRestored(player, by, at))


def merge_players(
    t: Tournament, player: Player, into: Player, by: By, at: int, reason: str = ""
) -> list[Fact]:
    """Merges two registrations of a person. Raises `Refused`, also if they have met."""
    check_open(t)
    entry, other_entry = require_player(t, player), require_player(t, into)
    if player == into or entry.registration.members or other_entry.registration.members:
        raise Refused(Message("Two different players are merged, and no teams."))
    for round_ in t.rounds:
        places = [*round_.players]
        if any({player, into} <= {*table.seats} for table in round_.tables.values()):
            raise Refused(Message("{player} and {other} have met.", player=player, other=into))
        if player in places and into in places:
            message = Message(
                "{player} and {other} both have a place in round {round}.",
                player=player,
                other=into,
                round=round_.number,
            )
            raise Refused(message)
        for table in round_.tables.values():
            if player in table.seats and table.match and table.result is None:
                raise Refused(Message("The match of {player} is not over.", player=player))
    return to_facts(t, PlayersMerged(player, into, by, at, reason), cause=entry.seq)


def separate_players(t: Tournament, player: Player, by: By, at: int) -> list[Fact]:
    """Undoes a merge while no place in a round depends on it. Raises `Refused`."""
    check_open(t)
    if player not in t.merged_entries:
        raise NotRegistered(Message("{player} was not merged.", player=player))
    if t.merged_entries[player].has_transfers or len(t.rounds) > t.merged_entries[player].rounds:
        raise Refused(Message("Rounds depend on the merge of {player}: it stands.", player=player))
    return to_facts(t, PlayersSeparated(player, by, at))


def issue_link(t: Tournament, player: Player, token: str, by: By, at: int) -> list[Fact]:
    """Replaces the link of a guest by one with this *token* digest. Raises `Refused`."""
    entry = require_player(t, player)
    if not entry.token:
        raise Refused(Message("{player} has an account, and needs no link.", player=player))
    return to_facts(t, LinkIssued(player, token, by, at), cause=entry.seq)
