"""Replicas: readers see no less than they know; one that is away costs nothing, an old one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import NoReturn

import pytest
from eventsourcing.persistence import OperationalError

from service.app import create_app, services_of
from service.bootstrap import Services
from service.database.people import PersonRow
from service.database.postgresql import replicas as postgres_replicas
from service.database.postgresql.pool import CheckedDatastore
from service.eventstore.store import Store, Unavailable
from service.observability import metrics
from service.settings import Settings
from tests import servers
from tests.projections.waiting import until
from tests.servers import Postgres
from tests.service.client import seat_names

from .databases import Reused
from .facts import ONE, OTHER, WORDS, facts

OURS = "FROM pg_stat_activity WHERE application_name = 'recount'"
"""The connections of stores to a server."""


def query_value(server: Postgres, command: str) -> object:
    """Returns what *server* answers to a *command*."""
    with server.connect() as operator:
        found = operator.execute(command.encode()).fetchone()
        assert found is not None
        return found[0]


@pytest.fixture(scope="module")
def standby(postgres: Postgres, database: Reused) -> Iterator[Postgres]:
    """A replica of the server of all tests here."""
    with servers.standby(postgres) as standby:
        yield standby


@pytest.fixture
def env(database: Reused, standby: Postgres) -> dict[str, str]:
    """The environment of a store that reads from the replica."""
    return {**database.emptied(), "POSTGRES_READ_HOST": str(standby.home), "POSTGRES_POOL_SIZE": "1"}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy is waited for, and a replica is asked again at once."""
    monkeypatch.setattr(postgres_replicas, "LEND_TIMEOUT_SECONDS", 5.0)
    monkeypatch.setattr(postgres_replicas, "SUSPENSION_SECONDS", 0.0)


def replica_serves(store: Store) -> bool:
    """Tells whether a replica is what the log is read from now."""
    assert isinstance(store.recorder.datastore, CheckedDatastore)
    with store.recorder.datastore.get_connection() as connection:
        found = connection.execute("SELECT pg_is_in_recovery() AS replica").fetchone()
    assert found is not None
    return bool(found["replica"])


def caught_up(store: Store) -> bool:
    """Tells whether a replica has come as far as *store* knows."""
    with store.database.replica_reads():
        return replica_serves(store)


def test_who_only_reads_reads_from_a_replica_and_who_writes_from_the_primary(store: Store) -> None:
    position = store.append(ONE, facts(1, 3))
    until(lambda: caught_up(store))
    assert not replica_serves(store)
    with store.database.replica_reads() as leave:
        assert store.facts(ONE) == facts(1, 3)
        assert store.position() == position
        assert replica_serves(store)
        store.append(ONE, facts(4, 1))
        assert store.facts(ONE) == facts(1, 4)
        assert not replica_serves(store)
        assert not leave(), "it was left before"


def test_a_replica_that_is_behind_is_not_read_by_who_knows_more(
    store: Store, other: Store, standby: Postgres
) -> None:
    store.append(ONE, facts(1, 1))
    until(lambda: caught_up(store) and bool(other.facts(ONE)) and caught_up(other))
    query_value(standby, "SELECT 1 FROM pg_wal_replay_pause()")
    try:
        position = store.append(ONE, facts(2, 1))
        with store.database.replica_reads():
            assert store.facts(ONE) == facts(1, 2), "who wrote it"
        with other.database.replica_reads():
            assert other.facts(ONE) == facts(1, 1), "who has not heard of it"
            assert replica_serves(other)
        with other.database.replica_reads(), other.database.replica_reads(position):
            assert other.facts(ONE) == facts(1, 2), "who was told of its position"
        with other.database.replica_reads():
            assert other.facts(ONE) == facts(1, 2), "who has read it once"
    finally:
        query_value(standby, "SELECT 1 FROM pg_wal_replay_resume()")
    until(lambda: caught_up(store) and caught_up(other))


def test_a_replica_that_is_lost_while_it_is_read_costs_nothing(store: Store, standby: Postgres) -> None:
    ada = PersonRow("a", "Ada")
    store.people.add_person(ada)
    store.append(ONE, facts(1, 2))
    for read, found in (
        (lambda: store.facts(ONE), facts(1, 2)),
        (lambda: store.people.find_people(["a"]), [ada]),
    ):
        until(lambda: caught_up(store))
        with store.database.replica_reads() as leave:
            assert replica_serves(store)
            query_value(standby, f"SELECT count(pg_terminate_backend(pid, 5000)) {OURS}")
            assert read() == found
            assert not leave(), "it was left when it was lost"


def test_without_a_replica_the_primary_is_read(env: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_replicas, "LEND_TIMEOUT_SECONDS", 0.01)
    with Store(WORDS, env | {"POSTGRES_READ_HOST": "/nonexistent"}) as store:
        store.append(ONE, facts(1, 1))
        with store.database.replica_reads():
            assert store.facts(ONE) == facts(1, 1)


def test_a_database_of_somebody_else_is_not_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    datastore = store.recorder.datastore
    assert isinstance(datastore, CheckedDatastore)
    with monkeypatch.context() as impatient:
        impatient.setattr(postgres_replicas, "LEND_TIMEOUT_SECONDS", 0.05)
        impatient.setattr(datastore.log_position, "system", 1)
        assert not caught_up(store)
    until(lambda: caught_up(store))


def test_over_http_who_may_have_written_says_up_to_where_or_reads_from_the_primary(
    here: Settings, services: Services, standby: Postgres
) -> None:
    opened = services.matches.open_match("arena", {"chapter": 1}, 2)
    app = create_app(here)
    with closing(services_of(app)) as elsewhere:
        until(lambda: caught_up(elsewhere.store))
        api = app.test_client()

        def replica_read(path: str, **headers: str) -> bool:
            before = metrics.READINGS.labels("replica")._value.get()
            assert api.get(path, headers=headers).status_code == 200
            return bool(metrics.READINGS.labels("replica")._value.get() > before)

        assert replica_read(f"/api/v1/matches/{opened.match}/facts/1/scene")
        assert replica_read("/api/v1/facts")
        taken = services.matches.claim_seat(opened.match, 0, opened.claims[0], "Ada", "")
        token, last = f"Bearer {taken.token}", services.repository.load_match(opened.match).match.seq
        moment = f"/api/v1/matches/{opened.match}/facts/{last}/scene"
        assert not replica_read(moment, Authorization=token)
        services.matches.claim_seat(opened.match, 1, opened.claims[1], "Grace", "")  # not known there yet
        after = (
            f"/api/v1/matches/{opened.match}/facts/{last + 1}/scene?min_position={services.store.position()}"
        )
        assert replica_read(after, Authorization=token)
        query_value(standby, "SELECT 1 FROM pg_wal_replay_pause()")
        later = services.matches.open_match("arena", {"chapter": 1}, 2).match
        assert replica_read(f"/api/v1/matches/{later}/facts/1/scene"), (
            "who asks a replica in vain is answered by the primary"
        )
        query_value(standby, "SELECT 1 FROM pg_wal_replay_resume()")


def test_over_http_what_everybody_sees_is_read_on_without_a_primary(
    here: Settings, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = services.matches.open_match("arena", {"chapter": 1}, 2)
    ada = services.matches.claim_seat(opened.match, 0, opened.claims[0], "Ada", "")
    services.matches.claim_seat(opened.match, 1, opened.claims[1], "Grace", "")
    app = create_app(here)
    with closing(services_of(app)) as elsewhere:
        until(lambda: caught_up(elsewhere.store))
        monkeypatch.setattr(CheckedDatastore, "primary_connection", gone)
        api = app.test_client()
        match = f"/api/v1/matches/{opened.match}"
        for path in (
            match,
            f"{match}/facts",
            f"{match}/narration",
            f"{match}/facts/2/scene",
            "/api/v1/facts",
        ):
            assert api.get(path).status_code == 200, path
        assert seat_names(api.get(match).get_json()) == ["Ada", "Grace"]
        own = {"Authorization": f"Bearer {ada.token}"}
        assert api.get(match, headers=own).status_code == 503, "who may have written"
        assert api.get(f"{match}?min_position=1", headers=own).status_code == 200


def gone(_: CheckedDatastore) -> NoReturn:
    """A primary that does not answer."""
    raise OperationalError("there is none")


def test_who_has_met_a_server_that_took_over_refuses_the_one_before_it(
    env: dict[str, str], standby: Postgres
) -> None:
    """Both are primaries then, and have gone apart: nobody who has read one is ever led to the other."""
    env |= {"POSTGRES_CONNECT_TIMEOUT": "1"}
    both = {"POSTGRES_HOST": f"{env['POSTGRES_HOST']},{standby.home}", "POSTGRES_CONNECT_TIMEOUT": "9"}
    with Store(WORDS, env) as one, Store(WORDS, env | both) as other:
        one.append(ONE, facts(1, 1))
        until(lambda: caught_up(one) and caught_up(other))
        query_value(standby, "SELECT pg_promote()")
        with other.database.replica_reads():
            assert other.facts(ONE) == facts(1, 1)
        one.append(ONE, facts(2, 1))
        other.append(OTHER, facts(1, 1))
        assert other.facts(ONE) == facts(1, 1), "what the one before has been told since is not there"
        with one.database.replica_reads():
            assert one.facts(OTHER) == facts(1, 1)
        with pytest.raises(Unavailable):
            one.append(ONE, facts(3, 1))
