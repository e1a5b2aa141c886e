"""Connections to PostgreSQL: nobody waits for ever, a primary that is none any more is left, poolers do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import psycopg
import pytest
from eventsourcing.persistence import InternalError
from eventsourcing.persistence import PersistenceError as StoreError
from psycopg.errors import ReadOnlySqlTransaction, UniqueViolation

from service.database.postgresql import pool as postgres_pool
from service.database.postgresql.connection import TimedConnection
from service.database.postgresql.pool import CheckedDatastore
from service.database.postgresql.retry import retry_refused_write
from service.eventstore.store import Store, Unavailable
from tests.projections.waiting import until
from tests.servers import Postgres, pgbouncer

from .databases import Reused
from .facts import ONE, OTHER, WORDS, facts


@pytest.fixture
def env(database: Reused) -> dict[str, str]:
    """The environment of a store in PostgreSQL, which gives everything up after a second."""
    return {**database.emptied(), "POSTGRES_STATEMENT_TIMEOUT": "1"}


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replies are waited for no longer than that."""
    monkeypatch.setattr(postgres_pool, "REPLY_GRACE_SECONDS", 0.3)


def datastore(store: Store) -> CheckedDatastore:
    """Returns what *store* connects with."""
    found = store.recorder.datastore
    assert isinstance(found, CheckedDatastore)
    return found


def writes(store: Store, match: str, first: int) -> Iterator[int]:
    """Appends fact after fact to a match, from number *first*; yields each number before it is written."""
    for number in range(first, 1000):
        yield number
        store.append(match, facts(number, 1))


@contextmanager
def nobody_confirms(postgres: Postgres) -> Iterator[None]:
    """Lets the server wait, at each commit, for a standby that there is not."""
    with postgres.connect() as operator:
        try:
            operator.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            operator.execute("SELECT pg_reload_conf()")
            until(lambda: operator.execute("SHOW synchronous_standby_names").fetchone() == ("nobody",))
            yield
        finally:
            operator.execute("ALTER SYSTEM RESET synchronous_standby_names")
            operator.execute("SELECT pg_reload_conf()")


def test_a_write_that_no_standby_confirms_is_told_of_soon_and_then_none_is_begun(
    store: Store, postgres: Postgres
) -> None:
    store.append(ONE, facts(1, 1))
    written = 1
    with nobody_confirms(postgres):
        # The server tells its processes of the setting one after the other: some writes may still pass.
        with pytest.raises(Unavailable, match="has not replied"):
            for written in writes(store, ONE, 2):  # noqa: B007
                pass
        with postgres.connect("stores") as operator:
            until(lambda: operator.execute(postgres_pool.STUCK_COMMITS).fetchone() == (1,))
        asked = monotonic()
        with pytest.raises(Unavailable, match="a standby that does not confirm"):
            store.append(OTHER, facts(1, 1))
        with pytest.raises(Unavailable, match="a standby that does not confirm"):
            store.check_writable()
        assert monotonic() - asked < 1, "what is not begun is not waited for"
        assert store.facts(OTHER) == []
    until(lambda: len(store.facts(ONE)) == written)
    store.append(OTHER, facts(1, 1))
    store.check_writable()


def test_a_statement_that_takes_too_long_is_ended_by_the_server(store: Store) -> None:
    with (
        pytest.raises(Exception, match="statement timeout"),
        datastore(store).get_connection() as connection,
    ):
        connection.execute("SELECT pg_sleep(5)")


def test_a_primary_of_an_earlier_timeline_is_not_connected_to(store: Store, postgres: Postgres) -> None:
    behind = datastore(store)
    with behind.get_connection() as connection:
        behind._configure_connection(connection)
    behind.log_position.timeline += 1
    with (
        behind.get_connection() as connection,
        pytest.raises(psycopg.OperationalError, match="another primary has taken over"),
    ):
        behind._configure_connection(connection)


def test_of_several_hosts_one_that_takes_writes_is_chosen(env: dict[str, str]) -> None:
    several = {"POSTGRES_HOST": f"/nonexistent,{env['POSTGRES_HOST']}", "POSTGRES_PORT": "5432,5432"}
    with Store(WORDS, env | several) as store:
        store.append(ONE, facts(1, 1))
        with datastore(store).get_connection() as connection:
            found = connection.execute("SELECT current_setting('application_name') AS name").fetchone()
            assert found == {"name": "recount"}


def test_a_host_that_lets_in_and_does_not_answer_is_asked_last(
    env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = env["POSTGRES_HOST"], f"{env['POSTGRES_HOST']}/."
    several = {"POSTGRES_HOST": f"{first},{other}", "POSTGRES_PORT": "5432,5432"}
    answering = TimedConnection.execute

    def execute(connection: psycopg.Connection[Any], *asked: Any, **options: Any) -> Any:
        if connection.info.host == first:
            raise psycopg.OperationalError("server login has been failing, try again later")
        return answering(connection, *asked, **options)

    monkeypatch.setattr(TimedConnection, "execute", execute)
    with Store(WORDS, env | several) as store:
        store.append(ONE, facts(1, 1))
        with datastore(store).get_connection() as connection:
            assert connection.info.host == other


def test_pooled_by_transaction_a_store_is_made_written_and_read(env: dict[str, str]) -> None:
    with pgbouncer(env) as pooled, Store(WORDS, pooled) as store, Store(WORDS, pooled) as other:
        for seq in range(1, 9):
            (store, other)[seq % 2].append(ONE, facts(seq, 1))
        assert other.facts(ONE) == facts(1, 8)
        assert store.position() == other.position()


def test_the_lock_of_tasks_is_held_by_one_and_ends_with_its_connection(
    store: Store, env: dict[str, str], postgres: Postgres
) -> None:
    with Store(WORDS, env) as other, postgres.connect() as operator:
        leading = store.database.leader_lock("views:1")
        with pytest.raises(StoreError, match="terminating connection"), leading as held:  # noqa: PT012
            assert held is not None
            held()
            with (
                other.database.leader_lock("views:1") as second,
                other.database.leader_lock("views:2") as third,
            ):
                assert second is None
                assert third is not None, "another release has tasks of its own"
            operator.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'"
            )
            held()
        with other.database.leader_lock("views:1") as taken:
            assert taken is not None


@pytest.mark.parametrize(("cause", "tries"), [(ReadOnlySqlTransaction, 2), (UniqueViolation, 1)])
def test_only_what_was_certainly_not_written_is_written_again(
    cause: Callable[[], Exception], tries: int
) -> None:
    tried: list[int] = []

    @retry_refused_write
    def write() -> None:
        tried.append(1)
        raise InternalError from cause()

    with pytest.raises(InternalError):
        write()
    assert len(tried) == tries
