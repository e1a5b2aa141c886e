"""A store that can be read and not written: writes are turned away in words, and reads go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

import psycopg
import pytest
from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool
from flask import Flask
from msgspec.structs import replace

from service.app import create_app, services_of
from service.bootstrap import Services
from service.eventstore.recorders.sqlite import SQLiteRecorder
from service.settings import Settings
from tests.projections.waiting import until
from tests.service.client import Api, json_of


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    """The service, open."""
    app = create_app(replace(settings, runner=True))
    yield app
    services_of(app).close()


@contextmanager
def read_only(services: Services, settings: Settings) -> Iterator[None]:
    """Lets the store take no writes, as its own database says."""
    recorder = services.store.recorder
    if isinstance(recorder, SQLiteRecorder):
        pool = recorder.datastore.pool
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pool, "_create_connection", partial(_reader, pool._create_connection))
            _switch_connections(pool, "on")
            yield
        _switch_connections(pool, "off")
    else:
        _every_session(settings.store, "on")
        yield
        _every_session(settings.store, "off")


def _reader(connect: Callable[[], SQLiteConnection]) -> SQLiteConnection:
    connection = connect()
    connection.cursor().execute("PRAGMA query_only=on")
    return connection


def _switch_connections(pool: SQLiteConnectionPool, switch: str) -> None:
    """Switches all connections of *pool*, those in use too: the lock lets none change places meanwhile."""
    with pool._put_condition:
        for connection in [*pool._pool, *pool._in_use.values()]:
            connection.cursor().execute(f"PRAGMA query_only={switch}")


def _every_session(store: Mapping[str, str], switch: str) -> None:
    name = store["POSTGRES_DBNAME"]
    with psycopg.connect(
        host=store["POSTGRES_HOST"],
        port=store["POSTGRES_PORT"],
        user=store["POSTGRES_USER"],
        dbname="postgres",
        autocommit=True,
    ) as operator:
        operator.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {switch}".encode())
        operator.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])


def test_what_cannot_be_written_can_be_read(app: Flask, settings: Settings) -> None:
    api, services = Api(app), services_of(app)
    pair = api.seat_pair()
    answered = json_of(pair.blue.answers("e1"))
    with read_only(services, settings):
        until(lambda: api.get("/healthz").status_code == 503)
        until(lambda: pair.red.get().status_code == 200)
        writes = [
            pair.red.answers("b7", after=answered["seq"]),
            api.post("/api/v1/matches", {"game": "arena"}),
        ]
        for reply in writes:
            assert (reply.status_code, json_of(reply)["type"]) == (503, "/api/v1/problems/unavailable")
            assert json_of(reply)["detail"] == "The store is out of reach"
            assert reply.headers["Retry-After"] == "1"
        for path in ("", "/facts", "/narration", "/verification", f"/facts/{answered['seq']}/scene"):
            assert pair.red.get(path).status_code == 200
        assert pair.red.looks()["seq"] == answered["seq"]
    until(lambda: api.get("/healthz").status_code == 200)
    assert pair.red.answers("b7", after=answered["seq"]).status_code == 201
    assert json_of(pair.public.get("/verification"))["ok"]
