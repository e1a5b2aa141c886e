"""Cache of encoded live facts for listeners with the same view."""

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

CACHE_SECONDS = 1.0
"""Lifetime of shared events, because names in them may change."""
CACHE_BYTES = 2**21
"""Maximum size of the shared events of a process."""
LOCK_COUNT = 128
"""Number of lock stripes. Requests for the same events wait for each other."""


class LiveEvents(NamedTuple):
    """Facts as server-sent events, up to fact `last`.

    `has_held_facts` is true if some are too recent for the viewer. `is_over` is the state of the match after
    them, or `None` if they neither end nor reopen it.
    """

    body: bytes
    last: int
    has_held_facts: bool
    is_over: bool | None


class LiveFacts:
    """Facts of matches in the form for listeners. Threads may share it."""

    def __init__(self, access: Access, names: FactNames, cache_seconds: float = CACHE_SECONDS) -> None:
        self._access, self._names = access, names
        self._cache: TTLCache[object, LiveEvents] = TTLCache(
            CACHE_BYTES, cache_seconds, getsizeof=lambda events: len(events.body)
        )
        self._cache_lock = Lock()
        self._locks = [FairLock() for _ in range(LOCK_COUNT)]

    def events(self, match: str, viewer: Viewer, after: int, until: int) -> LiveEvents:
        """Returns the facts with `after < seq <= until` that *viewer* may see now.

        Raises `UnknownMatch`.
        """
        window = self._access.window(match, viewer)
        if window.last is None:
            return self._read_shared(window, after, until)
        return self._encode_events(window, after, until)  # with a delay it depends on the moment

    def _read_shared(self, window: Window, after: int, until: int) -> LiveEvents:
        key = (window.match, window.viewer, after, until)
        if (events := self._cached_events(key)) is not None:
            return events
        with self._locks[hash(key) % LOCK_COUNT]:
            if (events := self._cached_events(key)) is None:
                events = self._encode_events(window, after, until)
                with self._cache_lock:
                    self._cache[key] = events
            return events

    def _cached_events(self, key: object) -> LiveEvents | None:
        with self._cache_lock:
            return self._cache.get(key)

    def _encode_events(self, window: Window, after: int, until: int) -> LiveEvents:
        matches, match = window.repository, window.match
        rules = (matches.cached_match(match) or matches.load_match(match)).rules
        facts = matches.load_facts(match, after, until)
        visible = window.visible_facts(facts)
        redacted = (table.redact_fact(rules, fact, window.viewer) for fact in visible)
        named_facts = self._names.name_facts(match, redacted)
        body = b"".join(b"id: %d\ndata: %b\n\n" % (fact.seq, encode(fact)) for fact in named_facts)
        turns = [fact.event for fact in visible if isinstance(fact.event, MatchEnded | Rewound)]
        is_over = isinstance(turns[-1], MatchEnded) if turns else None
        return LiveEvents(body, visible[-1].seq if visible else after, len(visible) < len(facts), is_over)
