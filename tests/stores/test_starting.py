"""A store knows itself again: by a stamp of its format, whoever opens it and however many at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Thread
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from eventsourcing.sqlite import SQLiteApplicationRecorder

from service.eventstore.recorders.sqlite import SQLiteRecorder
from service.eventstore.stamp import FORMAT, FORMATTED, STAMP
from service.eventstore.store import IncompatibleStore, Store
from tests.servers import Postgres

from .facts import ONE, WORDS, facts


def test_a_stamp_tells_the_format_and_is_no_fact(store: Store, env: dict[str, str]) -> None:
    stamp = store.recorder.select_notifications(None, 1)[0]
    assert (stamp.originator_id, stamp.topic) == (STAMP, FORMATTED)
    assert msgspec.json.decode(stamp.state) == {"format": 1, "headed": 0, "log": store.log_id}
    with Store(WORDS, env) as again:
        assert again.position() == 0
        assert len(again.recorder.select_events(STAMP)) == 1


def test_what_was_written_is_there_when_it_is_opened_again(env: dict[str, str]) -> None:
    with Store(WORDS, env) as store:
        last = store.append(ONE, facts(1, 3))
    with Store(WORDS, env) as again:
        assert again.facts(ONE) == facts(1, 3)
        assert again.position() == last
        assert again.append(ONE, facts(4, 1)) > last


def test_a_store_of_a_newer_format_is_refused(store: Store, env: dict[str, str]) -> None:
    newer = msgspec.json.encode({"format": FORMAT + 1, "since": "tomorrow"})
    store.recorder.insert_events([StoredEvent(STAMP, 2, FORMATTED, newer)])
    with pytest.raises(
        IncompatibleStore, match=r"has format 2.*reads formats up to 1\. Start the version that wrote"
    ):
        Store(WORDS, env)


def test_somebody_elses_database_is_refused(store: Store, env: dict[str, str]) -> None:
    store.recorder.insert_events([StoredEvent("dog", 1, "example:Dog.Registered", b"{}")])
    forget(store, STAMP)
    with pytest.raises(IncompatibleStore, match="no store of Recount"):
        Store(WORDS, env)


def forget(store: Store, stream: str) -> None:
    """Deletes the rows of a stream, which no part of the service does."""
    recorder: Any = store.recorder
    place = "?" if isinstance(recorder, SQLiteRecorder) else "%s"
    with recorder.datastore.transaction(commit=True) as cursor:
        number = f"(SELECT number FROM streams WHERE name = {place})"
        cursor.execute(f"DELETE FROM {recorder.events_table_name} WHERE stream = {number}", (stream,))


def test_a_database_that_cannot_hold_a_store_is_refused() -> None:
    with pytest.raises(
        IncompatibleStore,
        match=r"PERSISTENCE_MODULE is “eventsourcing\.popo”; it may be eventsourcing\.sqlite",
    ):
        Store(WORDS, {"PERSISTENCE_MODULE": "eventsourcing.popo"})


def test_several_processes_may_start_on_a_new_store_at_once(env: dict[str, str]) -> None:
    together = Barrier(6)
    opened: list[Store] = []

    def start() -> None:
        together.wait()
        opened.append(Store(WORDS, env))

    threads = [Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 6
    assert len(opened[0].recorder.select_events(STAMP)) == 1
    for store in opened:
        store.close()


@pytest.fixture(params=["sqlite", "postgres"])
def unmade(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a store that has no table yet."""
    if request.param == "sqlite":
        yield {"SQLITE_DBNAME": str(tmp_path / "unmade.db")}
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    with postgres.database() as env:
        yield env


def test_who_opens_a_store_before_its_events_have_a_table_makes_that(unmade: dict[str, str]) -> None:
    with (
        patch.object(SQLiteApplicationRecorder, "create_table", side_effect=InterruptedError),
        patch.object(PostgresApplicationRecorder, "create_table", side_effect=InterruptedError),
        pytest.raises(InterruptedError),
    ):
        Store(WORDS, unmade)
    with Store(WORDS, unmade) as store:
        assert store.append(ONE, facts(1, 3)) == store.position()


def test_who_opens_a_store_that_another_is_still_making_finds_all_of_it(postgres: Postgres) -> None:
    create, seen = PostgresApplicationRecorder.create_table, list[int]()

    def then_another_opens(recorder: PostgresApplicationRecorder) -> None:
        create(recorder)
        with Store(WORDS, env) as other:
            seen.append(other.position())

    with (
        postgres.database() as env,
        patch.object(PostgresApplicationRecorder, "create_table", then_another_opens),
        Store(WORDS, env) as store,
    ):
        assert store.position() == 0
    assert seen == [0]
