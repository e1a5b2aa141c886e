"""Endpoint with the people at a match."""

from __future__ import annotations

from flask import Response

from ...http.requests import optional_token
from ...http.resource import Resource
from ...http.responses import json_response
from ...http.services import services
from ...http.tags import Tag
from ...matches.viewing.access import Access
from ..model import Company, describe_company
from ..presence import Presence

company = Resource("company", Tag.MATCHES)


@company.get("/matches/<match>/company", "VIEWER")
@company.returns(200, Company)
@company.errors(401, 403, 404, 503)
def get_company(match: str) -> Response:
    """Get the people at a match.

    The reply says which players have an open stream of the match, and how many spectators have one. With
    `company`, the stream itself announces each change.
    """
    access = services()[Access]
    match_state = access.window(match, access.viewer_for(match, optional_token())).load().match
    company = describe_company(match_state, services()[Presence].load_attendance(match))
    return json_response(company, Cache_Control="no-store")
