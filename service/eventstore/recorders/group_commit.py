"""Group commit: what several callers write at the same time goes to the disk in one transaction."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from typing import Generic, TypeVar

from ...database.cooperation import cooperative

T = TypeVar("T")
R = TypeVar("R")

MOST = 64
"""How many writes go into one transaction."""


class _Waiting(Generic[T, R]):
    """A write, and what became of it."""

    __slots__ = ("error", "result", "write")

    def __init__(self, write: T) -> None:
        self.write = write
        self.result: R | None = None
        self.error: BaseException | None = None


class GroupCommit(Generic[T, R]):
    """Hands the writes of all callers that wait to whoever has the *lock*, who commits them together.

    *commit* writes them in one transaction, and returns what each has come to: a result, or the error that
    it alone ended with. If it raises, nothing was written, and each caller is told so.
    """

    def __init__(
        self, lock: AbstractContextManager[object], commit: Callable[[Sequence[T]], Sequence[R | Exception]]
    ) -> None:
        self._lock, self._commit = lock, commit
        self._queue: deque[_Waiting[T, R]] = deque()
        self._cooperative = cooperative()

    def write(self, write: T) -> R:
        """Returns what a *write* has come to once it is committed; raises the error it ended with."""
        mine = _Waiting[T, R](write)
        self._queue.append(mine)
        try:
            with self._lock:
                while mine.result is None and mine.error is None:  # more may wait than go together
                    if self._cooperative:  # others queue up by themselves while somebody commits
                        time.sleep(0)  # whoever is about to write, too, comes along
                    self._commit_waiting()
        except BaseException:  # of what its caller was told has failed, nothing is written later
            with suppress(ValueError):
                self._queue.remove(mine)
            raise
        if mine.error is not None:
            raise mine.error
        assert mine.result is not None
        return mine.result

    def _commit_waiting(self) -> None:
        group = [self._queue.popleft() for _ in range(min(MOST, len(self._queue)))]
        try:
            came = self._commit([waiting.write for waiting in group])
        except BaseException as error:
            for waiting in group:
                waiting.error = error
            return
        for waiting, told in zip(group, came, strict=True):
            if isinstance(told, Exception):
                waiting.error = told
            else:
                waiting.result = told
