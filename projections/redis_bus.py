"""A bus between processes over Redis pub/sub."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from contextlib import closing
from threading import Event, Lock, Thread
from time import monotonic
from typing import NamedTuple

import msgspec
from redis import RedisError

from .bus import ALL_MATCHES, LocalBus, Notification, Subscription
from .redis_view_store import connect_redis

log = logging.getLogger(__name__)

_LISTENING = 0.2
"""Seconds of a read before the listener checks for a stop."""
_RETRY = 0.2
"""Seconds of rest after a lost connection."""
_SILENCE = 2.0
"""Seconds without messages to other processes after a failure."""
_GATHER_SECONDS = 0.005
"""The time that notifications gather for one message."""
_LONGEST = 1.0
"""Seconds of a wait before the sender checks for a stop."""


class Message(NamedTuple):
    """Notifications for other processes, with the sender's name."""

    sender: str
    notifications: Sequence[Notification]


class RedisBus(LocalBus):
    """Implements `Bus` by pub/sub on one channel, with one listening connection.

    Subscribers in the same process are notified directly. A thread sends to the others, so that appends do
    not wait. While Redis is unavailable, other processes poll; the bus reconnects by itself and logs the
    failure once.
    """

    def __init__(
        self,
        url: str,
        channel: str = "recount:news",
        trace: Callable[[], str] = str,
        on_position: Callable[[int], object] = int,
    ) -> None:
        super().__init__(trace, on_position)
        self._redis = connect_redis(url, timeout=0.5)
        self._silent_until = 0.0
        self._unsubscribed = False
        self._channel = channel
        self._name = secrets.token_hex(8)
        self._stop = Event()
        self._starting = Lock()
        self._unsent = Subscription(self, ALL_MATCHES, _GATHER_SECONDS)
        self._threads: dict[str, Thread] = {}

    def publish(self, position: int, match: str, seq: int) -> None:
        """Notifies the subscribers in this and other processes."""
        notification = Notification(position, match, seq, self._trace())
        self.deliver(notification)
        self._unsent.receive(notification)
        self._start_thread("speaker", self._run_sender)

    def _run_sender(self) -> None:
        while not self._stop.is_set():
            self._send(self._unsent.wait(_LONGEST))
        self._send(self._unsent.wait(0))

    def _send(self, notifications: Sequence[Notification]) -> None:
        if not notifications or monotonic() < self._silent_until:
            return
        try:
            self._redis.publish(self._channel, msgspec.json.encode(Message(self._name, notifications)))
            self._silent_until = 0.0
        except RedisError as lost:
            if not self._silent_until:
                log.warning("no notifications to other processes, they will poll: %s", lost)
            self._silent_until = monotonic() + _SILENCE

    def add_subscription(self, match: str, subscription: Subscription) -> None:
        """Adds *subscription* to *match*; the first one starts the listener."""
        super().add_subscription(match, subscription)
        self._start_thread("listener", self._run_listener)

    def _start_thread(self, name: str, run: Callable[[], None]) -> None:
        """Starts the thread *name* once."""
        if name in self._threads:
            return
        with self._starting:
            if name not in self._threads and not self._stop.is_set():
                self._threads[name] = thread = Thread(target=run, name=name, daemon=True)
                thread.start()

    def _run_listener(self) -> None:
        while not self._stop.is_set():
            try:
                self._relay_messages()
            except (RedisError, msgspec.MsgspecError) as lost:
                if not self._unsubscribed:
                    log.warning("no news from other processes, polling: %s", lost)
                self._unsubscribed = True
                self._stop.wait(_RETRY)

    def _relay_messages(self) -> None:
        listening = self._redis.pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
        with closing(listening) as channel:
            channel.subscribe(self._channel)
            while not self._stop.is_set():
                raw_message = channel.get_message(timeout=_LISTENING)
                self._unsubscribed = False
                if raw_message is None:
                    continue
                message = msgspec.json.decode(raw_message["data"], type=Message)
                if message.sender != self._name:
                    for notification in message.notifications:
                        self.deliver(notification)

    def close(self) -> None:
        """Sends pending notifications, stops the threads and closes the connections."""
        with self._starting:
            self._stop.set()
        self._unsent.wake()
        for thread in self._threads.values():
            thread.join()
        self._redis.close()
