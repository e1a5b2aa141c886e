"""Explains a missing pairing to viewers of its round."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from domain.tournament.facts import Player
from domain.tournament.pairing import WhyNot, explain_why_not
from domain.tournament.refusals import require_player as registered
from domain.tournament.refusals import require_round
from domain.tournament.state import Tournament

from ..access import Actor
from ..repository import TournamentRepository


class Question(NamedTuple):
    """The question for the reason that *player* does not meet *opponent* in a round."""

    stage: int
    round: int
    player: Player
    opponent: Player


def explain_question(
    repository: TournamentRepository, tournament: str, t: Tournament, actor: Actor, question: Question
) -> WhyNot:
    """Returns the reason for a missing pairing in *t*, the tournament that *actor* sees.

    It explains the present round with the knowledge at its pairing. Only organizers may ask before a round is
    published. Raises `Refused`.
    """
    check_question(t, actor, question)
    stage, number, player, opponent = question
    round_ = next((round_ for round_ in t.rounds_of(stage) if round_.number == number), None)
    if round_ is None:
        return explain_why_not(t, number, player, opponent, stage)
    tournament_state = repository.at(tournament, round_.paired_seq)
    as_paired = replace(tournament_state, players=t.players, rounds=(*tournament_state.rounds[:-1], round_))
    return explain_why_not(as_paired, number, player, opponent, stage)


def check_question(t: Tournament, actor: Actor, question: Question) -> None:
    """Raises `Refused` for unregistered players, and for a round hidden from *actor*."""
    for player in (question.player, question.opponent):
        registered(t, player)
    if not actor.manages:
        require_round(t, question.stage, question.round)
