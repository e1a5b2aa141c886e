"""A bus between processes: Redis carries the news, and each process tells its own listeners."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from contextlib import closing
from threading import Event, Lock, Thread
from time import monotonic
from typing import NamedTuple

import msgspec
from redis import RedisError

from .bus import LocalBus, Notification, Subscription
from .redis_home import connect

log = logging.getLogger(__name__)

_HEARING = 0.2
"""Seconds the listener waits for a message before it looks whether it should stop."""
_DEAF = 0.2
"""Seconds it rests after losing Redis."""
_DUMB = 2.0
"""Seconds of silence towards other processes after Redis failed: whoever appends facts must not wait."""


class Message(NamedTuple):
    """News, and the process that sent it."""

    sender: str
    news: Notification


class RedisBus(LocalBus):
    """Fulfils `Bus` by pub/sub on one channel, with one connection that listens, however many ears there are.

    Listeners in the same process hear at once and do not need Redis. While Redis is away, those in other
    processes hear nothing and find out by polling; the bus comes back by itself.
    """

    def __init__(self, url: str, channel: str = "recount:news", trace: Callable[[], str] = str) -> None:
        super().__init__(trace)
        self._redis = connect(url, timeout=0.5)
        self._dumb_until = 0.0
        self._channel = channel
        self._me = secrets.token_hex(8)
        self._stop = Event()
        self._speaking, self._starting = Lock(), Lock()
        self._listener: Thread | None = None

    def publish(self, position: int, match: str, seq: int) -> None:
        """Tells everyone who listens, in this process and in the others."""
        news = Notification(position, match, seq, self._trace())
        self.deliver(news)
        with self._speaking:
            if self._stop.is_set() or monotonic() < self._dumb_until:
                return
            try:
                # Processes of an earlier release take in what has no trace.
                told = news if news.trace else news[:3]
                self._redis.publish(self._channel, msgspec.json.encode((self._me, told)))
            except RedisError as lost:
                self._dumb_until = monotonic() + _DUMB
                log.warning("no notifications to other processes, they will poll: %s", lost)

    def join(self, match: str, ear: Subscription) -> None:
        """Lets *ear* hear of *match*; the first one starts the thread that listens."""
        super().join(match, ear)
        with self._starting:
            if self._listener is None:
                self._listener = Thread(target=self._listen, name="bus", daemon=True)
                self._listener.start()

    def _listen(self) -> None:
        while not self._stop.is_set():
            try:
                self._relay()
            except (RedisError, msgspec.MsgspecError) as lost:
                log.warning("no news from other processes, polling: %s", lost)
                self._stop.wait(_DEAF)

    def _relay(self) -> None:
        listening = self._redis.pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
        with closing(listening) as channel:
            channel.subscribe(self._channel)
            while not self._stop.is_set():
                heard = channel.get_message(timeout=_HEARING)
                if heard is None:
                    continue
                message = msgspec.json.decode(heard["data"], type=Message)
                if message.sender != self._me:
                    self.deliver(message.news)

    def close(self) -> None:
        """Stops listening and closes the connections; a word being said is said to its end."""
        self._stop.set()
        if self._listener is not None:
            self._listener.join()
        with self._speaking:
            self._redis.close()
