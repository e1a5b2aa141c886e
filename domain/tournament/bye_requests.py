"""Byes that players ask for: recorded ahead of a round, and kept by whatever pairs it."""

from __future__ import annotations

from ..messages import Message
from ..model import Fact
from .facts import By, ByeAsked, ByeWithdrawn, Player, Requested
from .plan import EVERYBODY
from .refusals import Refused, check_open, to_facts
from .result_entry import PLAYER
from .roster import require_playing
from .state import Tournament


def may_ask(t: Tournament, number: int) -> bool:
    """Tells whether there are byes to ask for in a round: whoever plays is in it, and it comes."""
    plan = t.plan_of(t.current_stage)
    comes = not plan.rounds or number <= plan.rounds
    return t.end is None and comes and plan.format in EVERYBODY


def ask_bye(t: Tournament, player: Player, number: int, kind: Requested, by: By, at: int) -> list[Fact]:
    """Asks for a bye of a *kind* in a round of the stage being played, in place of one asked for before.

    Raises `Refused`.
    """
    entry = require_playing(t, player)
    if player not in t.active_players(t.current_stage):
        raise Refused(Message("{player} does not play this stage.", player=player))
    if t.plan_of(t.current_stage).format not in EVERYBODY:
        raise Refused(Message("In this format nobody can ask for a bye."))
    _check_ahead(t, number, by)
    if t.requested_byes(t.current_stage, number).get(player) == kind:
        return []
    return to_facts(t, ByeAsked(t.current_stage, number, player, kind, by, at), cause=entry.seq)


def withdraw_bye(t: Tournament, player: Player, number: int, by: By, at: int) -> list[Fact]:
    """Takes back that a player asked for a bye in a round. Raises `Refused`."""
    entry = require_playing(t, player)
    _check_ahead(t, number, by)
    if player not in t.requested_byes(t.current_stage, number):
        raise Refused(Message("{player} has asked for no bye in round {round}.", player=player, round=number))
    return to_facts(t, ByeWithdrawn(t.current_stage, number, player, by, at), cause=entry.seq)


def _check_ahead(t: Tournament, number: int, by: By) -> None:
    """Refuses a round that was paired to players, and one that has started, or never comes, to everybody."""
    check_open(t)
    announced, paired_rounds = t.plan_of(t.current_stage).rounds, t.rounds_of(t.current_stage)
    if number < 1 or (announced and number > announced):
        raise Refused(Message("This stage has no round {round}.", round=number))
    if number > len(paired_rounds):
        return
    if paired_rounds[number - 1].started:
        raise Refused(Message("Round {round} has started already.", round=number))
    if by.startswith(PLAYER):
        raise Refused(Message("Round {round} is paired: ask an organizer.", round=number))
