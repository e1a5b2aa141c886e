"""Endpoint of forks, which continue a match from a past fact."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec import Struct

from replays.proof.receipts import Receipt

from ...http.addresses import API
from ...http.heavy import costly
from ...http.middleware.idempotency_header import idempotent_request
from ...http.middleware.work_charges import request_owner
from ...http.requests import optional_token
from ...http.resource import Resource
from ...http.responses import created_response
from ...http.services import services
from ...http.tags import Tag
from ..opening.forks import check_over, fork_match
from ..owners import Payer
from ..repository import MatchRepository
from ..schemas import Forking
from ..viewing.access import Access
from ..viewing.viewers import reveals

forks = Resource("forks", Tag.MATCHES)


class ForkedMatch(Struct, frozen=True):
    """A new study, with a claim token for each seat, and the fact that it continues from.

    That is fact `origin_seq` of the match `origin`, whose hash in the record is `origin_head`. It is the
    requested fact or, during an effect, the next fact after which a seat has to answer. The cards that a
    recorded match leaves open are `dealt_at_random`.
    """

    id: str
    seq: int
    position: int
    receipt: Receipt
    commitment: str
    claims: tuple[str | None, ...]
    origin: str
    origin_seq: int
    origin_head: str
    dealt_at_random: bool


@forks.post("/matches/<match>/forks", "IDEMPOTENCY_SECRET")
@costly
@forks.arguments(Forking, example={"seq": 24})
@forks.returns(201, ForkedMatch)
@forks.response_headers(201, "ETag", "Location")
@forks.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
@reveals
def create_fork(args: dict[str, Any], match: str) -> Response:
    """Fork a match.

    The fork is a study that goes on from a fact. The match must be over, or a judge must ask. A recorded
    match must be over. Its fork has a random deal, which agrees with what the table saw until that fact.
    """
    check_over(services()[MatchRepository], match, services()[Access].viewer_for(match, optional_token()))
    fork = fork_match(
        services(), match, args["seq"], payer=Payer(request_owner()), request=idempotent_request()
    )
    opened = fork.opened
    commitment, claims = (
        opened.loaded.match.settings.commitment,
        tuple(claim or None for claim in opened.claims),
    )
    forked = ForkedMatch(
        opened.match,
        1,
        opened.position,
        opened.receipt,
        commitment,
        claims,
        match,
        fork.seq,
        fork.head,
        fork.dealt_at_random,
    )
    reply = created_response(forked, 1)
    reply.headers["Location"] = f"{API}/matches/{opened.match}"
    return reply
