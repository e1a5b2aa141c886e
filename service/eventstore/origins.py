"""Origins of imported records, with the foreign names of their players."""

from __future__ import annotations

from collections.abc import Callable

from eventsourcing.persistence import StoredEvent

from domain import table
from domain.model import Fact
from domain.notation import event_tag
from domain.table import MatchImported, SeatClaimed
from domain.tournament import imports as tournaments
from domain.tournament.facts import TournamentFact, TournamentImported

from ..caches import LruCache
from ..database.stream import StreamRepository
from ..shared import record_ids

CACHE_SIZE = 4096
"""Records with a cached origin. An import states its origin once."""
MATCHES, TOURNAMENTS = event_tag(MatchImported), event_tag(TournamentImported)
"""Topics of the facts that state an origin."""


class Origins:
    """Cache of the origins of all records of a store.

    *read* decodes the fact of a row.
    """

    def __init__(self, stream: StreamRepository, read: Callable[[StoredEvent], Fact]) -> None:
        self._stream, self._read = stream, read
        self._cache: LruCache[tuple[Fact, ...]] = LruCache(CACHE_SIZE)

    def import_facts(self, record: str) -> tuple[Fact, ...]:
        """Returns the import facts of a stored *record*, the import to this service last."""
        if (cached := self._cache.get(record)) is None:
            rows = self._stream.events_of_topic(
                record, TOURNAMENTS if record_ids.is_tournament_id(record) else MATCHES
            )
            return self._cache.put(record, tuple(map(self._read, rows)))
        return cached

    def with_imported_names(self, record: str, fact: Fact) -> Fact:
        """Returns *fact* with the service's name on players of other services."""
        if isinstance(fact.event, SeatClaimed):
            return table.with_service_name(fact, self.import_facts(record))
        if isinstance(fact.event, TournamentFact):
            return tournaments.mark_foreign_players(fact, self.import_facts(record))
        return fact
