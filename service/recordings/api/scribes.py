"""Endpoint of scribes, who record a match at a real table."""

from __future__ import annotations

from flask import Response

from domain.messages import Message

from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import require_token
from ...http.resource import Resource
from ...http.responses import created_response
from ...http.services import services
from ...http.tags import Tag
from ...matches.viewing.access import Access
from ...matches.viewing.replies import Reply, command_reply_fields
from ...shared.errors import Forbidden
from ..service import Recordings

scribes = Resource("scribes", Tag.RECORDINGS)


class ScribeReply(Reply, frozen=True, kw_only=True):
    """The fact of a new scribe, with the token that enters what happens at the table."""

    token: str


@scribes.post("/matches/<match>/scribe")
@scribes.security("record", "organize", "judge")
@scribes.returns(201, ScribeReply)
@scribes.response_headers(201, "ETag")
@scribes.errors(401, 403, 404, 409, 503)
def change_scribe(match: str) -> Response:
    """Change the scribe.

    An organizer or a judge gives a new token, for example after a device is lost. A scribe hands over in the
    same way. The token before is void, and the entries stay.
    """
    token = require_token()
    by = services()[Recordings].party_of(match, token)
    if by.startswith("seat:"):
        raise Forbidden(Message("The scribe, an organizer or a judge names the scribe."))
    scribe_token, result = services()[Recordings].change_scribe(match, by, request=idempotent_request())
    viewer = services()[Access].viewer_for(match, scribe_token)
    fields = command_reply_fields(services(), match, result, viewer)
    return created_response(ScribeReply(**fields, token=scribe_token), result.loaded.match.seq)
