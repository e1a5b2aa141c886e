"""Background tasks that one process at a time runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event, Thread
from typing import NamedTuple

from projections.bus import Subscription

from .database.engine import Database
from .eventstore.store import Unavailable, translate_errors
from .observability import logging, metrics

log = logging.logger(__name__)

LOCK_CHECK_SECONDS = 1.0
"""Seconds between two looks whether the lock is still held, or free by now."""
POLL_SECONDS, BACKOFF_SECONDS = 0.5, 1.0
"""Longest wait of a follower of the log for notifications, and its pause after an error."""


class Task(NamedTuple):
    """A named task that runs until an event is set."""

    name: str
    run: Callable[[Event], None]


def follow_log(
    name: str,
    subscription: Subscription,
    stop: Event,
    catch_up: Callable[[Event], None],
    start_over: Callable[[], None],
) -> None:
    """Calls *catch_up* until *stop* is set, after notifications, and *start_over* after its errors.

    The *name* of what waits after an error is logged.
    """
    with subscription:
        while not stop.is_set():
            try:
                catch_up(stop)
            except Exception:
                log.exception(f"{name} wait, and the log is read again")
                start_over()
                stop.wait(BACKOFF_SECONDS)
            else:
                subscription.wait(POLL_SECONDS)


class Tasks:
    """Runs *tasks* while this process holds the lock *name*. Another process takes the lock at its end.

    *wake* wakes waiting tasks, so that they see the end of their work. For a moment two processes may run the
    same task. This does no harm, because each task stores its progress where others see it.
    """

    def __init__(
        self, database: Database, name: str, tasks: Sequence[Task], wake: Callable[[], None]
    ) -> None:
        self._database, self._name, self._tasks, self._wake = database, name, tasks, wake

    def run(self, stop: Event) -> None:
        """Runs the tasks until *stop* is set."""
        while not stop.is_set():
            try:
                with (
                    translate_errors("the lock of tasks"),
                    self._database.leader_lock(self._name) as check_lock,
                ):
                    if check_lock is not None:
                        self._run_tasks(stop, check_lock)
            except Unavailable as lost:
                log.warning("the lock of tasks is away", why=str(lost))
            stop.wait(LOCK_CHECK_SECONDS)

    def _run_tasks(self, stop: Event, check_lock: Callable[[], object]) -> None:
        event = Event()
        threads = [Thread(target=run, args=(event,), name=name, daemon=True) for name, run in self._tasks]
        log.info("works at", tasks=[name for name, _ in self._tasks])
        metrics.WORKING.set(1)
        for thread in threads:
            thread.start()
        try:
            while not stop.wait(LOCK_CHECK_SECONDS):
                check_lock()
        finally:
            metrics.WORKING.set(0)
            event.set()
            self._wake()
            for thread in threads:
                thread.join()
