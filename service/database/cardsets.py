"""Card sets that matches are pinned to, as rows beside the log."""

from __future__ import annotations

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.postgresql import insert

from .engine import Database
from .tables import card_sets

_KEEP = insert(card_sets).on_conflict_do_nothing()
_KEPT = select(card_sets.c.content).where(card_sets.c.digest == bindparam("digest"))


class CardSetRepository:
    """Card sets by their digests; it raises the errors of the library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, digest: str, content: bytes) -> None:
        """Stores the *content* of a card set under its *digest*, unless it is there."""
        self._database.write(_KEEP, digest=digest, content=content)

    def kept(self, digest: str) -> bytes | None:
        """Returns what was stored under *digest*, if anything."""
        return next((content for (content,) in self._database.rows(_KEPT, digest=digest)), None)
