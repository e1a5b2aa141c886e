"""The review of a match: how the chances went, told while it is being found out, and kept once it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Response

from domain.messages import Message
from domain.notation import write_fact
from domain.table import WrongMoment
from replays.review import Review

from ...http.json_bodies import NDJSON
from ...http.rate_limit_headers import asker, spend
from ...http.requests import bearer
from ...http.resource import Resource
from ...http.responses import services
from ...identity.viewers import reveals
from ...matches.forks import check_open
from ...matches.lru_cache import LruCache
from ..schemas import Reviewing
from ..whatif_process import Failed, Progress, ReviewRequest, Simulation

review = Resource("review", "How the chances went, and what each answer gave away.", Progress, Failed)

KEPT = 64
"""How many reviews a process keeps."""

_kept: LruCache[bytes] = LruCache(KEPT)
"""Reviews as they are sent, by the match, its last fact and the bot."""


@review.get("/matches/<match>/review")
@review.takes(Reviewing, location="query")
@review.returns(200, Review, NDJSON)
@review.refuses(401, 403, 404, 409, 422, 503)
@reveals
def show(asked: dict[str, Any], match: str) -> Response:
    """Lets a bot judge every answer of a match by what its player could know.

    Each line tells how far that is (`Progress`), and the last one what came of it (`Review`), or that nothing
    did (`Failed`). A review is kept until the match goes on. It ends when nobody listens any more.
    """
    check_open(services().repository, match, services().access.viewer_for(match, bearer()))
    film = services().repository.replay(match)  # of which nothing is hidden
    pins, key = film.at(1).opened, f"{match}/{len(film)}/{asked['bots']}"
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if (kept := _kept.get(key)) is not None:
        return Response(kept, 200, headers, content_type=NDJSON)
    if len(film.plies) == 1:
        raise WrongMoment(Message("Nobody has answered anything in this match: there is nothing to review."))
    spend(len(film))
    told = ReviewRequest(
        cards=services().library.pinned(pins.game, pins.cards).content(),
        facts=tuple(map(write_fact, film.facts)),
        bot=asked["bots"],
        seed=match,
    )
    return Response(_keeping(Simulation(told, asker()), key), 200, headers, content_type=NDJSON)


def _keeping(lines: Simulation, key: str) -> Iterator[bytes]:
    """Yields *lines*, and keeps the last one if it is a review."""
    try:
        for line in lines:
            if msgspec.json.decode(line)["type"] == "review":
                _kept.put(key, line)
            yield line
    finally:
        lines.close()
