"""How a greenlet waits for PostgreSQL: with watchers that its connection keeps.

The library makes new ones for each wait, which costs more than a small query does.
"""

from __future__ import annotations

from time import monotonic
from typing import Any, TypeVar

from psycopg import OperationalError
from psycopg.abc import PQGen

R = TypeVar("R")

LOOK = 0.1
"""Seconds after which the library looks around although nothing came, for somebody may have hung up."""
NOTHING = 0


class Watchers:
    """Waits for *descriptor*, in the thread that it was made in."""

    def __init__(self, descriptor: int) -> None:
        from gevent import get_hub

        self._hub, self._descriptor = get_hub(), descriptor
        self._timer = self._hub.loop.timer(LOOK, LOOK)
        self._watchers: dict[int, Any] = {}

    def wait(self, work: PQGen[R], patience: float) -> R:
        """Returns what *work* does; raises `OperationalError` when it takes more than *patience* seconds."""
        deadline = monotonic() + patience
        try:
            wanted = next(work)
            while True:
                wanted = work.send(self._ready(wanted))
                if monotonic() >= deadline:
                    raise OperationalError("nothing came in time")
        except StopIteration as done:
            told: R = done.value
            return told

    def _ready(self, wanted: int) -> Any:
        """Waits for what is *wanted*, 1 to read and 2 to write, or either; returns that, or `NOTHING`."""
        from gevent.hub import Waiter

        watcher = self._watchers.get(wanted)
        if watcher is None:
            watcher = self._watchers[wanted] = self._hub.loop.io(self._descriptor, wanted)
        waiter = Waiter(self._hub)
        watcher.start(waiter.switch, wanted)
        self._timer.again(waiter.switch, NOTHING)
        try:
            return waiter.get()
        finally:
            watcher.stop()
            self._timer.stop()
