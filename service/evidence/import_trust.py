"""Origins of imported matches and tournaments, and the operator's trust in their keys."""

from __future__ import annotations

from collections.abc import Set

from msgspec.structs import replace

from domain import table
from domain.table import Import
from domain.tournament.state import Tournament

from ..eventstore.store import Store


class ImportTrust:
    """Origins of imports, each marked if the operator trusts its key now."""

    def __init__(self, store: Store, trusted: Set[str]) -> None:
        self._store, self._trusted = store, trusted

    def match_origin(self, match: str) -> Import | None:
        """Returns the origin of *match*, if it was imported."""
        marks = self._store.import_facts(match)
        return self.with_trust(table.imported_by(marks[-1])) if marks else None

    def tournament_origin(self, t: Tournament) -> Import | None:
        """Returns the origin of a tournament, if it was imported."""
        return t.origin and self.with_trust(t.origin)

    def with_trust(self, imported: Import) -> Import:
        """Returns *imported*, marked if the operator trusts its key."""
        return replace(imported, trusted=self.is_trusted(imported.key))

    def is_trusted(self, key: str) -> bool:
        """Returns whether the operator trusts the public *key*."""
        return key in self._trusted
