"""Viewer of a request, by its token, or of all cards after the end."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import request
from werkzeug.wrappers import Response

from domain.model import Viewer

from ...http.requests import optional_token
from ...http.services import services
from ...identity import browser
from ..opening.forks import EVERYTHING, open_viewer
from ..repository import MatchRepository
from .access import Access

Sent = ParamSpec("Sent")
Reply = TypeVar("Reply", bound=Response)


def viewer_of(match: str) -> Viewer:
    """Returns the viewer of *match*.

    Raises like `Access.viewer_for`, and `Forbidden` before the end.
    """
    if request.headers.get("X-Viewer") == EVERYTHING:
        return _open_viewer(match)
    return services()[Access].viewer_for(match, optional_token())


def revealed_to(match: str) -> Viewer:
    """Returns the viewer of *match* like `viewer_of`, and records the look of a judge."""
    within = services()
    if request.environ.get("HTTP_X_VIEWER") == EVERYTHING:
        within[Access].record_look(match, optional_token())
        return _open_viewer(match)
    return within[Access].reveal(match, optional_token())


def _open_viewer(match: str) -> Viewer:
    """Returns the viewer of all hands, for clients with access to *match* only.

    A browser proves its access by the token of its first seat.
    """
    services()[Access].viewer_for(match, optional_token() or browser.session_token(match))
    return open_viewer(services()[MatchRepository], match)


def reveals(view: Callable[Sent, Reply]) -> Callable[Sent, Reply]:
    """Records the look of a judge before *view* shows hidden cards."""

    @wraps(view)
    def record_and_view(*args: Sent.args, **kwargs: Sent.kwargs) -> Reply:
        services()[Access].record_look(str(kwargs["match"]), optional_token())
        return view(*args, **kwargs)

    return record_and_view
