"""Homes, opened by where they are."""

from __future__ import annotations

from collections.abc import Mapping

from projections.home import Home
from projections.redis_home import RedisHome
from projections.sqlite_home import SqliteHome


def open_home(place: str) -> Home:
    """Opens the home at *place*, a Redis URL or a path; as often as one likes."""
    return RedisHome(place, prefix="test:") if place.startswith("redis:") else SqliteHome(place)


def everything(home: Home, name: str) -> Mapping[str, bytes]:
    """Returns all that the projection *name* shows."""
    return dict(home.scan(name, "", 1_000_000))
