"""Heads on their way into the log, which takes a head as soon as the public may see its facts.

A log that grew with each answer of a match with a delay would tell when the players answer. So the numbers of
entries, checkpoints, proofs and tiles depend on public heads alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from math import inf
from time import monotonic

from domain.errors import RecountError
from domain.model import Fact
from domain.table import Delay, MatchEnded, MatchOpened
from replays.proof.log import leaf_data

from ..caches import LruCache
from ..database.cooperation import FairLock
from ..database.heads import Head, HeadEntry
from ..eventstore.store import Store, Unavailable

CACHE_SIZE = 4096
"""Records with a cached delay."""
RECHECK_SECONDS = 30.0
"""Interval of looks at a match whose facts become public with time."""
NO_DELAY = Delay()


def log_entry(head: Head) -> bytes:
    """Returns the log entry of *head*."""
    return leaf_data(head.match, head.seq, head.head.hex())


def find_delay(store: Store, record: str) -> Delay:
    """Returns the delay of the match *record*, `NO_DELAY` for other records and unreadable ones."""
    try:
        facts = store.raw_facts(record, 0, 1)
    except Unavailable:
        raise
    except RecountError:
        return NO_DELAY  # the audit reports the damage
    event = facts[0].event if facts else None
    return event.delay or NO_DELAY if isinstance(event, MatchOpened) else NO_DELAY


def may_wait(head: Head, facts: Mapping[int, Fact], heads: Sequence[HeadEntry]) -> bool:
    """Returns whether the log may lack *head* of a match with these *facts* and *heads*.

    A delay may hide it until the head with the end of the match enters the log.
    """
    first = facts[1].event if 1 in facts else None
    sealed = max((entry.head.seq for entry in heads if entry.leaf_index is not None), default=0)
    ended = any(
        head.seq <= seq <= sealed for seq, fact in facts.items() if isinstance(fact.event, MatchEnded)
    )
    return isinstance(first, MatchOpened) and first.delay is not None and not ended


class LateHeads:
    """The heads that the log of *store* lacks. Threads may share it.

    *find_last_public* returns the last public fact of a match with a delay, `None` for all.
    """

    def __init__(self, store: Store, find_last_public: Callable[[str], int | None]) -> None:
        self._store, self._find_last_public = store, find_last_public
        self._delays: LruCache[Delay] = LruCache(CACHE_SIZE)
        self._lock = FairLock()
        self._reset()

    def clear(self) -> None:
        """Forgets the heads, because the log may have changed."""
        with self._lock:
            self._reset()

    def _reset(self) -> None:
        self._position: int | None = None
        self._sealed_position = 0
        self._waiting: dict[str, dict[int, Head]] = {}
        self._due: dict[str, float] = {}

    def hides(self, head: Head) -> bool:
        """Returns whether the public may not see the facts of *head* yet. Raises `Unavailable`."""
        if self._load_delay(head.match) == NO_DELAY:
            return False
        try:
            last = self._find_last_public(head.match)
        except Unavailable:
            raise
        except RecountError:
            return True
        return last is not None and head.seq > last

    def list_public(self, limit: int, match: str = "") -> list[Head]:
        """Returns up to *limit* public heads outside the log, in order.

        Looks at *match* in any case. Raises `Unavailable`.
        """
        with self._lock:
            _, sealed_position = self._store.tree.tree_end()
            if sealed_position < self._sealed_position:  # somebody has cut the log
                self._reset()
            self._sealed_position = sealed_position
            if match in self._waiting:
                self._due[match] = 0
            while True:
                has_more = self._take_heads(limit)
                public = self._find_public()
                heads = [head for head in public[:limit] if self._is_outside(head)]
                if heads or not (public or has_more):
                    return heads

    def _take_heads(self, limit: int) -> bool:
        """Adds up to *limit* heads that came since. Returns whether there may be more."""
        tree = self._store.tree
        if self._position is None:
            self._position = self._sealed_position
            for head in tree.list_unsealed(self._position):
                if self._load_delay(head.match) != NO_DELAY:
                    self._add_head(head)
        heads = tree.list_heads(self._position, limit)
        for head in heads:
            self._add_head(head)
            self._position = head.position
        return len(heads) == limit

    def _add_head(self, head: Head) -> None:
        self._waiting.setdefault(head.match, {})[head.position] = head
        self._due[head.match] = 0

    def _find_public(self) -> list[Head]:
        """Returns the public ones of the heads that wait, in order."""
        public, now = list[Head](), monotonic()
        for match in [match for match in self._waiting if self._due.get(match, 0) <= now]:
            heads = [*takewhile(lambda head: not self.hides(head), self._waiting[match].values())]
            public += heads
            if not heads:  # facts and rounds become public with later heads alone
                self._due[match] = now + RECHECK_SECONDS if self._load_delay(match).minutes else inf
        return sorted(public)

    def _is_outside(self, head: Head) -> bool:
        """Returns whether the log lacks *head*. Forgets it otherwise."""
        if self._store.tree.leaf_at(head.position) is None:
            return True
        waiting = self._waiting[head.match]
        del waiting[head.position]
        if not waiting:
            del self._waiting[head.match]
            self._due.pop(head.match, None)
        return False

    def _load_delay(self, record: str) -> Delay:
        return self._delays.get(record) or self._delays.put(record, find_delay(self._store, record))
