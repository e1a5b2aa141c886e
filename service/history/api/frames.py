"""Endpoints of replays, as frames with the changes of each fact, or as one past scene."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain import table
from domain.published import encode
from domain.table import Scene
from replays.playback.deltas import ReplayPage, replay_page

from ...http.bodies.json_bodies import JSON
from ...http.bodies.paging import Facts
from ...http.bodies.schemas import FreshnessQuery
from ...http.heavy import costly, heavy
from ...http.resource import Resource
from ...http.responses import next_link
from ...http.services import services
from ...http.tags import Tag
from ...identity.players import PlayerDirectory
from ...matches.viewing.access import Access
from ...matches.viewing.replies import immutable_response as reply
from ...matches.viewing.viewers import reveals, viewer_of

frames = Resource("frames", Tag.MATCHES)


@frames.get("/matches/<match>/frames", "VIEWER")
@costly
@heavy
@frames.arguments(Facts, location="query")
@frames.returns(200, ReplayPage)
@frames.errors(401, 404, 422, 503)
@reveals
def list_frames(args: dict[str, Any], match: str) -> Response:
    """List frames of a replay.

    The reply has the scene after a fact, and the changes that each later fact makes for this viewer. A
    change is a path with its new value, or a path alone for a removed value.
    """
    viewer = viewer_of(match)
    window, after = services()[Access].window(match, viewer), args["after"]
    replay = window.load_replay()
    page = replay_page(
        match,
        window.game,
        replay,
        viewer,
        after,
        args["limit"],
        lambda players: services()[PlayerDirectory].seat_players(players).names,
    )
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization", **next_link(page.next)}
    return Response(encode(page), headers=headers, content_type=JSON)


past = Resource("past", Tag.MATCHES)


@past.get("/matches/<match>/facts/<int:seq>/scene", "VIEWER", "IF_NONE_MATCH")
@past.arguments(FreshnessQuery, location="query")
@past.returns(200, Scene[Any])
@past.errors(401, 404, 503)
@reveals
def get_scene(_: dict[str, Any], match: str, seq: int) -> Response:
    """Get the scene after a fact.

    The scene does not change any more, so clients may cache it. In a recording, cards can get names later.
    """
    viewer = viewer_of(match)
    window = services()[Access].window(match, viewer)
    return reply(window, seq, lambda loaded: table.make_scene(loaded.rules, loaded.match, viewer))
