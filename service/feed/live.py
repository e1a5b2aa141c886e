"""What is told of a match as it happens: read and written once for all listeners who see the same."""

from __future__ import annotations

from threading import Condition
from typing import NamedTuple

import msgspec
from cachetools import TTLCache, cachedmethod

from domain import table
from domain.table import MatchEnded, Rewound
from domain.words import Viewer

from ..identity.access import Access
from ..matches.visibility import Window
from .named import FactNames

FRESH = 1.0
"""Seconds for which listeners share what was written: names in it may have changed since."""
KEPT = 2**21
"""Bytes of it that a process keeps at most."""

_encode = msgspec.json.Encoder().encode


def _key(_: object, window: Window, after: int, upto: int) -> tuple[str, Viewer, int, int]:
    return window.match, window.viewer, after, upto


class LiveEvents(NamedTuple):
    """Facts as server-sent events, up to fact `last`; `held` where some are not old enough to be told.

    `over` tells whether the match ends with them, and is `None` where they neither end it nor reopen it.
    """

    body: bytes
    last: int
    held: bool
    over: bool | None


class LiveFacts:
    """Tells the facts of matches to those who listen. Threads may share it."""

    def __init__(self, access: Access, names: FactNames, fresh: float = FRESH) -> None:
        self._access, self._names = access, names
        self._kept: TTLCache[object, LiveEvents] = TTLCache(
            KEPT, fresh, getsizeof=lambda events: len(events.body)
        )
        self._written = Condition()

    def events(self, match: str, viewer: Viewer, after: int, upto: int) -> LiveEvents:
        """Returns the facts with `after < seq <= upto` as *viewer* is told them, as far as they may be told.

        Raises `UnknownMatch`.
        """
        window = self._access.window(match, viewer)
        if window.last is None:
            return self._shared(window, after, upto)
        return self._write(window, after, upto)  # with a delay it depends on the moment

    @cachedmethod(lambda self: self._kept, key=_key, condition=lambda self: self._written)
    def _shared(self, window: Window, after: int, upto: int) -> LiveEvents:
        return self._write(window, after, upto)

    def _write(self, window: Window, after: int, upto: int) -> LiveEvents:
        matches, match = window.repository, window.match
        rules = (matches.cached(match) or matches.get(match)).rules
        facts = matches.facts(match, after, upto)
        told = window.told(facts)
        shown = (table.shown(rules, fact, window.viewer) for fact in told)
        named = self._names.all(match, shown)
        body = b"".join(b"id: %d\ndata: %b\n\n" % (fact.seq, _encode(fact)) for fact in named)
        turns = [fact.event for fact in told if isinstance(fact.event, MatchEnded | Rewound)]
        over = isinstance(turns[-1], MatchEnded) if turns else None
        return LiveEvents(body, told[-1].seq if told else after, len(told) < len(facts), over)
