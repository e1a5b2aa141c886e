"""Fixtures for every test: servers once for each run (each worker of it), databases once for each test."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from redis import Redis

from service.observability.logging import Journal
from tests import servers
from tests.examples import SEED
from tests.shares import shares


def pytest_sessionstart() -> None:
    """Looks for no garbage while tests are loaded: there is none, and to look takes a tenth of the time."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Looks for garbage from here on, among what comes to be from here on.

    Thirty times as rarely as usual: to look took a twelfth of the processor time of the service's tests.
    """
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Lets what takes long begin first in each worker."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = shares(items, workers, Path(__file__).parent)


@pytest.fixture(autouse=True)
def chance_of_the_service(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `secrets` and `SystemRandom` draw here, seeds of matches among it: the same for the same seed.

    Otherwise one match in some hundreds goes on for longer than its test has thought of.
    """
    monkeypatch.setattr("random._urandom", Random(f"{SEED} {request.node.nodeid}").randbytes)


@pytest.fixture(autouse=True)
def log_of_one_test() -> Iterator[None]:
    """Ends the service log that a test has kept: lines of ours then come to whoever records them again."""
    yield
    root = logging.getLogger()
    root.handlers[:] = [kept for kept in root.handlers if not isinstance(kept, Journal)]


@pytest.fixture(scope="session")
def postgres() -> Iterator[servers.Postgres]:
    """A private PostgreSQL; `with postgres.database() as env` makes an empty database in it."""
    with servers.postgres(synced=False) as running:
        yield running


@pytest.fixture
def postgres_env(postgres: servers.Postgres) -> Iterator[dict[str, str]]:
    """The environment of an empty PostgreSQL database, for `eventsourcing` to keep its events in."""
    with postgres.database() as env:
        yield env


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """The URL of a private Redis, with whatever earlier tests left in it."""
    with servers.redis_server() as url:
        yield url


@pytest.fixture
def redis_url(redis_server: str) -> str:
    """The URL of an empty Redis."""
    with Redis.from_url(redis_server) as client:
        client.flushall()
    return redis_server
