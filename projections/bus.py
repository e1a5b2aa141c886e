"""The bus: word that a match has new facts. It only wakes; whoever misses it finds the facts by polling."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock
from types import TracebackType
from typing import NamedTuple, Protocol, Self

EVERY = ""
"""In place of a match: every match."""

ROOM = 1000
"""Of how many matches a listener keeps news until it comes back for them; of others the log tells as well."""


class Notification(NamedTuple):
    """A match has facts up to `seq`; `position` is where the last of them stands in the store.

    `trace` names the span that they were appended in, as W3C's `traceparent`; nothing where nobody traces.
    """

    position: int
    match: str
    seq: int
    trace: str = ""


class Subscription:
    """News of one match, or of all. It keeps the latest of up to `ROOM` matches: to be slow is free.

    Once news arrives, `wait` gathers more of it for `gather_seconds`, in which news wakes nobody. It drops
    news of matches that *skips* holds for.
    """

    def __init__(
        self, bus: LocalBus, match: str, gather_seconds: float = 0, skips: Callable[[str], bool] | None = None
    ) -> None:
        self._bus, self._match, self._gather_seconds, self._skips = bus, match, gather_seconds, skips
        self._news: dict[str, Notification] = {}
        self._lock, self._arrived, self._roused = Lock(), Event(), Event()

    def receive(self, news: Notification) -> None:
        """Takes in *news* and wakes who waits for it, unless earlier news has."""
        if self._skips is not None and self._skips(news.match):
            return
        with self._lock:
            known = self._news.get(news.match)
            if known is None or known.position <= news.position:
                self._news[news.match] = news
            if len(self._news) > ROOM:
                del self._news[next(iter(self._news))]
        self._wake()

    def _wake(self) -> None:
        if not self._arrived.is_set():  # to set it once more would take its lock
            self._arrived.set()

    def rouse(self) -> None:
        """Wakes who waits or gathers, although there is no news."""
        self._roused.set()
        self._arrived.set()

    def wait(self, timeout: float) -> list[Notification]:
        """Returns what came in since the last time; waits up to *timeout* seconds while there is nothing.

        It gathers for no longer than *timeout* either.
        """
        if self._arrived.wait(timeout) and self._gather_seconds:
            self._roused.wait(min(self._gather_seconds, timeout))
        self._roused.clear()
        self._arrived.clear()
        return self.take()

    def take(self) -> list[Notification]:
        """Returns what came in since the last time."""
        with self._lock:
            news, self._news = list(self._news.values()), {}
            return news

    def __enter__(self) -> Self:
        self._bus.join(self._match, self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bus.leave(self._match, self)


class LoopSubscription(Subscription):
    """A subscription of a coroutine, whose event loop goes on while it waits."""

    def __init__(self, bus: LocalBus, match: str) -> None:
        super().__init__(bus, match)
        self._loop, self._news_arrived = asyncio.get_running_loop(), asyncio.Event()

    def rouse(self) -> None:
        """Wakes the coroutine, although there is no news; threads may call it."""
        with suppress(RuntimeError):  # its loop has ended, and it with the loop
            self._loop.call_soon_threadsafe(self._news_arrived.set)

    def _wake(self) -> None:
        if not self._news_arrived.is_set():
            self.rouse()

    async def arrive(self, timeout: float) -> list[Notification]:
        """Returns the news since the last call; waits up to *timeout* seconds while there is none."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                await self._news_arrived.wait()
        self._news_arrived.clear()
        return self.take()


class Bus(Protocol):
    """Carries news from whoever appends facts to whoever reads them."""

    def publish(self, position: int, match: str, seq: int) -> None:
        """Tells that *match* has facts up to *seq*. Never raises: nobody depends on it."""

    def deliver(self, news: Notification) -> None:
        """Tells *news* in this process alone."""

    def rouse(self) -> None:
        """Wakes everyone in this process who listens, for them to look around."""

    def subscribe(
        self, match: str = EVERY, gather_seconds: float = 0, skips: Callable[[str], bool] | None = None
    ) -> Subscription:
        """Returns a subscription to news of *match*, or of every match; it listens inside its `with`.

        It gathers news for *gather_seconds* after the first, and drops that of matches for which *skips*
        holds.
        """

    def listen(self, match: str = EVERY) -> LoopSubscription:
        """Returns the same for a coroutine."""

    def close(self) -> None:
        """Stops carrying."""


class LocalBus:
    """Fulfils `Bus` within one process. *trace* returns what notifications name as the span they are of.

    *heard* is told the position of each notification before anybody is woken by it.
    """

    def __init__(self, trace: Callable[[], str] = str, heard: Callable[[int], object] = int) -> None:
        self._trace, self._heard = trace, heard
        self._listening: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._lock = Lock()

    def publish(self, position: int, match: str, seq: int) -> None:
        """Tells everyone in this process who listens for *match* or for every match."""
        self.deliver(Notification(position, match, seq, self._trace()))

    def deliver(self, news: Notification) -> None:
        """Tells *news* in this process alone."""
        self._heard(news.position)
        with self._lock:
            subscriptions = [*self._listening.get(news.match, ()), *self._listening.get(EVERY, ())]
        for subscription in subscriptions:
            subscription.receive(news)

    def rouse(self) -> None:
        """Wakes everyone in this process who listens, for them to look around."""
        with self._lock:
            subscriptions = [
                subscription for listening in self._listening.values() for subscription in listening
            ]
        for subscription in subscriptions:
            subscription.rouse()

    def subscribe(
        self, match: str = EVERY, gather_seconds: float = 0, skips: Callable[[str], bool] | None = None
    ) -> Subscription:
        """Returns a subscription to news of *match*, or of every match; it listens inside its `with`."""
        return Subscription(self, match, gather_seconds, skips)

    def listen(self, match: str = EVERY) -> LoopSubscription:
        """Returns the same for a coroutine."""
        return LoopSubscription(self, match)

    def join(self, match: str, subscription: Subscription) -> None:
        """Gives *subscription* the news of *match*."""
        with self._lock:
            self._listening[match].add(subscription)

    def leave(self, match: str, subscription: Subscription) -> None:
        """Gives *subscription* no more news."""
        with self._lock:
            self._listening[match].discard(subscription)
            if not self._listening[match]:
                del self._listening[match]

    def close(self) -> None:
        """Does nothing: there is nothing to let go of."""
