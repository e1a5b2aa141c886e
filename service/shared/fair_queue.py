"""A queue that is fair to the owners of its items."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class FairQueue(Generic[K, T]):
    """Items by rank and owner. The owner with the least work goes first, and among equals the earliest.

    Items of a lower rank precede all others. *spent_work* returns the work of an owner. Its users lock it.
    """

    def __init__(self, spent_work: Callable[[K], float]) -> None:
        self._spent_work = spent_work
        self._items: dict[tuple[int, K], deque[tuple[int, T]]] = {}
        self._numbers = count()

    def __len__(self) -> int:
        return sum(map(len, self._items.values()))

    def add_item(self, owner: K, item: T, rank: int = 0) -> None:
        """Adds *item*, as the last one of its *owner*."""
        self._items.setdefault((rank, owner), deque()).append((next(self._numbers), item))

    def take_item(self, admits: Callable[[K], bool] = lambda owner: True) -> T | None:
        """Removes and returns the next item of an owner that *admits* accepts, if there is one."""
        waiting = [key for key in self._items if admits(key[1])]
        if not waiting:
            return None
        key = min(waiting, key=lambda key: (key[0], self._spent_work(key[1]), self._items[key][0][0]))
        _, item = self._items[key].popleft()
        if not self._items[key]:
            del self._items[key]
        return item

    def remove_item(self, owner: K, item: T, rank: int = 0) -> None:
        """Removes *item* of *owner*, if it still waits."""
        items = self._items.get((rank, owner), deque())
        self._items[rank, owner] = deque(entry for entry in items if entry[1] is not item)
        if not self._items[rank, owner]:
            del self._items[rank, owner]
