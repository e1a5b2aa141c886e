"""Where records were brought from, and what their players are called therefore."""

from __future__ import annotations

from collections.abc import Callable

from eventsourcing.persistence import StoredEvent

from domain import table
from domain.model import Fact
from domain.notation import event_tag
from domain.table import MatchImported, SeatClaimed
from domain.tournament import imports as tournaments
from domain.tournament.facts import TournamentFact, TournamentImported

from ..database.stream import StreamRepository
from ..shared import tournament_ids
from ..shared.lru_cache import LruCache

REMEMBERED = 4096
"""Of how many records a process remembers where they are from: that is said when they are taken in."""
MATCHES, TOURNAMENTS = event_tag(MatchImported), event_tag(TournamentImported)
"""The topics of the facts that say so."""


class Origins:
    """The origins of all records of a store, for one process; *read* returns the fact of a row."""

    def __init__(self, stream: StreamRepository, read: Callable[[StoredEvent], Fact]) -> None:
        self._stream, self._read = stream, read
        self._known: LruCache[tuple[Fact, ...]] = LruCache(REMEMBERED)

    def imports(self, record: str) -> tuple[Fact, ...]:
        """Returns the facts that tell whence a *record*, which is stored, was brought: here, the last one."""
        if (found := self._known.get(record)) is None:
            rows = self._stream.of_topic(record, TOURNAMENTS if tournament_ids.is_one(record) else MATCHES)
            return self._known.put(record, tuple(map(self._read, rows)))
        return found

    def told(self, record: str, fact: Fact) -> Fact:
        """Returns *fact* with players of other services called so."""
        if isinstance(fact.event, SeatClaimed):
            return table.with_service_name(fact, self.imports(record))
        if isinstance(fact.event, TournamentFact):
            return tournaments.mark_foreign_players(fact, self.imports(record))
        return fact
