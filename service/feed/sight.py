"""End of the public's sight in the log, beyond which all facts are hidden when they happen.

Positions up to the end of the log itself would tell when somebody answers in a match with a delay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from domain.people import JournalEntry, NameErased
from domain.tournament.facts import TournamentFact
from projections.event_log import CorruptStream

from ..database.cooperation import FairLock
from .tournaments import TournamentVisibility

if TYPE_CHECKING:
    from eventsourcing.persistence import Notification

    from ..eventstore.store import Store
    from .visibility import PublicVisibility

BATCH_ROWS = 500
"""Rows of the log in one read."""


class PublicSight:
    """The position of the last fact in *store* that the feed shows. Threads may share it."""

    def __init__(self, store: Store, visibility: PublicVisibility) -> None:
        self._store, self._visibility = store, visibility
        self._lock = FairLock()
        self._read = self.end = 0

    def find_end(self) -> int:
        """Returns that position, 0 without any. Raises `Unavailable`."""
        with self._lock:
            last = self._store.position()
            if last < self._read:  # a replica is behind, or another server has taken over
                return self._search_back(last)
            if not self._read:
                self.end, self._read = self._search_back(last), last
            while self._read < last and (rows := self._store.log_rows(self._read, BATCH_ROWS, last)):
                self.end = self._find_last(rows) or self.end
                self._read = rows[-1].id
            self._read = last
            return self.end

    def _search_back(self, last: int) -> int:
        while last > 0:
            first = max(0, last - BATCH_ROWS)
            if end := self._find_last(self._store.log_rows(first, BATCH_ROWS, last)):
                return end
            last = first
        return 0

    def _find_last(self, rows: Sequence[Notification]) -> int:
        return next((row.id for row in reversed(rows) if self._is_public(row)), 0)

    def _is_public(self, row: Notification) -> bool:
        record = str(row.originator_id)
        try:
            fact = self._store.decode_row(row)
            if isinstance(fact.event, NameErased | JournalEntry):
                return isinstance(fact.event, NameErased)
            if isinstance(fact.event, TournamentFact):
                return TournamentVisibility.redact(fact) is not None
            match_info = self._visibility.match_info(record, fact)
            return self._visibility.is_public(record, match_info, fact.seq)
        except CorruptStream:
            return False
