"""Previews and registrations of rosters as files."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import require_token, tagged_seq
from ...http.resource import Resource
from ...http.responses import created_response, json_response
from ...http.services import services
from ...http.tags import Tag
from ...shared.languages import accepted
from ...shared.registry import ProcessState
from ..access import TournamentAccess, require_role
from ..commands import RegisterRoster
from ..repository import TournamentRepository
from ..rosters.encodings import MAX_ROSTER_BYTES, decode_roster
from ..rosters.preview import RosterPreview
from ..schemas import SimilarNamesQuery
from ..service import TournamentService
from .commands import CommandReply, reply_of
from .view_query import sentence_with_names

rosters = Resource("rosters", Tag.TOURNAMENTS)

FORMS = ("text/plain", "text/csv", "text/tab-separated-values", "application/octet-stream")
MAX_FRAMING_BYTES = 65_536
"""The largest difference between a body and the list in it."""


def _allow_large_body(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Raises the body limit to the largest list."""
    request.max_content_length = MAX_ROSTER_BYTES + MAX_FRAMING_BYTES


rosters.blueprint.url_value_preprocessor(_allow_large_body)


@rosters.post("/tournaments/<tournament>/roster/preview")
@rosters.security("organize")
@rosters.file_body("Roster", *FORMS)
@rosters.returns(200, RosterPreview)
@rosters.errors(401, 403, 404, 413)
def preview_roster(tournament: str) -> Response:
    """Preview a list of players.

    The reply has the columns, players, warnings and errors. The service registers no player. The body is
    the file itself, in UTF-8, UTF-16 or Windows-1252. It has at most 2,000,000 bytes and 5,000 rows.
    """
    require_role(services()[TournamentAccess].actor_for(tournament, require_token()), "organizer")
    t, code = services()[TournamentRepository].get(tournament), accepted()
    view = services()[TournamentService].previews.preview_roster(
        tournament,
        t,
        request.get_data(),
        services()[ProcessState].clock(),
        lambda message: sentence_with_names(message, code),
    )
    return json_response(view, Cache_Control="no-store")


@rosters.post("/tournaments/<tournament>/roster", "SEEN")
@rosters.security("organize")
@rosters.file_body("Roster", *FORMS)
@rosters.arguments(SimilarNamesQuery, location="query")
@rosters.returns(201, CommandReply)
@rosters.response_headers(201, "ETag")
@rosters.errors(401, 403, 404, 412, 413)
def register_roster(args: dict[str, Any], tournament: str) -> Response:
    """Register a list of players.

    The service registers all players or none. The body is the file itself, as in the preview.
    `accept_similar` registers similar names as different people.
    """
    actor = services()[TournamentAccess].actor_for(tournament, require_token())
    require_role(actor, "organizer")
    command = RegisterRoster(decode_roster(request.get_data()).text, args["accept_similar"])
    command_result = services()[TournamentService].run_command(
        tournament, command, actor, expected=tagged_seq("If-Match"), request=idempotent_request()
    )
    return created_response(reply_of(command_result, actor), command_result.tournament_state.seq)
