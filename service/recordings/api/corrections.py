"""Endpoints of irregularities and gaps, after which a recording goes on from another position."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec import Struct

from domain.table.recordings.facts import Corrected, GapNoted, Irregular

from ...catalog.examples import EXAMPLE_POSITION
from ...http.heavy import costly
from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import optional_token, require_token
from ...http.resource import Resource
from ...http.responses import created_response, json_response
from ...http.services import services
from ...http.tags import Tag
from ...matches.viewing.access import Access
from ...matches.viewing.replies import Reply, command_reply_fields
from ..requests import read_last_seq
from ..schemas import GapBody, IrregularBody
from ..service import Recordings

corrections = Resource("corrections", Tag.RECORDINGS)


class TablePosition(Struct, frozen=True):
    """The position of the table, with `?` for unknown cards, and the facts of an effect under way."""

    position: str
    told: tuple[str, ...]


@corrections.get("/matches/<match>/position")
@corrections.returns(200, TablePosition)
@corrections.errors(401, 403, 404, 409, 503)
def get_table_position(match: str) -> Response:
    """Get the position of a recording.

    The notation has `?` for each card that the table has not seen, and `?12` for twelve.
    """
    viewer = services()[Access].viewer_for(match, optional_token())
    loaded = services()[Access].window(match, viewer).load()
    position, told = services()[Recordings].write_position(loaded)
    return json_response(
        TablePosition(position, told), Cache_Control="private, no-cache", Vary="Authorization"
    )


@corrections.post("/matches/<match>/irregular", "SEEN")
@costly
@corrections.security("record", "organize", "judge")
@corrections.arguments(
    IrregularBody,
    example={"position": EXAMPLE_POSITION, "reason": "It happened.", "rule": "SA-303", "seat": 1},
)
@corrections.returns(201, Reply)
@corrections.response_headers(201, "ETag")
@corrections.errors(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503)
def note_irregularity(args: dict[str, Any], match: str) -> Response:
    """Note an irregularity.

    The table broke a rule and played on: the game goes on from the position as it really is. Without a
    position the table undid it, and nothing moves. With a `case`, a judge settles it so, and needs
    `If-Match`.
    """
    by, reason = services()[Recordings].party_of(match, require_token()), args.pop("reason")
    told, case = tuple(args.pop("told")), args.pop("case")
    return _correct(match, Irregular(why=reason, by=by, at=0, told=told, **args), case)


@corrections.post("/matches/<match>/gap")
@costly
@corrections.security("record", "organize", "judge")
@corrections.arguments(
    GapBody, example={"position": EXAMPLE_POSITION, "reason": "From round 3 on.", "turns": 6}
)
@corrections.returns(201, Reply)
@corrections.response_headers(201, "ETag")
@corrections.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def note_gap(args: dict[str, Any], match: str) -> Response:
    """Note a gap.

    Nobody recorded some turns, or the recording begins late: the game goes on from a position of the table.
    """
    by, reason = services()[Recordings].party_of(match, require_token()), args.pop("reason")
    told = tuple(args.pop("told"))
    return _correct(match, GapNoted(why=reason, by=by, at=0, told=told, **args))


def _correct(match: str, corrected: Corrected, case: int | None = None) -> Response:
    last_seq = read_last_seq(match, case)
    result = services()[Recordings].correct(
        match, corrected, case, last_seq=last_seq, request=idempotent_request()
    )
    viewer = services()[Access].viewer_for(match, optional_token())
    reply = Reply(**command_reply_fields(services(), match, result, viewer))
    return created_response(reply, reply.seq)
