"""Notifies subscribers of new facts; a missed notification is made up for by polling."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock
from types import TracebackType
from typing import NamedTuple, Protocol, Self

ALL_MATCHES = ""
"""Stands for every match in a subscription."""

MAX_PENDING_MATCHES = 1000
"""The number of matches with pending notifications in a subscription."""


class Notification(NamedTuple):
    """New facts of a match up to `seq`; `position` is that of the last one in the store.

    At position 0 no facts are new, and only subscribers of that name hear of it. `trace` is the span of the
    append as W3C's `traceparent`, empty without tracing.
    """

    position: int
    match: str
    seq: int
    trace: str = ""


class Subscription:
    """Notifications of one match or all, the latest of up to `MAX_PENDING_MATCHES` matches.

    After the first notification `wait` gathers more for `gather_seconds`. Matches for which *skips* holds
    are dropped.
    """

    def __init__(
        self, bus: LocalBus, match: str, gather_seconds: float = 0, skips: Callable[[str], bool] | None = None
    ) -> None:
        self._bus, self._gather_seconds, self._skips = bus, gather_seconds, skips
        self._matches: tuple[str, ...] = (match,)
        self._pending: dict[str, Notification] = {}
        self._lock, self._arrived, self._woken = Lock(), Event(), Event()

    def receive(self, notification: Notification) -> None:
        """Stores *notification* and wakes the waiting thread."""
        if self._skips is not None and self._skips(notification.match):
            return
        with self._lock:
            pending = self._pending.get(notification.match)
            if pending is None or pending.position <= notification.position:
                self._pending[notification.match] = notification
            if len(self._pending) > MAX_PENDING_MATCHES:
                del self._pending[next(iter(self._pending))]
        self._wake()

    def _wake(self) -> None:
        if not self._arrived.is_set():  # to set it once more would take its lock
            self._arrived.set()

    def wake(self) -> None:
        """Wakes the waiting thread without a notification."""
        self._woken.set()
        self._arrived.set()

    def wait(self, timeout: float) -> list[Notification]:
        """Returns the new notifications; waits up to *timeout* seconds for the first.

        Gathering does not exceed *timeout* either.
        """
        if self._arrived.wait(timeout) and self._gather_seconds:
            self._woken.wait(min(self._gather_seconds, timeout))
        self._woken.clear()
        self._arrived.clear()
        return self.drain()

    def drain(self) -> list[Notification]:
        """Returns the new notifications without waiting."""
        with self._lock:
            notification, self._pending = list(self._pending.values()), {}
            return notification

    def __enter__(self) -> Self:
        for match in self._matches:
            self._bus.add_subscription(match, self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for match in self._matches:
            self._bus.remove_subscription(match, self)


class LoopSubscription(Subscription):
    """A subscription of a coroutine to *matches*, without blocking its event loop."""

    def __init__(self, bus: LocalBus, *matches: str) -> None:
        super().__init__(bus, ALL_MATCHES)
        self._matches = matches
        self._loop, self._news_arrived = asyncio.get_running_loop(), asyncio.Event()

    def wake(self) -> None:
        """Wakes the coroutine without a notification; thread-safe."""
        with suppress(RuntimeError):  # its loop has ended, and it with the loop
            self._loop.call_soon_threadsafe(self._news_arrived.set)

    def _wake(self) -> None:
        if not self._news_arrived.is_set():
            self.wake()

    async def wait_async(self, timeout: float) -> list[Notification]:
        """Returns the new notifications; waits up to *timeout* seconds for the first."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                await self._news_arrived.wait()
        self._news_arrived.clear()
        return self.drain()


class Bus(Protocol):
    """Carries notifications from appenders to subscribers."""

    def publish(self, position: int, match: str, seq: int) -> None:
        """Notifies of facts of *match* up to *seq*; never raises."""

    def deliver(self, notification: Notification) -> None:
        """Notifies this process alone."""

    def wake_all(self) -> None:
        """Wakes every subscriber in this process."""

    def subscribe(
        self, match: str = ALL_MATCHES, gather_seconds: float = 0, skips: Callable[[str], bool] | None = None
    ) -> Subscription:
        """Returns a subscription to *match* or all, active inside its `with`.

        It gathers for *gather_seconds* after the first notification, and drops matches for which *skips*
        holds.
        """

    def subscribe_async(self, *matches: str) -> LoopSubscription:
        """Returns a subscription of a coroutine to *matches*, or to all without any."""

    def close(self) -> None:
        """Stops the bus."""


class LocalBus:
    """Implements `Bus` within one process.

    *trace* returns the current span, and *on_position* receives each position before subscribers wake.
    """

    def __init__(self, trace: Callable[[], str] = str, on_position: Callable[[int], object] = int) -> None:
        self._trace, self._on_position = trace, on_position
        self._subscriptions: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._lock = Lock()

    def publish(self, position: int, match: str, seq: int) -> None:
        """Notifies the subscribers in this process."""
        self.deliver(Notification(position, match, seq, self._trace()))

    def deliver(self, notification: Notification) -> None:
        """Notifies this process alone."""
        if notification.position:
            self._on_position(notification.position)
        with self._lock:
            subscriptions = [
                *self._subscriptions.get(notification.match, ()),
                *(self._subscriptions.get(ALL_MATCHES, ()) if notification.position else ()),
            ]
        for subscription in subscriptions:
            subscription.receive(notification)

    def wake_all(self) -> None:
        """Wakes every subscriber in this process."""
        with self._lock:
            subscriptions = [
                subscription for listening in self._subscriptions.values() for subscription in listening
            ]
        for subscription in subscriptions:
            subscription.wake()

    def subscribe(
        self, match: str = ALL_MATCHES, gather_seconds: float = 0, skips: Callable[[str], bool] | None = None
    ) -> Subscription:
        """Returns a subscription to *match* or all, active inside its `with`."""
        return Subscription(self, match, gather_seconds, skips)

    def subscribe_async(self, *matches: str) -> LoopSubscription:
        """Returns a subscription of a coroutine to *matches*, or to all without any."""
        return LoopSubscription(self, *(matches or (ALL_MATCHES,)))

    def add_subscription(self, match: str, subscription: Subscription) -> None:
        """Adds *subscription* to *match*."""
        with self._lock:
            self._subscriptions[match].add(subscription)

    def remove_subscription(self, match: str, subscription: Subscription) -> None:
        """Removes *subscription* from *match*."""
        with self._lock:
            self._subscriptions[match].discard(subscription)
            if not self._subscriptions[match]:
                del self._subscriptions[match]

    def close(self) -> None:
        """Does nothing in a single process."""
