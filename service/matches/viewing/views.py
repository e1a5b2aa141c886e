"""Present views, from the projections, or from the log if these are missing or behind."""

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
from ...eventstore.store import Store
from ...shared.registry import ProcessState, Registry
from ..repository import MatchRepository
from .visibility import Window

VIEW_TIMEOUT_SECONDS = 2.0
"""Longest wait for a projection."""
POLL_SECONDS = 0.002
"""Interval between two reads of a projection's position."""


class View(NamedTuple):
    """Scene as JSON, and the last fact in it."""

    seq: int
    scene: bytes


class _Numbered(msgspec.Struct):
    seq: int


decode_number = msgspec.json.Decoder(_Numbered).decode


def current_view(services: Registry, window: Window, minimum: int = 0) -> View:
    """Returns the present view through *window*, with the fact at position *minimum*.

    A view is never older than the last reply of this process about the match, nor newer than its delay
    allows. Two readers read the log, because projections may be behind. One names a position from an earlier
    reply. The other is a player of a service with several processes, who may know of facts from another
    process.
    """
    match, viewer = window.match, window.viewer
    from_log = window.last is not None or minimum or (services[ProcessState].shared and viewer.shares)
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
                seq, cached = decode_number(view).seq, services[MatchRepository].cached_match(match)
                if cached is None or seq >= cached.match.seq:
                    return View(seq, view)
                return _make_view(cached, viewer)
    return _make_view(window.load(), viewer)


def _make_view(loaded: LoadedMatch, viewer: Viewer) -> View:
    rules, match_state = loaded
    return View(match_state.seq, encode(table.make_scene(rules, match_state, viewer)))


def wait_for_position(services: Registry, projection: str, minimum: int) -> bool:
    """Waits until *projection* has all facts of the log up to position *minimum*; returns whether it has."""
    minimum = min(minimum, services[Store].position())
    deadline = time.monotonic() + VIEW_TIMEOUT_SECONDS
    while services[VersionedViews].position(projection) < minimum:
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True
