"""Answers to questions about pairings and corrections, for requests and jobs."""

from __future__ import annotations

from msgspec import Struct

from domain.messages import Message
from domain.tournament.facts import Player
from domain.tournament.fold import fold
from domain.tournament.pairing import propose_pairing
from domain.tournament.ranking.impact import correction_impact
from domain.tournament.state import Tournament

from ...identity.players import NamedPlayer, PlayerDirectory
from ...shared.catalogues import language
from ...shared.record_ids import ids_in_message
from ...shared.registry import Registry
from ..access import Actor
from ..commands import Correct
from ..repository import TournamentRepository
from ..service import TournamentService
from .standings_views import CorrectionImpact, change_of
from .why_not import Question, explain_question


class PairingExplanation(Struct, frozen=True):
    """The reasons for which two players do not meet in a round, in sentences, as known at a fact.

    `more` is the extra cost of their meeting, by criterion: the first that differs decides. `instead` are
    the tables of the best round in which they meet.
    """

    tournament: str
    seq: int
    stage: int
    round: int
    player: Player
    opponent: Player
    told: tuple[str, ...]
    more: dict[str, int]
    instead: tuple[tuple[Player, ...], ...]
    players: tuple[NamedPlayer, ...]


def render_sentence(services: Registry, message: Message, code: str) -> str:
    """Returns a message in a language, with names for ids."""
    return language(code).render(message, services[PlayerDirectory].names_of(ids_in_message(message)))


def answer_why_not(
    services: Registry, tournament: str, t: Tournament, actor: Actor, question: Question, code: str
) -> PairingExplanation:
    """Returns the explanation of a missing pairing in a language; raises `Refused`."""
    reason = explain_question(services[TournamentRepository], tournament, t, actor, question)
    players = {question.player, question.opponent}.union(*reason.instead)
    return PairingExplanation(
        tournament,
        t.seq,
        *question,
        tuple(render_sentence(services, message, code) for message in reason.sentences),
        dict(reason.extra_costs),
        reason.instead,
        services[PlayerDirectory].list_players(sorted(players)),
    )


def reaches_pairing(t: Tournament, correction: Correct, actor: Actor) -> bool:
    """Returns whether *actor* may see the new pairing after a *correction*."""
    return actor.manages and correction.effect == "pair" and not t.rounds[-1].is_started


def answer_reach(
    services: Registry, tournament: str, t: Tournament, correction: Correct, actor: Actor, code: str
) -> CorrectionImpact:
    """Returns the impact of a *correction* in a language; raises its refusal."""
    facts = services[TournamentService].preview_correction(t, correction, actor)
    pairing = propose_pairing(fold(facts, t)) if reaches_pairing(t, correction, actor) else None
    result = correction_impact(t, facts, pairing)
    changes = tuple(
        change_of(change, render_sentence(services, change.sentence, code)) for change in result.standings
    )
    sentences = tuple(render_sentence(services, message, code) for message in result.sentences)
    return CorrectionImpact(tournament, t.seq, changes, sentences)
