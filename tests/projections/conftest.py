"""Homes of each kind, empty."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from projections.view_store import ViewStore
from tests.projections.homes import open_home
from tests.projections.mortal import MortalRedis


@pytest.fixture(params=["sqlite", "redis"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a home is: a path, a Redis URL."""
    return str(request.getfixturevalue("redis_url") if request.param == "redis" else tmp_path / "views.db")


@pytest.fixture
def home(place: str) -> Iterator[ViewStore]:
    """A home, open."""
    home = open_home(place)
    yield home
    home.close()


@pytest.fixture
def mortal_redis(tmp_path: Path) -> Iterator[MortalRedis]:
    """A Redis to be killed."""
    redis = MortalRedis(tmp_path)
    yield redis
    redis.kill()
