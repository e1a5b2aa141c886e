"""Parked records, which their process retries until it succeeds."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from domain.published import Instant
from projections.view_store import ViewStore

MAX_RECORDS = 1000
"""The most parked records in one read."""


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
    """The parked records of a process, stored with its position."""

    def __init__(self, views: ViewStore, name: str) -> None:
        self._views, self._name = views, name

    def load_all(self) -> dict[str, ParkedRecord]:
        """Returns the parked records by record."""
        views = self._views.scan(self._name, "", MAX_RECORDS)
        decoded = (msgspec.json.decode(view, type=ParkedRecord | None) for _, view in views)
        return {parked.record: parked for parked in decoded if parked is not None}

    def waiting_for(self, tournament: str) -> list[ParkedRecord]:
        """Returns the parked records of a *tournament*, the oldest first."""
        parked_records = (
            parked_record
            for parked_record in self.load_all().values()
            if parked_record.tournament == tournament
        )
        return sorted(parked_records, key=lambda parked: (parked.since, parked.record))

    def save_changes(self, changed: dict[str, ParkedRecord | None], after: int, position: int) -> None:
        """Stores parked records, removes those with `None`, and stores the new position.

        Raises `CheckpointConflict` when another process is ahead.
        """
        changes = {record: msgspec.json.encode(parked_record) for record, parked_record in changed.items()}
        self._views.save(self._name, changes, after, position)
