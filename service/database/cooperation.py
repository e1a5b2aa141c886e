"""Waiting of synchronous code on the event loop.

Greenlets of the loop (`spawn_greenlet`) call `offload` and `FairLock`, and other greenlets run meanwhile. The
same calls block a plain thread.
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


def spawn_greenlet(function: Callable[..., R], *args: Any) -> Coroutine[Any, Any, R]:
    """Returns a coroutine that calls *function* in a greenlet."""
    return greenlet_spawn(function, *args)


def on_loop() -> bool:
    """Returns whether the caller runs in a greenlet of the event loop."""
    return in_greenlet()


def wait_for(awaitable: Awaitable[R]) -> R:
    """Returns the result of *awaitable* to a greenlet; other greenlets run meanwhile."""
    return await_only(awaitable)


def offload(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Returns the result of *function*.

    On the loop another thread calls it, in the caller's context.
    """
    if not in_greenlet():
        return function(*args, **kwargs)
    context = copy_context()
    loop = asyncio.get_running_loop()
    return wait_for(loop.run_in_executor(_disk, lambda: context.run(function, *args, **kwargs)))


class FairLock:
    """Lock for threads and greenlets that serves requests in order."""

    def __init__(self) -> None:
        self._guard, self._is_locked = Lock(), False
        self._waiting = deque[Callable[[], None]]()

    def __enter__(self) -> None:
        if in_greenlet():
            self._take_on_loop()
        else:
            self._take_in_thread()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pass_on()

    def _take_or_queue(self, wake: Callable[[], None]) -> bool:
        """Takes a free lock or queues *wake*. Returns whether the caller must wait."""
        with self._guard:
            if self._is_locked:
                self._waiting.append(wake)
                return True
            self._is_locked = True
            return False

    def _take_in_thread(self) -> None:
        asleep = Lock()
        asleep.acquire()
        if self._take_or_queue(asleep.release):
            try:
                asleep.acquire()
            except BaseException:
                self._give_up(asleep.release)
                raise

    def _take_on_loop(self) -> None:
        loop = asyncio.get_running_loop()
        future = loop.create_future()

        def wake() -> None:
            loop.call_soon_threadsafe(settle_future, future)

        if self._take_or_queue(wake):
            try:
                wait_for(future)
            except BaseException:
                self._give_up(wake)
                raise

    def _give_up(self, wake: Callable[[], None]) -> None:
        """Leaves the queue. Passes the lock on if the caller has just received it."""
        with self._guard:
            if wake in self._waiting:
                self._waiting.remove(wake)
                return
        self._pass_on()

    def _pass_on(self) -> None:
        with self._guard:
            wake = self._waiting.popleft() if self._waiting else None
            self._is_locked = wake is not None
        if wake is not None:
            wake()


def settle_future(future: asyncio.Future[None]) -> None:
    """Wakes the greenlet that waits for *future*, if it still waits."""
    if not future.done():
        future.set_result(None)
