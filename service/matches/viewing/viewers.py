"""Who looks at a match: whom the token names, or everybody, at all of a match that is over."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import request
from werkzeug.wrappers import Response

from domain.model import Viewer

from ...http.requests import optional_token
from ...http.services import services
from ..opening.forks import EVERYTHING, everything
from ..repository import MatchRepository
from .access import Access

Sent = ParamSpec("Sent")
Reply = TypeVar("Reply", bound=Response)


def viewer_of(match: str) -> Viewer:
    """Returns who looks at *match*; raises what `Access.viewer_for` does, and `Forbidden` before the end."""
    if request.headers.get("X-Viewer") == EVERYTHING:
        return everything(services()[MatchRepository], match)
    return services()[Access].viewer_for(match, optional_token())


def revealed_to(match: str) -> Viewer:
    """Returns who looks at *match*, as `viewer_of`, and records the look of a judge."""
    within = services()
    if request.environ.get("HTTP_X_VIEWER") == EVERYTHING:
        within[Access].record_look(match, optional_token())
        return everything(within[MatchRepository], match)
    return within[Access].reveal(match, optional_token())


def reveals(view: Callable[Sent, Reply]) -> Callable[Sent, Reply]:
    """Records that a judge looks, before *view* shows what is hidden in the match that it is asked for."""

    @wraps(view)
    def recorded(*sent: Sent.args, **named: Sent.kwargs) -> Reply:
        services()[Access].record_look(str(named["match"]), optional_token())
        return view(*sent, **named)

    return recorded
