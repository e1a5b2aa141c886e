"""Connections to PostgreSQL on the event loop: greenlets wait for replies, and the loop goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from eventsourcing.persistence import OperationalError
from psycopg import connect

from service.database.cooperation import spawn_greenlet
from service.database.postgresql.pool import CheckedDatastore
from service.eventstore.store import Store

from .databases import Reused
from .facts import ONE, facts

CONNECTIONS = 2
GREENLETS = 20


@pytest.fixture
def env(database: Reused) -> dict[str, str]:
    """The environment of a store that lends few connections and gives statements up after a second."""
    return {
        **database.emptied(),
        "POSTGRES_STATEMENT_TIMEOUT": "1",
        "POSTGRES_POOL_SIZE": str(CONNECTIONS),
    }


def datastore(store: Store) -> CheckedDatastore:
    """Returns the datastore of *store*."""
    found = store.recorder.datastore
    assert isinstance(found, CheckedDatastore)
    return found


def sleeping(store: Store, seconds: float) -> Callable[[], int]:
    """Returns a query whose reply takes *seconds*; it returns the process of the server that replied."""

    def query() -> int:
        with datastore(store).primary_connection() as connection:
            row = connection.execute("SELECT pg_backend_pid() AS pid, pg_sleep(%s)", (seconds,)).fetchone()
        assert row is not None
        return int(row["pid"])

    return query


def test_the_loop_serves_others_while_greenlets_wait_for_replies(store: Store) -> None:
    async def main() -> tuple[list[int], int]:
        tasks = [asyncio.create_task(spawn_greenlet(sleeping(store, 0.05))) for _ in range(GREENLETS)]
        turns = 0
        while not all(task.done() for task in tasks):
            await asyncio.wait(tasks, timeout=0.001, return_when=asyncio.ALL_COMPLETED)
            turns += 1
        return [task.result() for task in tasks], turns

    processes, turns = asyncio.run(main())
    assert len(processes) == GREENLETS
    assert len({*processes}) <= CONNECTIONS
    assert turns > 3 * GREENLETS  # about one turn for each reply, if the loop waited for them


def test_greenlets_and_threads_write_side_by_side(store: Store) -> None:
    matches = [f"{ONE[:-2]}{number:02}" for number in range(GREENLETS)]

    async def main() -> list[int]:
        on_loop = [spawn_greenlet(store.append, match, facts(1, 3)) for match in matches[::2]]
        in_threads = [asyncio.to_thread(store.append, match, facts(1, 3)) for match in matches[1::2]]
        return await asyncio.gather(*on_loop, *in_threads)

    positions = asyncio.run(main())
    assert len({*positions}) == GREENLETS
    assert [len(store.facts(match)) for match in matches] == [3] * GREENLETS


def test_a_greenlet_learns_that_a_statement_took_too_long(store: Store) -> None:
    with pytest.raises(OperationalError, match="statement timeout"):
        asyncio.run(spawn_greenlet(sleeping(store, 5)))


def test_a_cancelled_wait_gives_its_connection_up(store: Store) -> None:
    async def main() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await spawn_greenlet(sleeping(store, 0.9))
        await spawn_greenlet(store.append, ONE, facts(1, 1))

    asyncio.run(main())
    assert len(store.facts(ONE)) == 1


def test_a_greenlet_meets_no_connection_that_the_server_has_closed(store: Store, env: dict[str, str]) -> None:
    async def main() -> None:
        pid = await spawn_greenlet(sleeping(store, 0))
        with connect(
            host=env["POSTGRES_HOST"],
            dbname=env["POSTGRES_DBNAME"],
            user=env["POSTGRES_USER"],
            autocommit=True,
        ) as operator:
            operator.execute("SELECT pg_terminate_backend(%s, 1000)", (pid,))
        await spawn_greenlet(store.append, ONE, facts(1, 1))
        assert await spawn_greenlet(sleeping(store, 0)) != pid

    asyncio.run(main())
    assert len(store.facts(ONE)) == 1
