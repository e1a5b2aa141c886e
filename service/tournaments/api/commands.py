"""What is done in a tournament, and what a correction would do."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from msgspec import Struct

from domain.tournament import sight
from domain.tournament.facts import LinkIssued, PlayerRegistered
from domain.tournament.fold import fold
from domain.tournament.pairing import propose
from domain.tournament.reach import reach
from domain.words import Fact
from replays.proof.receipts import Receipt

from ...http.idempotency_header import idempotent_request
from ...http.languages import accepted
from ...http.requests import needed_bearer, tagged_seq
from ...http.resource import Resource
from ...http.responses import plain, services, written
from ...jobs.views import Job, accepted_job
from ..access import Actor, check
from ..commands import AnyCommand, Correct
from ..jobs import start_job
from ..repository import CommandResult
from ..rosters.encodings import MAX_ROSTER_BYTES
from ..standings_views import ReachView, change_of
from .looking import told

organizing = Resource("organizing", "Tournaments: players registered, rounds paired and played, results.")

MAX_COMMAND_BYTES = 2 * MAX_ROSTER_BYTES
"""The largest command: a list of players in JSON, with its escapes."""


def _allow_large_body(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Admits the list of players that a command may hold."""
    request.max_content_length = MAX_COMMAND_BYTES


organizing.blueprint.url_value_preprocessor(_allow_large_body)


class PlayerToken(Struct, frozen=True):
    """The token of a guest: with it the guest reports results, and drops out."""

    player: str
    token: str


class CommandReply(Struct, frozen=True):
    """What followed from a command; `position` is where the last fact stands.

    There is no receipt where nothing had to follow. `tokens` are shown this once.
    """

    tournament: str
    seq: int
    position: int
    receipt: Receipt | None
    facts: list[Fact]
    tokens: list[PlayerToken]


@organizing.post("/tournaments/<tournament>/commands", "SEEN")
@organizing.needs("organize", "judge", "player")
@organizing.takes_struct(AnyCommand, example={"type": "register", "players": [{"name": "Lin"}]})
@organizing.returns(201, CommandReply)
@organizing.returns(202, Job)
@organizing.sends(201, "ETag")
@organizing.sends(202, "Location", "Retry-After")
@organizing.refuses(401, 403, 404, 412, 413, 415)
def command(asked: AnyCommand, tournament: str) -> Response:
    """Does something in a tournament, all of it or nothing: what, its `type` says.

    Its organizers run it, judges rule in it, players act for themselves alone. Without `If-Match` it is
    decided on the tournament as it stands. The pairing of a large round is a job: the reply is 202 then, and
    its `Location` leads to the job, with its progress and its result.
    """
    token = needed_bearer()
    actor = services().tournament_access.actor_for(tournament, token)
    if job := start_job(services(), tournament, asked, actor, token, tagged_seq("If-Match")):
        return accepted_job(job)
    done = services().organizing.run(
        tournament, asked, actor, expected=tagged_seq("If-Match"), request=idempotent_request()
    )
    return written(reply_of(done, actor), done.seen.seq)


@organizing.post("/tournaments/<tournament>/reach")
@organizing.needs("organize", "judge")
@organizing.takes_struct(
    Correct,
    example={
        "type": "correct",
        "stage": 1,
        "round": 1,
        "table": 1,
        "result": {"places": [2, 1]},
        "why": "The score was read the wrong way round.",
    },
)
@organizing.returns(200, ReachView)
@organizing.sends(200, "ETag")
@organizing.refuses(401, 403, 404, 413, 415)
def show_reach(asked: Correct, tournament: str) -> Response:
    """Tells how far a correction would reach: in standings, and in who goes on. Nothing is written.

    Organizers hear besides how the last round would be paired anew, where the correction asks for that. The
    command that makes it, sent with the `ETag` as `If-Match`, is refused if the tournament has gone on since.
    """
    actor = services().tournament_access.actor_for(tournament, needed_bearer())
    check(actor, "organizer", "judge")
    t = services().tournaments.get(tournament)
    facts = services().organizing.foresee(t, asked, actor)
    may_pair = actor.manages and asked.effect == "pair" and not t.rounds[-1].started
    anew = propose(fold(facts, t)) if may_pair else None
    found = reach(t, facts, anew)
    code = accepted()
    changes = tuple(change_of(one, told(one.told, code)) for one in found.standings)
    sentences = tuple(told(sentence, code) for sentence in found.told)
    view = ReachView(tournament, t.seq, changes, sentences)
    return plain(view, Cache_Control="no-store", ETag=f'"{t.seq}"')


def reply_of(done: CommandResult, actor: Actor) -> CommandReply:
    """Returns the reply to a command, as its *actor* may see it."""
    show = sight.managed if actor.manages else sight.shown
    registered = [
        fact.event.player for fact in done.facts if isinstance(fact.event, PlayerRegistered | LinkIssued)
    ]
    return CommandReply(
        done.tournament,
        done.seen.seq,
        done.position,
        done.receipt,
        [show(fact) for fact in done.facts],
        [PlayerToken(who, token) for who, token in zip(registered, done.tokens, strict=False) if token],
    )
