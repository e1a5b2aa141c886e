"""What SQLite alone has to be told to do: to write to the disk, and to say that it is busy."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.eventstore.recorders.sqlite import SQLiteRecorder
from service.eventstore.store import Store, Unavailable

from .facts import ONE, WORDS, facts


def test_sqlite_writes_every_append_to_the_disk(tmp_path: Path) -> None:
    with Store(WORDS, {"SQLITE_DBNAME": str(tmp_path / "recount.db")}) as store:
        recorder = store.recorder
        assert isinstance(recorder, SQLiteRecorder)
        store.append(ONE, facts(1, 1))
        with recorder.datastore.get_connection(commit=True) as writing:
            cursor = writing.cursor()
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone()[0] == 2
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone()[0] == "wal"


def test_a_store_that_another_process_holds_is_told_as_such(tmp_path: Path) -> None:
    env = {"SQLITE_DBNAME": str(tmp_path / "recount.db"), "SQLITE_LOCK_TIMEOUT": "1"}
    with Store(WORDS, env) as store, Store(WORDS, env) as other:
        assert isinstance(other.recorder, SQLiteRecorder)
        with other.recorder.datastore.transaction(commit=False) as cursor:
            cursor.execute("UPDATE stored_events SET topic = topic")
            with pytest.raises(Unavailable, match=r"cannot be reached or is busy \(database is locked\)"):
                store.append(ONE, facts(1, 1))
            with pytest.raises(Unavailable):
                store.check_writable()
        store.append(ONE, facts(1, 1))
        store.check_writable()
