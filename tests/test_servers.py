"""The servers that tests run against are real, empty when a test begins, and gone when the run is."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import pytest
from eventsourcing.application import Application
from redis import Redis

from tests.servers import PATIENCE, Postgres

ROOT = Path(__file__).parents[1]


def test_postgres_is_real(postgres: Postgres) -> None:
    with postgres.connect() as connection:
        told = connection.execute("SELECT version()").fetchone()
    assert told is not None
    assert told[0].startswith("PostgreSQL 1")


def test_every_postgres_database_starts_empty(postgres: Postgres) -> None:
    tables = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
    with postgres.database() as env:
        with postgres.connect(env["POSTGRES_DBNAME"]) as connection:
            connection.execute("CREATE TABLE facts (seq int)")
            assert connection.execute(tables).fetchone() == (1,)
        with postgres.database() as other, postgres.connect(other["POSTGRES_DBNAME"]) as connection:
            assert connection.execute(tables).fetchone() == (0,)


def test_a_database_goes_away_even_while_somebody_is_connected(postgres: Postgres) -> None:
    with postgres.database() as env:
        lingering = postgres.connect(env["POSTGRES_DBNAME"])
    lingering.close()
    with postgres.connect() as connection:
        named = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [env["POSTGRES_DBNAME"]])
        assert named.fetchone() is None


def test_the_event_library_keeps_its_events_there(postgres_env: dict[str, str]) -> None:
    application: Application[str] = Application(postgres_env)
    assert application.recorder.max_notification_id() is None
    assert type(application.recorder).__module__ == "eventsourcing.postgres"
    application.close()


def test_redis_is_real(redis_url: str) -> None:
    with Redis.from_url(redis_url) as client:
        assert client.ping()
        assert client.info("server")["redis_mode"] == "standalone"


def test_redis_is_empty_when_a_test_begins(redis_server: str, request: pytest.FixtureRequest) -> None:
    with Redis.from_url(redis_server) as client:
        client.set("left", "by an earlier test")
        assert request.getfixturevalue("redis_url") == redis_server
        assert client.dbsize() == 0


ADDRESS = {
    "postgres": "running.home / '.s.PGSQL.5432'",
    "redis_server": "running[len('redis://127.0.0.1:'):-2]",
}


@pytest.mark.parametrize("server", ADDRESS)
def test_a_server_ends_with_the_run_that_started_it_even_when_that_is_killed(server: str) -> None:
    script = f"""
from tests import servers
with servers.{server}() as running:
    print({ADDRESS[server]}, flush=True)
    input()
"""
    with TemporaryDirectory(ignore_cleanup_errors=True) as room:
        Path(room).chmod(0o711)  # the user `postgres` passes through
        with subprocess.Popen(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={**os.environ, "TMPDIR": room},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as run:
            assert run.stdout is not None
            address = run.stdout.readline().strip()
            assert listens(address)
            run.kill()
        assert eventually(lambda: not listens(address))


def listens(address: str) -> bool:
    """Tells whether somebody takes connections at *address*, a port or the path of a socket."""
    if address.isdigit():
        with socket.socket(socket.AF_INET) as client:
            return client.connect_ex(("127.0.0.1", int(address))) == 0
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(address) == 0


def eventually(condition: Callable[[], bool]) -> bool:
    """Tells whether *condition* comes true before patience ends."""
    deadline = time.monotonic() + PATIENCE
    while not (true := condition()) and time.monotonic() < deadline:
        Event().wait(0.01)
    return true
