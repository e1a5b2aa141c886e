"""Rows of the owners who pay for the bots of matches."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert

from .engine import Database
from .tables import match_owners


class MatchOwnerRow(NamedTuple):
    """Owner of the work for a match, and whether its bots run on without watchers, 0 or 1."""

    match: str
    owner: str
    runs_on: int = 0


_ONE = select(match_owners).where(match_owners.c.match == bindparam("of"))
_ADD = insert(match_owners).on_conflict_do_nothing()
_DELETE = delete(match_owners).where(match_owners.c.match == bindparam("of"))


class MatchOwnerRepository:
    """Repository of the owners of matches. Its methods raise database errors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_owner(self, row: MatchOwnerRow) -> None:
        """Adds the owner of a match, unless it has one."""
        self._database.execute_write(_ADD, **row._asdict())

    def find_owner(self, match: str) -> MatchOwnerRow | None:
        """Returns the owner of *match*, if it has one."""
        return next((MatchOwnerRow(*row) for row in self._database.select_rows(_ONE, of=match)), None)

    def delete_owner(self, match: str) -> None:
        """Deletes the owner of *match*."""
        self._database.execute_write(_DELETE, of=match)
