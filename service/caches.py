"""Bounded caches of the service.

The section “Caches” of `ops/extend.md` lists the caches of matches, views and replies, with size and
invalidation.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

T = TypeVar("T")


class LruCache(Generic[T]):
    """LRU cache of up to *room* items by name. Threads may share it, unlike that of the library."""

    def __init__(self, room: int) -> None:
        self._items: LRUCache[str, T] = LRUCache(room)
        self._lock = Lock()

    def get(self, name: str) -> T | None:
        """Returns the item of *name*, if the cache has it."""
        with self._lock:
            return self._items.get(name)

    def put(self, name: str, item: T, unless: Callable[[T], bool] = lambda cached: False) -> T:
        """Caches *item*, unless the present item is better. Returns the cached item."""
        with self._lock:
            cached = self._items.get(name)
            if cached is not None and unless(cached):
                return cached
            self._items[name] = item
            return item

    def drop(self, name: str | None = None) -> None:
        """Removes the item of *name*, or all items."""
        with self._lock:
            if name is None:
                self._items.clear()
            else:
                self._items.pop(name, None)
