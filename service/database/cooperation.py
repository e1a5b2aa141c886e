"""How synchronous code waits on the event loop: its greenlet steps aside, and the loop serves others.

Code in a greenlet of the loop (`run`) calls `offload` and `Turn`; the same calls block a plain thread.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from threading import Lock
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from sqlalchemy.util import await_only, greenlet_spawn
from sqlalchemy.util.concurrency import in_greenlet

P = ParamSpec("P")
R = TypeVar("R")

DISK_THREADS = 16
"""Threads that wait for disks and databases on behalf of greenlets."""

_disk = ThreadPoolExecutor(DISK_THREADS, thread_name_prefix="disk")


def run(function: Callable[..., R], *args: Any) -> Coroutine[Any, Any, R]:
    """Returns the coroutine that calls *function* in a greenlet, which may step aside."""
    return greenlet_spawn(function, *args)


def on_loop() -> bool:
    """Tells whether the caller runs in a greenlet of the event loop."""
    return in_greenlet()


def wait_for(awaitable: Awaitable[R]) -> R:
    """Returns the result of *awaitable* to a greenlet of the loop, which serves others meanwhile."""
    return await_only(awaitable)


def offload(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Returns the result of *function*; on the loop another thread calls it, in the caller's context."""
    if not in_greenlet():
        return function(*args, **kwargs)
    context = copy_context()
    loop = asyncio.get_running_loop()
    return wait_for(loop.run_in_executor(_disk, lambda: context.run(function, *args, **kwargs)))


class Turn:
    """A lock for threads and greenlets, which get it in the order of their requests."""

    def __init__(self) -> None:
        self._guard, self._held = Lock(), False
        self._waiting = deque[Callable[[], None]]()

    def __enter__(self) -> None:
        if in_greenlet():
            self._take_on_loop()
        else:
            self._take()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pass_on()

    def _queue(self, wake: Callable[[], None]) -> bool:
        """Takes the free lock, or queues *wake* for it; tells whether the caller has to wait."""
        with self._guard:
            if self._held:
                self._waiting.append(wake)
                return True
            self._held = True
            return False

    def _take(self) -> None:
        asleep = Lock()
        asleep.acquire()
        if self._queue(asleep.release):
            try:
                asleep.acquire()
            except BaseException:
                self._give_up(asleep.release)
                raise

    def _take_on_loop(self) -> None:
        loop = asyncio.get_running_loop()
        future = loop.create_future()

        def wake() -> None:
            loop.call_soon_threadsafe(settle, future)

        if self._queue(wake):
            try:
                wait_for(future)
            except BaseException:
                self._give_up(wake)
                raise

    def _give_up(self, wake: Callable[[], None]) -> None:
        """Leaves the queue; passes the lock on where it was handed over already."""
        with self._guard:
            if wake in self._waiting:
                self._waiting.remove(wake)
                return
        self._pass_on()

    def _pass_on(self) -> None:
        with self._guard:
            wake = self._waiting.popleft() if self._waiting else None
            self._held = wake is not None
        if wake is not None:
            wake()


def settle(future: asyncio.Future[None]) -> None:
    """Wakes the greenlet that waits for *future*, unless it waits no longer."""
    if not future.done():
        future.set_result(None)
