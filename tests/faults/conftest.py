"""What faults happen to: a new service on either store, and chance whose seed is told when a test fails."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from service.settings import Settings

TIMES = int(os.environ.get("RECOUNT_FAULTS_TIMES") or 1)
"""How many times as often as usual each fault is made: see `ops/faults.md`."""


@pytest.fixture
def luck(request: pytest.FixtureRequest) -> Random:
    """Chance; pytest shows its seed when the test fails, and `RECOUNT_FAULTS_SEED` brings it back."""
    seed = int(os.environ.get("RECOUNT_FAULTS_SEED") or int.from_bytes(os.urandom(4)))
    print(f"RECOUNT_FAULTS_SEED={seed}")
    return Random(seed)


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Iterator[Callable[[str], None]]:
    """Tells how often a fault was made, for the table in `ops/faults.md`."""
    told: list[str] = []
    yield told.append
    print(*(f"{request.node.name}: {what}" for what in told), sep="\n")


@pytest.fixture(params=["sqlite", "postgres and redis"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """The settings of a new service in which nobody keeps the views."""
    if request.param == "sqlite":
        return Settings(data=tmp_path, runner=False)
    return Settings(
        data=tmp_path,
        store=request.getfixturevalue("postgres_env"),
        redis_url=request.getfixturevalue("redis_url"),
        runner=False,
    )
