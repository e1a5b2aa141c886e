"""Group commit of simultaneous writes in one transaction."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from eventsourcing.persistence import StoredEvent

from ...database import cooperation
from ...database.engine import RowWrite
from ...database.replies import ReplyRow

T = TypeVar("T")
R = TypeVar("R")

MAX_GROUP_WRITES = 64
"""Maximum number of writes in one transaction."""


class StreamAppend(NamedTuple):
    """Events of one stream, with their *head*, the head *before* them, their request and another *row*."""

    events: Sequence[StoredEvent]
    head: bytes
    before: bytes = b""
    reply: ReplyRow | None = None
    row: RowWrite | None = None


class _Pending(Generic[T, R]):
    """Write with its result or error."""

    __slots__ = ("error", "is_settled", "result", "wake", "write")

    def __init__(self, write: T) -> None:
        self.write, self.is_settled = write, False
        self.result: R | None = None
        self.error: BaseException | None = None
        self.wake: Callable[[], object] | None = None

    def settle_with(self, result: R | None = None, error: BaseException | None = None) -> None:
        """Stores the *result* or the *error* and wakes the waiting greenlet."""
        self.result, self.error, self.is_settled = result, error, True
        if self.wake is not None:
            self.wake()

    def get(self) -> R:
        """Returns the result or raises the error."""
        if self.error is not None:
            raise self.error
        assert self.result is not None
        return self.result


class GroupCommit(Generic[T, R]):
    """Group commit of queued writes under *lock*.

    *commit* writes a group in one transaction and returns the result or error of each write. An error raised
    by *commit* means that nothing was written, and reaches each caller of the group.

    On the event loop one task commits, after the loop has decided all requests that it has read. A caller in
    another thread commits all queued writes.
    """

    def __init__(
        self, lock: AbstractContextManager[object], commit: Callable[[Sequence[T]], Sequence[R | Exception]]
    ) -> None:
        self._lock, self._commit = lock, commit
        self._queue: deque[_Pending[T, R]] = deque()
        self._commit_task: asyncio.Task[None] | None = None

    def write(self, write: T) -> R:
        """Returns the result of *write* after the disk has it. Raises its error."""
        pending = _Pending[T, R](write)
        try:
            if cooperation.on_loop():
                self._wait_on_loop(pending)
            else:
                self._queue.append(pending)
                with self._lock:
                    while not pending.is_settled:  # the queue may exceed one group
                        self._commit_group()
        except BaseException:  # a failed write must not happen later
            with suppress(ValueError):
                self._queue.remove(pending)
            raise
        return pending.get()

    def _wait_on_loop(self, pending: _Pending[T, R]) -> None:
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        pending.wake = partial(loop.call_soon_threadsafe, cooperation.settle_future, future)
        self._queue.append(pending)
        if self._commit_task is None or self._commit_task.done():
            self._commit_task = loop.create_task(self._commit_in_task())
        cooperation.wait_for(future)

    async def _commit_in_task(self) -> None:
        await asyncio.sleep(0)
        await cooperation.spawn_greenlet(self._commit_all)

    def _commit_all(self) -> None:
        while self._queue:
            with self._lock:
                if self._queue:  # an earlier owner of the lock may have committed all
                    self._commit_group()

    def _commit_group(self) -> None:
        group = [self._queue.popleft() for _ in range(min(MAX_GROUP_WRITES, len(self._queue)))]
        try:
            results = self._commit([pending.write for pending in group])
        except BaseException as error:
            for pending in group:
                pending.settle_with(error=error)
            return
        for pending, result in zip(group, results, strict=True):
            if isinstance(result, Exception):
                pending.settle_with(error=result)
            else:
                pending.settle_with(result)
