"""Group commit: writes that arrive together go to the disk in one transaction."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import Generic, TypeVar

from ...database import cooperation

T = TypeVar("T")
R = TypeVar("R")

LARGEST_GROUP = 64
"""The most writes of one transaction."""


class _Pending(Generic[T, R]):
    """A write, and its result or error once it is done."""

    __slots__ = ("done", "error", "result", "wake", "write")

    def __init__(self, write: T) -> None:
        self.write, self.done = write, False
        self.result: R | None = None
        self.error: BaseException | None = None
        self.wake: Callable[[], object] | None = None

    def settle(self, result: R | None = None, error: BaseException | None = None) -> None:
        """Takes the *result* or the *error*, and wakes the greenlet that waits for it."""
        self.result, self.error, self.done = result, error, True
        if self.wake is not None:
            self.wake()

    def get(self) -> R:
        """Returns the result; raises the error."""
        if self.error is not None:
            raise self.error
        assert self.result is not None
        return self.result


class GroupCommit(Generic[T, R]):
    """Commits the writes of all callers that wait in groups, under *lock*.

    *commit* writes a group in one transaction and returns the result of each write, or the error of that
    write alone. An error that *commit* raises wrote nothing, and reaches each caller of the group.

    On the event loop one task commits: it first lets the loop decide all requests that it has read. A caller
    in another thread commits for all who wait.
    """

    def __init__(
        self, lock: AbstractContextManager[object], commit: Callable[[Sequence[T]], Sequence[R | Exception]]
    ) -> None:
        self._lock, self._commit = lock, commit
        self._queue: deque[_Pending[T, R]] = deque()
        self._flushing: asyncio.Task[None] | None = None

    def write(self, write: T) -> R:
        """Returns the result of *write* once the disk has it; raises its error."""
        pending = _Pending[T, R](write)
        try:
            if cooperation.on_loop():
                self._wait_on_loop(pending)
            else:
                self._queue.append(pending)
                with self._lock:
                    while not pending.done:  # more may wait than one group holds
                        self._commit_group()
        except BaseException:  # a write whose caller learns of a failure must not happen later
            with suppress(ValueError):
                self._queue.remove(pending)
            raise
        return pending.get()

    def _wait_on_loop(self, pending: _Pending[T, R]) -> None:
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        pending.wake = partial(loop.call_soon_threadsafe, cooperation.settle, future)
        self._queue.append(pending)
        if self._flushing is None or self._flushing.done():
            self._flushing = loop.create_task(self._flush())
        cooperation.wait_for(future)

    async def _flush(self) -> None:
        await asyncio.sleep(0)
        await cooperation.run(self._drain)

    def _drain(self) -> None:
        while self._queue:
            with self._lock:
                if self._queue:  # a thread that had the lock before commits for all who wait
                    self._commit_group()

    def _commit_group(self) -> None:
        group = [self._queue.popleft() for _ in range(min(LARGEST_GROUP, len(self._queue)))]
        try:
            results = self._commit([pending.write for pending in group])
        except BaseException as error:
            for pending in group:
                pending.settle(error=error)
            return
        for pending, result in zip(group, results, strict=True):
            if isinstance(result, Exception):
                pending.settle(error=result)
            else:
                pending.settle(result)
