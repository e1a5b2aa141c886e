"""Homes, opened by where they are."""

from __future__ import annotations

from collections.abc import Mapping

from projections.redis_view_store import RedisViewStore
from projections.sqlite_view_store import SqliteViewStore
from projections.view_store import ViewStore


def open_home(place: str) -> ViewStore:
    """Opens the home at *place*, a Redis URL or a path; as often as one likes."""
    return RedisViewStore(place, prefix="test:") if place.startswith("redis:") else SqliteViewStore(place)


def everything(home: ViewStore, name: str) -> Mapping[str, bytes]:
    """Returns all that the projection *name* shows."""
    return dict(home.scan(name, "", 1_000_000))
