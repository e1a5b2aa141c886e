"""Answers to questions about pairings and corrections, as requests and jobs give them."""

from __future__ import annotations

from msgspec import Struct

from domain.messages import Message
from domain.tournament.facts import Player
from domain.tournament.fold import fold
from domain.tournament.pairing import propose
from domain.tournament.reach import reach
from domain.tournament.state import Tournament

from ..bootstrap import Services
from ..http.catalogues import language
from ..identity.player_ids import ids_in_message
from ..identity.players import NamedPlayer
from .access import Actor
from .commands import Correct
from .standings_views import CorrectionImpact, change_of
from .why_not import Question, explain


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


def sentence(services: Services, message: Message, code: str) -> str:
    """Returns a message in a language, its players by name."""
    return language(code).tells(message, services.players.names(ids_in_message(message)))


def answer_why_not(
    services: Services, tournament: str, t: Tournament, actor: Actor, question: Question, code: str
) -> PairingExplanation:
    """Returns the reason for which two players do not meet, in a language; raises `Refused`."""
    reason = explain(services.tournaments, tournament, t, actor, question)
    players = {question.one, question.other}.union(*reason.instead)
    return PairingExplanation(
        tournament,
        t.seq,
        *question,
        tuple(sentence(services, message, code) for message in reason.told),
        dict(reason.more),
        reason.instead,
        services.players.named(sorted(players)),
    )


def reaches_pairing(t: Tournament, correction: Correct, actor: Actor) -> bool:
    """Returns whether an *actor* may learn how the last round would be paired after a *correction*."""
    return actor.manages and correction.effect == "pair" and not t.rounds[-1].started


def answer_reach(
    services: Services, tournament: str, t: Tournament, correction: Correct, actor: Actor, code: str
) -> CorrectionImpact:
    """Returns the reach of a *correction*, in a language; raises what the correction is refused with."""
    facts = services.organizing.foresee(t, correction, actor)
    pairing = propose(fold(facts, t)) if reaches_pairing(t, correction, actor) else None
    result = reach(t, facts, pairing)
    changes = tuple(change_of(change, sentence(services, change.told, code)) for change in result.standings)
    sentences = tuple(sentence(services, message, code) for message in result.told)
    return CorrectionImpact(tournament, t.seq, changes, sentences)
