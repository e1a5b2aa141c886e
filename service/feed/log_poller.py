"""Poller of the log for appends without a notification.

Notifications are missing while Redis is down, and after appends by commands. One poller serves a whole
process, because one for each listener would overload the store.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from projections.bus import Bus, Notification

from ..eventstore.store import Store, Unavailable, translate_errors
from ..observability import logging

log = logging.logger(__name__)

POLL_SECONDS = 2.0
"""Interval of polls."""
BATCH_HEADS = 1000
"""Heads in one read."""


class LogPoller:
    """Poller that notifies the listeners of *bus* in this process of appends to *store*."""

    def __init__(self, store: Store, bus: Bus, clear_caches: Callable[[], None] = lambda: None) -> None:
        self._store, self._bus, self._clear_caches = store, bus, clear_caches
        self._position = store.position()

    def run(self, stop: Event, leaving: Callable[[], bool]) -> None:
        """Polls until *stop* is set. Wakes all listeners when the service is *leaving*."""
        while not stop.wait(POLL_SECONDS):
            try:
                self.poll_once()
            except Unavailable as error:
                log.warning("nobody looks for news", why=str(error))
            if leaving():
                self._bus.wake_all()

    def poll_once(self) -> None:
        """Notifies listeners of appends since the last poll. Raises `Unavailable`.

        Clears the caches if the log has become shorter.
        """
        if (now := self._store.position()) < self._position:
            log.error("the log has gone back: another server has taken over", was=self._position, now=now)
            self._store.database.reset_position(now)
            self._clear_caches()
            self._position = now
        has_more = True
        while has_more:
            with translate_errors("the log of heads"):
                heads = self._store.tree.list_heads(self._position, BATCH_HEADS)
            for head in heads:
                self._bus.deliver(Notification(head.position, head.match, head.seq))
                self._position = head.position
            has_more = len(heads) == BATCH_HEADS
