"""Records that are parked: what could not be carried on, and is tried again until it can."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from domain.published import Instant
from projections.view_store import ViewStore

AT_MOST = 1000
"""How many records are looked at."""


class ParkedRecord(Struct, frozen=True):
    """A `record`, of a match or tournament, that is set aside at its fact `seq`, and the reason.

    `tournament` is the one that waits for it, and `since` the time from which it does.
    """

    record: str
    seq: int
    tournament: str
    why: str
    since: Instant


class Parking:
    """The records that are parked, which lie with the position of the process that parks them."""

    def __init__(self, views: ViewStore, name: str) -> None:
        self._views, self._name = views, name

    def all(self) -> dict[str, ParkedRecord]:
        """Returns what is parked, by record."""
        found = self._views.scan(self._name, "", AT_MOST)
        decoded = (msgspec.json.decode(view, type=ParkedRecord | None) for _, view in found)
        return {parked.record: parked for parked in decoded if parked is not None}

    def of(self, tournament: str) -> list[ParkedRecord]:
        """Returns what a *tournament* waits for, the oldest first."""
        parked_records = (
            parked_record for parked_record in self.all().values() if parked_record.tournament == tournament
        )
        return sorted(parked_records, key=lambda parked: (parked.since, parked.record))

    def save(self, changed: dict[str, ParkedRecord | None], after: int, position: int) -> None:
        """Keeps what was parked, and with `None` what is no more, with how far the process has come.

        Raises `CheckpointConflict` when another process has come further.
        """
        changes = {record: msgspec.json.encode(parked_record) for record, parked_record in changed.items()}
        self._views.save(self._name, changes, after, position)
