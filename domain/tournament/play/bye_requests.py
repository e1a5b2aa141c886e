"""Requests of players for byes in future rounds."""

from __future__ import annotations

from ...messages import Message
from ...model import Fact
from ..facts import PLAYER_PREFIX, By, ByeAsked, ByeWithdrawn, Player, Requested
from ..plan import FULL_FIELD_FORMATS
from ..refusals import Refused, check_open, to_facts
from ..registrations.roster import require_playing
from ..state import Tournament


def may_ask(t: Tournament, number: int) -> bool:
    """Returns whether players may request a bye in a round."""
    plan = t.plan_of(t.current_stage)
    comes = not plan.rounds or number <= plan.rounds
    return t.end is None and comes and plan.format in FULL_FIELD_FORMATS


def ask_bye(t: Tournament, player: Player, number: int, kind: Requested, by: By, at: int) -> list[Fact]:
    """Requests a bye of a *kind* in a round of the current stage; it replaces an earlier one.

    Raises `Refused`.
    """
    entry = require_playing(t, player)
    if player not in t.active_players(t.current_stage):
        raise Refused(Message("{player} does not play this stage.", player=player))
    if t.plan_of(t.current_stage).format not in FULL_FIELD_FORMATS:
        raise Refused(Message("In this format nobody can ask for a bye."))
    _check_ahead(t, number, by)
    if t.requested_byes(t.current_stage, number).get(player) == kind:
        return []
    return to_facts(t, ByeAsked(t.current_stage, number, player, kind, by, at), cause=entry.seq)


def withdraw_bye(t: Tournament, player: Player, number: int, by: By, at: int) -> list[Fact]:
    """Withdraws a request for a bye. Raises `Refused`."""
    entry = require_playing(t, player)
    _check_ahead(t, number, by)
    if player not in t.requested_byes(t.current_stage, number):
        raise Refused(Message("{player} has asked for no bye in round {round}.", player=player, round=number))
    return to_facts(t, ByeWithdrawn(t.current_stage, number, player, by, at), cause=entry.seq)


def _check_ahead(t: Tournament, number: int, by: By) -> None:
    """Raises `Refused` for a missing or started round, and to players for a paired one."""
    check_open(t)
    announced, paired_rounds = t.plan_of(t.current_stage).rounds, t.rounds_of(t.current_stage)
    if number < 1 or (announced and number > announced):
        raise Refused(Message("This stage has no round {round}.", round=number))
    if number > len(paired_rounds):
        return
    if paired_rounds[number - 1].is_started:
        raise Refused(Message("Round {round} has started already.", round=number))
    if by.startswith(PLAYER_PREFIX):
        raise Refused(Message("Round {round} is paired: ask an organizer.", round=number))
