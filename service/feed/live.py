"""What is told of a match as it happens: read and written once for all listeners who see the same."""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

from cachetools import TTLCache

from domain import table
from domain.model import Viewer
from domain.published import encode
from domain.table import MatchEnded, Rewound

from ..database.cooperation import FairLock
from ..matches.viewing.access import Access
from ..matches.viewing.named_facts import FactNames
from ..matches.viewing.visibility import Window

FRESH = 1.0
"""Seconds for which listeners share what was written: names in it may have changed since."""
KEPT = 2**21
"""Bytes of it that a process keeps at most."""
LOCKS = 128
"""Lock striping: how much is written at once. Who waits for the same waits, and hardly anybody else."""


class LiveEvents(NamedTuple):
    """Facts as server-sent events, up to fact `last`; `held` where some are not old enough to be told.

    `over` tells whether the match ends with them, and is `None` where they neither end it nor reopen it.
    """

    body: bytes
    last: int
    held: bool
    over: bool | None


class LiveFacts:
    """Facts of matches as their listeners receive them. Threads may share it."""

    def __init__(self, access: Access, names: FactNames, fresh: float = FRESH) -> None:
        self._access, self._names = access, names
        self._kept: TTLCache[object, LiveEvents] = TTLCache(
            KEPT, fresh, getsizeof=lambda events: len(events.body)
        )
        self._cache = Lock()
        self._writing = [FairLock() for _ in range(LOCKS)]

    def events(self, match: str, viewer: Viewer, after: int, until: int) -> LiveEvents:
        """Returns the facts with `after < seq <= upto` as *viewer* is told them, as far as they may be told.

        Raises `UnknownMatch`.
        """
        window = self._access.window(match, viewer)
        if window.last is None:
            return self._shared(window, after, until)
        return self._write(window, after, until)  # with a delay it depends on the moment

    def _shared(self, window: Window, after: int, until: int) -> LiveEvents:
        key = (window.match, window.viewer, after, until)
        if (events := self._known(key)) is not None:
            return events
        with self._writing[hash(key) % LOCKS]:
            if (events := self._known(key)) is None:
                events = self._write(window, after, until)
                with self._cache:
                    self._kept[key] = events
            return events

    def _known(self, key: object) -> LiveEvents | None:
        with self._cache:
            return self._kept.get(key)

    def _write(self, window: Window, after: int, until: int) -> LiveEvents:
        matches, match = window.repository, window.match
        rules = (matches.cached_match(match) or matches.load_match(match)).rules
        facts = matches.load_facts(match, after, until)
        told = window.visible_facts(facts)
        shown = (table.redact_fact(rules, fact, window.viewer) for fact in told)
        named = self._names.name_facts(match, shown)
        body = b"".join(b"id: %d\ndata: %b\n\n" % (fact.seq, encode(fact)) for fact in named)
        turns = [fact.event for fact in told if isinstance(fact.event, MatchEnded | Rewound)]
        over = isinstance(turns[-1], MatchEnded) if turns else None
        return LiveEvents(body, told[-1].seq if told else after, len(told) < len(facts), over)
