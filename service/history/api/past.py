"""Endpoint of the scene after a fact."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain import table
from domain.table import Scene

from ...http.bodies.schemas import FreshnessQuery
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag
from ...matches.viewing.access import Access
from ...matches.viewing.replies import immutable_response as reply
from ...matches.viewing.viewers import reveals, viewer_of

past = Resource("past", Tag.MATCHES)


@past.get("/matches/<match>/facts/<int:seq>/scene", "VIEWER", "IF_NONE_MATCH")
@past.arguments(FreshnessQuery, location="query")
@past.returns(200, Scene[Any])
@past.errors(401, 404, 503)
@reveals
def get_scene(_: dict[str, Any], match: str, seq: int) -> Response:
    """Get the scene after a fact.

    The scene does not change any more, so clients may cache it.
    """
    viewer = viewer_of(match)
    window = services()[Access].window(match, viewer)
    return reply(window, seq, lambda loaded: table.make_scene(loaded.rules, loaded.match, viewer))
