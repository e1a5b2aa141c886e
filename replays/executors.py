"""Maps calls over an `Executor` with the same results in the same order for any number of workers."""

from __future__ import annotations

import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from functools import lru_cache, partial
from itertools import islice
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
K = TypeVar("K")
R = TypeVar("R")

CALLS_PER_PROCESS = 4
"""The number of queued calls for each process, so that none is idle."""
MAX_DEATHS = 3
"""The number of consecutive crashes after which the work itself is to blame."""


class Workers(NamedTuple):
    """A factory of executors, called again after a crash, with a limit of queued calls."""

    start: Callable[[], Executor]
    max_waiting: int


class Serial(Executor):
    """Runs each call at once in this process."""

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Returns a completed future."""
        future: Future[R] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def process_workers(jobs: int) -> Workers:
    """Returns *jobs* processes of this machine; a single one is this process itself."""
    if jobs == 1:
        return Workers(Serial, 1)
    return Workers(
        partial(ProcessPoolExecutor, jobs, initializer=_ignore_interrupts), CALLS_PER_PROCESS * jobs
    )


def map_in_order(do: Callable[[T], R], todo: Iterable[T], workers: Workers) -> Iterator[R]:
    """Yields the results of *do* for *todo* in order.

    Calls of a crashed process are repeated. Raises `BrokenExecutor` after repeated crashes, and the errors
    of *do*. Arguments and results must be picklable.
    """
    remaining, waiting = iter(todo), deque[tuple[T, Future[R]]]()
    executor, deaths = workers.start(), 0
    try:
        while True:
            batch = islice(remaining, workers.max_waiting - len(waiting))
            waiting.extend((item, _submit(executor, do, item)) for item in batch)
            if not waiting:
                return
            try:
                result = waiting[0][1].result()
            except BrokenExecutor:
                deaths += 1
                if deaths == MAX_DEATHS:
                    raise
                executor.shutdown()
                executor = workers.start()
                waiting = deque(
                    (item, future if _succeeded(future) else _submit(executor, do, item))
                    for item, future in waiting
                )
            else:
                deaths = 0
                waiting.popleft()
                yield result
    finally:
        for _, future in waiting:
            future.cancel()
        executor.shutdown()


def with_shared_state(do: Callable[[K, T], R], learn: Callable[..., K], *args: Any) -> Callable[[T], R]:
    """Returns *do* with its first argument built by *learn*, once in each process."""
    return partial(_call_with_state, do, pickle.dumps((learn, args)))


def _call_with_state(do: Callable[[Any, T], R], pickled: bytes, item: T) -> R:
    return do(_shared_state(pickled), item)


@lru_cache(maxsize=1)
def _shared_state(pickled: bytes) -> Any:
    learn, args = pickle.loads(pickled)
    return learn(*args)


def _submit(executor: Executor, do: Callable[[T], R], item: T) -> Future[R]:
    try:
        return executor.submit(do, item)
    except BrokenExecutor as broken:
        failed: Future[R] = Future()
        failed.set_exception(broken)
        return failed


def _succeeded(future: Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for whoever waits for the work
