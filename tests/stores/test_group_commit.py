"""What several write at the same time goes to the disk together, and each is told of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Lock
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from service.eventstore.recorders import group_commit
from service.eventstore.recorders.group_commit import GroupCommit
from service.eventstore.store import Conflict, Store, Unavailable

from .facts import ONE, OTHER, WORDS, facts


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    here = {"SQLITE_DBNAME": str(tmp_path / "recount.db")}
    with Store(
        WORDS, here if request.param == "sqlite" else request.getfixturevalue("postgres_env")
    ) as opened:
        yield opened


class OnceAllWait:
    """A lock that nobody gets before so many have come for it."""

    def __init__(self, count: int) -> None:
        self._come, self._lock = Barrier(count), Lock()

    def __enter__(self) -> None:
        self._come.wait(30)
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def written_at_once(
    store: Store, appends: Sequence[tuple[str, list[Any]]], spoiled: Exception | None = None
) -> tuple[list[Future[int]], list[int]]:
    """Appends all at once; returns what became of each, and how many went into each transaction."""
    recorder: Any = store.recorder
    write, groups = recorder._commit, list[int]()

    def commit(group: Sequence[Any]) -> Any:
        groups.append(len(group))
        if spoiled:
            raise spoiled
        return write(group)

    recorder._group = GroupCommit(OnceAllWait(len(appends)), commit)
    with ThreadPoolExecutor(len(appends)) as writers:
        return [writers.submit(store.append, *append) for append in appends], groups


def test_writers_who_wait_share_a_transaction(store: Store) -> None:
    matches = [f"{ONE[:-1]}{i}" for i in range(8)]
    came, groups = written_at_once(store, [(match, facts(1, 3)) for match in matches])
    assert groups == [8]
    assert sorted(told.result() for told in came) == [4 + 3 * i for i in range(8)]  # the stamp is first
    assert all(store.facts(match) == facts(1, 3) for match in matches)


def test_more_may_wait_than_go_together(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "MAX_GROUP_WRITES", 3)
    matches = [f"{ONE[:-1]}{i}" for i in range(8)]
    came, groups = written_at_once(store, [(match, facts(1, 1)) for match in matches])
    assert groups == [3, 3, 2]
    assert all(told.result() for told in came)
    assert all(store.facts(match) == facts(1, 1) for match in matches)


def test_a_conflict_of_one_is_told_to_it_alone(store: Store) -> None:
    store.append(ONE, facts(1, 2))
    came, groups = written_at_once(store, [(ONE, facts(2, 4)), (OTHER, facts(1, 5)), (ONE, facts(5, 1))])
    assert groups == [3]
    stale, fine, early = came
    assert isinstance(stale.exception(), Conflict)
    assert isinstance(early.exception(), Conflict)
    assert fine.result() == store.position()
    assert store.facts(ONE) == facts(1, 2)
    assert store.facts(OTHER) == facts(1, 5)


def test_of_two_who_write_the_same_fact_at_once_one_does(store: Store) -> None:
    came, groups = written_at_once(store, [(ONE, facts(1, 2)), (ONE, facts(1, 2))])
    assert groups == [2]
    assert sorted(type(told.exception()).__name__ for told in came) == ["Conflict", "NoneType"]
    assert store.facts(ONE) == facts(1, 2)


def test_when_nothing_can_be_written_all_are_told(store: Store) -> None:
    both = [(ONE, facts(1, 2)), (OTHER, facts(1, 2))]
    came, _ = written_at_once(store, both, OperationalError("disk I/O error"))
    for told in came:
        assert isinstance(told.exception(), Unavailable)
    assert store.facts(ONE) == store.facts(OTHER) == []
