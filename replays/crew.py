"""A crew: processes that work side by side."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


def work(
    do: Callable[[T], R], todo: Iterable[T], jobs: int, sit_down: Callable[..., None], *known: Any
) -> Iterator[R]:
    """Yields what *do* makes of each of *todo*, in its order, as *jobs* processes have done it.

    Each of them begins with *sit_down*, which is told what is *known*: it is too large to be sent along with
    everything there is to do.
    """
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(sit_down, known)) as pool:
        try:
            yield from pool.map(do, todo)
        finally:
            pool.shutdown(cancel_futures=True)


def _begin(sit_down: Callable[..., None], known: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for whoever waits for the work
    sit_down(*known)
