"""Who looks at a match: whom the token names, or everybody, at all of a match that is over."""

from __future__ import annotations

from flask import request

from domain.words import Viewer

from ..http.requests import bearer
from ..http.responses import house
from ..matches.forks import EVERYTHING, everything

VIEWER = {
    "name": "X-Viewer",
    "description": (
        "`everything`, for all hands and decks of a match that is over: everybody may look at them then, "
        "without a token. What was said in its cases stays with those it was said to."
    ),
    "schema": {"type": "string"},
}


def looker(match: str) -> Viewer:
    """Returns who looks at *match*; raises what `Access.viewer` does, and `Forbidden` before the end."""
    if request.headers.get("X-Viewer") == EVERYTHING:
        return everything(house().matches, match)
    return house().matches.viewer(match, bearer())
