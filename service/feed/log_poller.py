"""Polls the log, once a process, for appends that were not announced.

News may not come: Redis was away, or somebody wrote who tells nobody, as a command does. Each listener might
look for itself; a thousand of them would keep a store busy with nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from projections.bus import Bus, Notification

from ..eventstore.store import Store, Unavailable, translate_errors
from ..observability import logging

log = logging.logger(__name__)

EVERY = 2.0
"""Seconds between two looks."""
BATCH = 1000
"""How many heads are read at once."""


class LogPoller:
    """Tells the listeners of *bus* in this process what was appended to *store*, news to them or not."""

    def __init__(self, store: Store, bus: Bus, forget: Callable[[], None] = lambda: None) -> None:
        self._store, self._bus, self._forget = store, bus, forget
        self._position = store.position()

    def run(self, stop: Event, leaving: Callable[[], bool]) -> None:
        """Looks until *stop* is set. When the service is *leaving*, everyone is woken to leave as well."""
        while not stop.wait(EVERY):
            try:
                self.look()
            except Unavailable as lost:
                log.warning("nobody looks for news", why=str(lost))
            if leaving():
                self._bus.wake_all()

    def look(self) -> None:
        """Tells what was appended since the last look; raises `Unavailable`.

        When the log is shorter than it was, all that was remembered of it is forgotten.
        """
        if (now := self._store.position()) < self._position:
            log.error("the log has gone back: another server has taken over", was=self._position, now=now)
            self._store.database.reset_position(now)
            self._forget()
            self._position = now
        more = True
        while more:
            with translate_errors("the log of heads"):
                heads = self._store.tree.list_heads(self._position, BATCH)
            for head in heads:
                self._bus.deliver(Notification(head.position, head.match, head.seq))
                self._position = head.position
            more = len(heads) == BATCH
