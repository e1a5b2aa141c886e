"""The store: all of an append or nothing of it, one order for all matches, and safe with several writers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Thread

import msgspec
import pytest
from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteDatastore

from domain.notation import vocabulary
from domain.words import Answered, Asked, Fact, Resolved
from service import ids
from service.recorders import SQLiteRecorder
from service.store import FORMAT, FORMATTED, STAMP, Conflict, Store, Unavailable, WrongStore

WORDS = vocabulary((Asked, Answered, Resolved))
ONE, OTHER = "1NG2V9SR8ZY8", "1NG2V9SR8ZY9"


def facts(first: int, count: int) -> list[Fact]:
    """Returns *count* facts, numbered from *first*."""
    return [
        Fact(seq, seq - 1, "SA-1", Asked(0, "which", ("e1", "f1"))) for seq in range(first, first + count)
    ]


@pytest.fixture(params=["sqlite", "postgres"])
def env(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The environment of a new store."""
    if request.param == "sqlite":
        return {"SQLITE_DBNAME": str(tmp_path / "recount.db")}
    chosen: dict[str, str] = request.getfixturevalue("postgres_env")
    return chosen


@pytest.fixture
def store(env: dict[str, str]) -> Iterator[Store]:
    """A new store."""
    with Store(WORDS, env) as store:
        yield store


def test_what_is_appended_is_read_back(store: Store) -> None:
    store.append(ONE, facts(1, 5))
    assert store.facts(ONE) == facts(1, 5)
    assert store.facts(ONE, after=2) == facts(3, 3)
    assert store.facts(ONE, after=1, upto=3) == facts(2, 2)
    assert store.facts(OTHER) == []


def test_positions_number_the_facts_of_all_matches(store: Store) -> None:
    first = store.append(ONE, facts(1, 2))
    second = store.append(OTHER, facts(1, 1))
    third = store.append(ONE, facts(3, 2))
    assert first < second < third == store.position()
    recorded = store.read(0, 10)
    assert [(r.match, r.fact.seq) for r in recorded] == [(ONE, 1), (ONE, 2), (OTHER, 1), (ONE, 3), (ONE, 4)]
    assert [r.position for r in recorded] == sorted({r.position for r in recorded})
    assert recorded[1].position == first
    assert store.read(first, 1) == [recorded[2]]
    assert store.read(third, 10) == []


def test_a_card_set_is_kept_beside_the_log_and_takes_no_position_in_it(
    store: Store, env: dict[str, str]
) -> None:
    last = store.append(ONE, facts(1, 1))
    assert store.kept("d1") is None
    store.keep("d1", b"{}")
    store.keep("d2", b'{"hp":9}')
    assert (store.kept("d1"), store.kept("d2")) == (b"{}", b'{"hp":9}')
    assert store.position() == last
    assert len(store.read(0, 10)) == 1
    with Store(WORDS, env) as again:
        assert again.kept("d2") == b'{"hp":9}'


def test_what_was_kept_first_stays(store: Store, env: dict[str, str]) -> None:
    store.keep("d1", b"first")
    with Store(WORDS, env) as other:
        other.keep("d1", b"second")
        assert other.kept("d1") == store.kept("d1") == b"first"


def test_a_new_store_has_no_facts(store: Store) -> None:
    assert store.position() == 0
    assert store.read(0, 1) == []


def test_the_slower_of_two_writers_is_told_and_nothing_of_it_is_kept(
    store: Store, env: dict[str, str]
) -> None:
    store.append(ONE, facts(1, 2))
    with Store(WORDS, env) as second:
        second.append(ONE, facts(3, 1))
    before = store.position()
    with pytest.raises(Conflict, match="Somebody was faster"):
        store.append(ONE, facts(3, 4))
    assert store.facts(ONE) == facts(1, 3)
    assert store.position() == before


def test_a_stamp_tells_the_format_and_is_no_fact(store: Store, env: dict[str, str]) -> None:
    stamp = store.recorder.select_notifications(None, 1)[0]
    assert (stamp.originator_id, stamp.topic, stamp.state) == (STAMP, FORMATTED, b'{"format":1}')
    with Store(WORDS, env) as again:
        assert again.position() == 0
        assert len(again.recorder.select_events(STAMP)) == 1


def test_a_store_of_a_newer_format_is_refused(store: Store, env: dict[str, str]) -> None:
    newer = msgspec.json.encode({"format": FORMAT + 1, "since": "tomorrow"})
    store.recorder.insert_events([StoredEvent(STAMP, 2, FORMATTED, newer)])
    with pytest.raises(
        WrongStore, match=r"has format 2.*reads formats up to 1\. Start the version that wrote"
    ):
        Store(WORDS, env)


def test_somebody_elses_database_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "other.db")
    recorder = SQLiteRecorder(SQLiteDatastore(path, originator_id_type="text"))
    recorder.create_table()
    recorder.insert_events([StoredEvent("dog", 1, "example:Dog.Registered", b"{}")])
    with pytest.raises(WrongStore, match="no store of Recount"):
        Store(WORDS, {"SQLITE_DBNAME": path})


def test_a_database_that_cannot_hold_a_store_is_refused() -> None:
    with pytest.raises(
        WrongStore, match=r"PERSISTENCE_MODULE is “eventsourcing\.popo”; it may be eventsourcing\.sqlite"
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


WRITER = """
import sys
from domain.words import Asked, Fact
from domain.notation import vocabulary
from service.store import Store

match, *pairs = sys.argv[1:]
with Store(vocabulary([Asked]), dict(pair.split("=", 1) for pair in pairs)) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    for seq in range(1, 201):
        store.append(match, [Fact(seq, seq - 1, "SA-1", Asked(0, "which", ("e1", "f1")))])
"""


def test_two_processes_write_side_by_side(store: Store, env: dict[str, str]) -> None:
    command = [sys.executable, "-c", WRITER]
    settings = [f"{name}={value}" for name, value in env.items()]
    writers = [
        subprocess.Popen(
            [*command, match, *settings], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for match in (ONE, OTHER)
    ]
    for writer in writers:
        assert writer.stdout
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate(timeout=60)
        assert writer.returncode == 0
    assert store.facts(ONE) == store.facts(OTHER) == facts(1, 200)
    assert len(store.read(0, 1000)) == 400


ENDLESS = """
import sys
from itertools import count
from domain.words import Asked, Fact
from domain.notation import vocabulary
from service.store import Store

match, *pairs = sys.argv[1:]
question = Asked(0, "which", ("e1", "f1"))
with Store(vocabulary([Asked]), dict(pair.split("=", 1) for pair in pairs)) as store:
    for first in count(1, 5):
        store.append(match, [Fact(seq, seq - 1, "SA-1", question) for seq in range(first, first + 5)])
        print(first + 4, flush=True)
"""


def test_what_was_acknowledged_survives_a_killed_process(store: Store, env: dict[str, str]) -> None:
    settings = [f"{name}={value}" for name, value in env.items()]
    with subprocess.Popen(
        [sys.executable, "-c", ENDLESS, ONE, *settings], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout
        for _ in range(50):
            writer.stdout.readline()
        writer.kill()
        acknowledged = [line for line in writer.stdout if line.endswith("\n")]
    kept = store.facts(ONE)
    assert len(kept) >= int(acknowledged[-1] if acknowledged else 250)
    assert kept == facts(1, len(kept))
    assert len(kept) % 5 == 0


def test_a_reader_never_finds_facts_before_those_already_read(store: Store) -> None:
    done: list[str] = []

    def write(match: str) -> None:
        for seq in range(1, 101):
            store.append(match, facts(seq, 1))
        done.append(match)

    writers = [Thread(target=write, args=(ids.new(0),)) for _ in range(4)]
    for writer in writers:
        writer.start()
    after, read = 0, 0
    while read < 400:
        for recorded in store.read(after, 50):
            assert recorded.position > after
            after, read = recorded.position, read + 1
        assert len(done) < 4 or store.read(after, 1) or read == 400
    for writer in writers:
        writer.join()


def test_sqlite_writes_every_append_to_the_disk(tmp_path: Path) -> None:
    with Store(WORDS, {"SQLITE_DBNAME": str(tmp_path / "recount.db")}) as store:
        recorder = store.recorder
        assert isinstance(recorder, SQLiteRecorder)
        with recorder.datastore.get_connection(commit=True) as writing:
            writing.cursor().execute("PRAGMA synchronous=OFF")
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
