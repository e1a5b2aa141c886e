"""Fixed windows for the cost of each client, in this process or in Redis."""

from __future__ import annotations

import time
from threading import Lock
from typing import Any, NamedTuple

from limits.storage import RedisStorage, storage_from_string

from ...database.cooperation import offload
from ...observability import logging

log = logging.logger(__name__)

REDIS_TIMEOUT_SECONDS = 0.3
BACKOFF_SECONDS = 2.0
"""How long a process counts by itself after Redis failed it."""
SWEEP_SECONDS = 60.0
"""Seconds between two removals of expired windows."""
MAX_ENDS = 50_000
"""The most ends of windows in Redis that a process remembers."""


def open_windows(redis_url: str) -> ProcessWindows | SharedWindows:
    """Returns the windows in Redis, or those of this process without one."""
    return SharedWindows(redis_url) if redis_url else ProcessWindows()


class Window(NamedTuple):
    """The state of a window after a charge, with its cost and its end by the monotonic clock."""

    cost: int
    ends_at: float


class ProcessWindows:
    """The windows of this process. Its threads share them."""

    def __init__(self) -> None:
        self._windows: dict[str, Window] = {}
        self._lock = Lock()
        self._sweep_at = 0.0

    def charge(self, key: str, cost: int, seconds: int) -> Window:
        """Adds *cost* to the window of *key*. It lasts *seconds* from its first charge."""
        now = time.monotonic()
        with self._lock:
            if now >= self._sweep_at:
                self._windows = {key: window for key, window in self._windows.items() if window.ends_at > now}
                self._sweep_at = now + SWEEP_SECONDS
            window = self._windows.get(key)
            if window is None or window.ends_at <= now:
                charged = Window(cost, now + seconds)
            else:
                charged = Window(window.cost + cost, window.ends_at)
            self._windows[key] = charged
        return charged


class SharedWindows:
    """The windows that all processes share in Redis. If Redis fails, this process counts alone."""

    def __init__(self, redis_url: str) -> None:
        from redis import RedisError  # its client takes long to load

        self._error = RedisError
        options: dict[str, Any] = {
            "socket_timeout": REDIS_TIMEOUT_SECONDS,
            "socket_connect_timeout": REDIS_TIMEOUT_SECONDS,
        }
        if redis_url.startswith("redis+sentinel:"):
            options |= {"sentinel_kwargs": options.copy(), "use_replicas": False}
        storage = storage_from_string(redis_url, **options)
        assert isinstance(storage, RedisStorage)
        self._storage = storage
        self._own = ProcessWindows()
        self._ends: dict[str, float] = {}
        self._alone_until = 0.0

    def charge(self, key: str, cost: int, seconds: int) -> Window:
        """Adds *cost* to the window of *key*. It lasts *seconds* from its first charge."""
        if time.monotonic() > self._alone_until:
            try:
                return offload(self._charge, key, cost, seconds)
            except self._error as error:
                self._alone_until = time.monotonic() + BACKOFF_SECONDS
                log.warning("requests are counted in this process alone", trouble=str(error))
        return self._own.charge(key, cost, seconds)

    def _charge(self, key: str, cost: int, seconds: int) -> Window:
        total = self._storage.incr(key, seconds, amount=cost)
        now = time.monotonic()
        ends_at = self._ends.get(key, 0.0)
        if ends_at <= now:
            remaining = self._storage.get_expiry(key) - time.time()
            if remaining > seconds + 1:  # the clock of Redis went back
                self._storage.clear(key)
                total, remaining = self._storage.incr(key, seconds, amount=cost), float(seconds)
            if len(self._ends) >= MAX_ENDS:
                self._ends.clear()
            ends_at = self._ends[key] = now + remaining
        return Window(total, ends_at)
