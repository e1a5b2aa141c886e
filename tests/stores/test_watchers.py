"""Greenlets wait for PostgreSQL with watchers that the connection keeps, and others go on meanwhile."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from socket import socket, socketpair
from typing import Any

import gevent
import pytest
from psycopg import OperationalError

from service.database import postgres_watchers
from service.database.postgres_watchers import NOTHING, Watchers

READ, WRITE = 1, 2


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[socket, socket]]:
    """A connection, by its two ends; it is looked at soon."""
    monkeypatch.setattr(postgres_watchers, "LOOK", 0.01)
    one, other = socketpair()
    with one, other:
        yield one, other


def test_a_greenlet_waits_for_what_is_wanted_while_others_go_on(ends: tuple[socket, socket]) -> None:
    ours, theirs = ends
    came: list[int] = []

    def work() -> Generator[Any, Any, bytes]:
        came.append((yield WRITE))
        came.append((yield READ | WRITE))
        while came[-1] != READ:
            came.append((yield READ))
        return ours.recv(9)

    watchers = Watchers(ours.fileno())
    for told in (b"one", b"two"):
        came.clear()
        waiting = gevent.spawn(watchers.wait, work(), 5.0)
        gevent.sleep(0.05)
        assert not waiting.ready()
        assert came[:3] == [WRITE, READ | WRITE, NOTHING], "what is silent is looked at now and then"
        theirs.send(told)
        assert waiting.get() == told


def test_nobody_waits_longer_than_is_allowed_and_nothing_goes_on_after_that(
    ends: tuple[socket, socket],
) -> None:
    ours, theirs = ends

    def work(wanted: int) -> Generator[Any, Any, int]:
        while not (found := (yield wanted)):
            pass
        return int(found)

    watchers = Watchers(ours.fileno())
    with pytest.raises(OperationalError, match="nothing came in time"):
        watchers.wait(work(READ), 0.05)
    theirs.send(b"late")
    assert watchers.wait(work(READ), 5.0) == READ
