"""A cache of bounded size, which drops what was used least recently."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

T = TypeVar("T")


class LruCache(Generic[T]):
    """Keeps up to *room* things by name; threads may share it, which they may not a cache of the library."""

    def __init__(self, room: int) -> None:
        self._items: LRUCache[str, T] = LRUCache(room)
        self._lock = Lock()

    def get(self, name: str) -> T | None:
        """Returns what is kept under *name*, if anything."""
        with self._lock:
            return self._items.get(name)

    def put(self, name: str, item: T, unless: Callable[[T], bool] = lambda kept: False) -> T:
        """Keeps *item*, unless what is kept already is the better one; returns what is kept now."""
        with self._lock:
            cached = self._items.get(name)
            if cached is not None and unless(cached):
                return cached
            self._items[name] = item
            return item

    def drop(self, name: str | None = None) -> None:
        """Forgets what is kept under *name*, or everything."""
        with self._lock:
            if name is None:
                self._items.clear()
            else:
                self._items.pop(name, None)
