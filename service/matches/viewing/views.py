"""What a viewer sees now: from the views, or from the log where these are missing or behind."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import NamedTuple

import msgspec

from domain import table
from domain.model import Viewer
from domain.published import encode
from projections.match_views import LoadedMatch, MatchViews
from projections.versions import VersionedViews
from projections.view_store import VIEW_STORE_ERRORS

from ...database.cooperation import offload
from ...shared.registry import ProcessState, Registry
from ..repository import MatchRepository
from .visibility import Window

PATIENCE = 2.0
"""Seconds that a reader waits for a view that is behind."""
GLANCE = 0.002
"""Seconds between two looks at how far a view has come."""


class View(NamedTuple):
    """A scene as JSON, and the last fact it has taken in."""

    seq: int
    scene: bytes


class _Numbered(msgspec.Struct):
    seq: int


number = msgspec.json.Decoder(_Numbered).decode


def current_view(services: Registry, window: Window, least: int = 0) -> View:
    """Returns what is to be seen through *window*, the fact at position *least* taken in.

    A view is never older than this process's last reply about the match, nor newer than its delay allows.
    Two readers read the log, because the views may be behind: one that names a position, which it has just
    learned, and a player of a service of several processes, who may have learned it from another process.
    """
    match, viewer = window.match, window.viewer
    from_log = window.last is not None or least or (services[ProcessState].shared and viewer.shares)
    with suppress(*VIEW_STORE_ERRORS):
        if not from_log:
            key = f"{match}/{viewer.name}"
            get = services[VersionedViews].get
            view = (
                offload(get, MatchViews.name, key)
                if services[ProcessState].shared
                else get(MatchViews.name, key)
            )
            if view is not None:
                seq, cached = number(view).seq, services[MatchRepository].cached(match)
                if cached is None or seq >= cached.match.seq:
                    return View(seq, view)
                return _show(cached, viewer)
    return _show(window.current(), viewer)


def _show(loaded: LoadedMatch, viewer: Viewer) -> View:
    rules, match_state = loaded
    return View(match_state.seq, encode(table.make_scene(rules, match_state, viewer)))


def wait_for_position(services: Registry, projection: str, minimum: int) -> bool:
    """Waits until *projection* has taken in the fact at position *minimum*; tells whether it has."""
    deadline = time.monotonic() + PATIENCE
    while services[VersionedViews].position(projection) < minimum:
        if time.monotonic() > deadline:
            return False
        time.sleep(GLANCE)
    return True
