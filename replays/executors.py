"""Work for any `concurrent.futures.Executor`: the same results in the same order, however many work."""

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

AHEAD = 4
"""How many calls wait for each process, so that none is idle."""
DEATHS = 3
"""So many times in a row processes may die before it is the work that kills them."""


class Workers(NamedTuple):
    """Who works: `start` returns an executor, another one if its processes die; `ahead` calls wait there."""

    start: Callable[[], Executor]
    ahead: int


class Serial(Executor):
    """Does each call at once, in this process."""

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Returns a future that is done."""
        done: Future[R] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


def processes(jobs: int) -> Workers:
    """Returns so many processes of this machine; one is this process itself."""
    if jobs == 1:
        return Workers(Serial, 1)
    return Workers(partial(ProcessPoolExecutor, jobs, initializer=_undisturbed), AHEAD * jobs)


def spread(do: Callable[[T], R], todo: Iterable[T], workers: Workers) -> Iterator[R]:
    """Yields what *do* makes of each of *todo*, in its order, as *workers* have done it.

    What was under way in a process that died is done again. Raises `BrokenExecutor` when that goes on, and
    what *do* raises. All that is sent has to be picklable.
    """
    rest, waiting = iter(todo), deque[tuple[T, Future[R]]]()
    executor, deaths = workers.start(), 0
    try:
        while True:
            more = islice(rest, workers.ahead - len(waiting))
            waiting.extend((one, _begun(executor, do, one)) for one in more)
            if not waiting:
                return
            try:
                result = waiting[0][1].result()
            except BrokenExecutor:
                deaths += 1
                if deaths == DEATHS:
                    raise
                executor.shutdown()
                executor = workers.start()
                waiting = deque(
                    (one, future if _succeeded(future) else _begun(executor, do, one))
                    for one, future in waiting
                )
            else:
                deaths = 0
                waiting.popleft()
                yield result
    finally:
        for _, future in waiting:
            future.cancel()
        executor.shutdown()


def knowing(do: Callable[[K, T], R], learn: Callable[..., K], *told: Any) -> Callable[[T], R]:
    """Returns *do* as a call of one argument, whose first is what *learn* makes of what is *told*.

    A process learns it once: it may take longer than a call.
    """
    return partial(_knowing, do, pickle.dumps((learn, told)))


def _knowing(do: Callable[[Any, T], R], told: bytes, one: T) -> R:
    return do(_learnt(told), one)


@lru_cache(maxsize=1)
def _learnt(told: bytes) -> Any:
    learn, known = pickle.loads(told)
    return learn(*known)


def _begun(executor: Executor, do: Callable[[T], R], one: T) -> Future[R]:
    try:
        return executor.submit(do, one)
    except BrokenExecutor as broken:
        failed: Future[R] = Future()
        failed.set_exception(broken)
        return failed


def _succeeded(future: Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _undisturbed() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for whoever waits for the work
