"""Why two players do not meet in a round: the rule, or what it would cost."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec import Struct

from domain.tournament.facts import Player
from domain.tournament.standings import stage_of

from ...http.rate_limit_headers import spend
from ...http.resource import Resource
from ...http.responses import services
from ..schemas import Meeting
from ..why_not import Question, explain, weight
from .looking import look, names_of, shown, told

pairing = Resource("pairing", "Pairings of tournaments: why two players do not meet.")


class NoMeeting(Struct, frozen=True):
    """Why two players do not meet in a round, in sentences, as it is known at a fact.

    `more` is by how much more it would cost if they met, by criterion: the first that differs decides.
    `instead` are the tables of the best round in which they would.
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
    players: dict[str, str]
    accounts: list[str]


@pairing.get("/tournaments/<tournament>/rounds/<int:number>/why-not")
@pairing.takes(Meeting, location="query")
@pairing.returns(200, NoMeeting)
@pairing.refuses(401, 404, 409)
def show(asked: dict[str, Any], tournament: str, number: int) -> Response:
    """Tells why a `player` does not meet an `opponent` in a round, by what was known when it was paired.

    Organizers may ask of the round that is due too: it is held against what would be proposed.
    """
    at = look(tournament, asked["known"])
    stage = stage_of(at.t, asked["stage"] or 0)
    question, code = Question(stage, number, asked["player"], asked["opponent"]), asked["lang"]

    def make() -> NoMeeting:
        spend(weight(at.t, stage))
        found = explain(services().tournaments, tournament, at.t, at.actor, question)
        sentences = tuple(told(sentence, code) for sentence in found.told)
        people = {question.one, question.other}.union(*found.instead)
        return NoMeeting(
            tournament,
            at.t.seq,
            *question,
            sentences,
            dict(found.more),
            found.instead,
            *names_of(people),
        )

    return shown(at, make, code)
