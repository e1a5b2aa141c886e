"""Endpoint of the changes between two moments of a match."""

from __future__ import annotations

from typing import Any

from flask import Response

from replays.playback.diff import Diff
from replays.playback.diff import make_diff as told

from ...http.heavy import costly, heavy
from ...http.resource import Resource
from ...http.responses import json_response
from ...http.services import services
from ...http.tags import Tag
from ...identity.players import PlayerDirectory
from ...matches.viewing.access import Access
from ...matches.viewing.narrators import fact_narrator
from ...matches.viewing.viewers import reveals, viewer_of
from ..schemas import DiffQuery

diff = Resource("diff", Tag.MATCHES)


@diff.get("/matches/<match>/diff", "VIEWER")
@costly
@heavy
@diff.arguments(DiffQuery, location="query")
@diff.returns(200, Diff)
@diff.errors(401, 404, 422, 503)
@reveals
def get_diff(args: dict[str, Any], match: str) -> Response:
    """Compare two moments of a match.

    Each change between the two views names its cause. Both views belong to the same viewer. If `from` is
    later than `to`, the changes are undone. Sentences contain names of players, so the reply must not be
    cached.
    """
    viewer = viewer_of(match)
    window = services()[Access].window(match, viewer)
    replay = window.load_replay()
    teller = fact_narrator(window.game, replay, viewer, services()[PlayerDirectory], args["lang"])
    return json_response(
        told(replay, args["first"], args["last"], viewer, teller),
        Cache_Control="private, no-cache",
        Vary="Authorization",
    )
