"""Why two players do not meet in a round, for whoever may see its pairing."""

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
    """Why *one* does not meet *other* in a round of a stage."""

    stage: int
    round: int
    one: Player
    other: Player


def explain(
    repository: TournamentRepository, tournament: str, t: Tournament, actor: Actor, body: Question
) -> WhyNot:
    """Returns why two players do not meet in a round of *t*, which is the tournament as *actor* sees it.

    The round is taken as it is now, with what was known when it was paired. Before a round is published only
    organizers can ask: what would be proposed is nobody else's to know. Raises `Refused`.
    """
    check_question(t, actor, body)
    stage, number, one, other = body
    round_ = next((round_ for round_ in t.rounds_of(stage) if round_.number == number), None)
    if round_ is None:
        return explain_why_not(t, number, one, other, stage)
    tournament_state = repository.at(tournament, round_.paired_seq)
    as_paired = replace(tournament_state, players=t.players, rounds=(*tournament_state.rounds[:-1], round_))
    return explain_why_not(as_paired, number, one, other, stage)


def check_question(t: Tournament, actor: Actor, question: Question) -> None:
    """Raises `Refused` for players who are not registered, and for a round that an *actor* may not see."""
    for player in (question.one, question.other):
        registered(t, player)
    if not actor.manages:
        require_round(t, question.stage, question.round)


def weight(t: Tournament, stage: int) -> int:
    """Returns what an answer takes, in facts that are gone through: a stage is paired anew."""
    return t.seq + len(t.active_players(stage)) ** 2 // 10
