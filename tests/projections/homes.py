"""Homes, opened by where they are."""

from __future__ import annotations

from collections.abc import Mapping

from projections.home import ViewStore
from projections.redis_home import RedisViewStore
from projections.sqlite_home import SqliteViewStore


def open_home(place: str) -> ViewStore:
    """Opens the home at *place*, a Redis URL or a path; as often as one likes."""
    return RedisViewStore(place, prefix="test:") if place.startswith("redis:") else SqliteViewStore(place)


def everything(home: ViewStore, name: str) -> Mapping[str, bytes]:
    """Returns all that the projection *name* shows."""
    return dict(home.scan(name, "", 1_000_000))
