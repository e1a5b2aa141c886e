"""Endpoints for commands and for previews of corrections."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, request
from msgspec import Struct

from domain.model import Fact
from domain.tournament import visibility
from domain.tournament.facts import LinkIssued, PlayerRegistered
from replays.proof.receipts import Receipt

from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import require_token, tagged_seq
from ...http.resource import Resource
from ...http.responses import created_response, json_response
from ...http.services import services
from ...http.tags import Tag
from ...jobs.failures import result_of
from ...jobs.views import Job, accepted_job, make_submitter
from ...shared.languages import accepted
from ..access import Actor, TournamentAccess, require_role
from ..background.jobs import start_job, start_reach
from ..commands import AnyCommand, Correct
from ..queries.answers import answer_reach
from ..queries.standings_views import CorrectionImpact
from ..repository import CommandResult, TournamentRepository
from ..rosters.encodings import MAX_ROSTER_BYTES
from ..service import TournamentService

command_resource = Resource("organizing", Tag.TOURNAMENTS)

MAX_COMMAND_BYTES = 2 * MAX_ROSTER_BYTES
"""The largest command, a list of players in JSON with its escapes."""


def _allow_large_body(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Raises the body limit to the largest list of players."""
    request.max_content_length = MAX_COMMAND_BYTES


command_resource.blueprint.url_value_preprocessor(_allow_large_body)


class PlayerToken(Struct, frozen=True):
    """The token of a guest, who reports results and drops out with it."""

    player: str
    token: str


class CommandReply(Struct, frozen=True):
    """The facts that follow from a command; `position` is that of the last fact.

    A command without new facts has no receipt. `tokens` are shown only this once.
    """

    tournament: str
    seq: int
    position: int
    receipt: Receipt | None
    facts: list[Fact]
    tokens: list[PlayerToken]


@command_resource.post("/tournaments/<tournament>/commands", "SEEN")
@command_resource.security("organize", "judge", "player")
@command_resource.json_body(AnyCommand, example={"type": "register", "players": [{"name": "Lin"}]})
@command_resource.returns(201, CommandReply)
@command_resource.returns(202, Job)
@command_resource.response_headers(201, "ETag")
@command_resource.response_headers(202, "Location", "Retry-After")
@command_resource.errors(401, 403, 404, 412, 413, 415)
def run_tournament_command(command: AnyCommand, tournament: str) -> Response:
    """Run a tournament command.

    The `type` of the body selects the command. The service carries it out completely or not at all.
    Organizers run the tournament, judges rule in it, and players act for themselves only. Without
    `If-Match` the command applies to the present state. A job pairs a large round: the status is 202, and
    `Location` is the address of the job.
    """
    token = require_token()
    actor = services()[TournamentAccess].actor_for(tournament, token)
    if job := start_job(
        services(), tournament, command, actor, make_submitter(token), tagged_seq("If-Match")
    ):
        return accepted_job(job)
    command_result = services()[TournamentService].run_command(
        tournament, command, actor, expected=tagged_seq("If-Match"), request=idempotent_request()
    )
    return created_response(reply_of(command_result, actor), command_result.tournament_state.seq)


@command_resource.post("/tournaments/<tournament>/reach")
@command_resource.security("organize", "judge")
@command_resource.json_body(
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
@command_resource.returns(200, CorrectionImpact)
@command_resource.returns(202, Job)
@command_resource.response_headers(200, "ETag")
@command_resource.response_headers(202, "Location", "Retry-After")
@command_resource.errors(401, 403, 404, 413, 415)
def preview_correction(correction: Correct, tournament: str) -> Response:
    """Preview a correction.

    The reply lists the effects on standings and on the players who qualify. The service writes nothing.
    Organizers also see how the last round would be paired again, if the correction asks for that. Send
    the command with this `ETag` as `If-Match`, and it fails if the tournament has changed. A job pairs a
    large round: the status is 202, and `Location` is the address of the job. Repeat the request, and it
    returns 200 once the job is done.
    """
    token = require_token()
    actor = services()[TournamentAccess].actor_for(tournament, token)
    require_role(actor, "organizer", "judge")
    t, code = services()[TournamentRepository].get(tournament), accepted()
    job = start_reach(services(), tournament, t, correction, actor, code, make_submitter(token))
    content = job and result_of(job)
    if job and content is None:
        return accepted_job(job)
    if content:
        view = msgspec.json.decode(content, type=CorrectionImpact)
    else:
        view = answer_reach(services(), tournament, t, correction, actor, code)
    return json_response(view, Cache_Control="no-store", ETag=f'"{t.seq}"')


def reply_of(result: CommandResult, actor: Actor) -> CommandReply:
    """Returns the reply to a command, redacted for its *actor*."""
    redact = visibility.redact_for_staff if actor.manages else visibility.redact_fact
    registered = [
        fact.event.player for fact in result.facts if isinstance(fact.event, PlayerRegistered | LinkIssued)
    ]
    return CommandReply(
        result.tournament,
        result.tournament_state.seq,
        result.position,
        result.receipt,
        [redact(fact) for fact in result.facts],
        [
            PlayerToken(player, token)
            for player, token in zip(registered, result.tokens, strict=False)
            if token
        ],
    )
