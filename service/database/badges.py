"""API tokens: who may do what, as rows beside the log."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, insert, select, update

from .engine import Database
from .tables import tokens


class BadgeRow(NamedTuple):
    """A badge as it is kept: its id, the SHA-256 of its token, its scopes with a space between, its holder.

    Times are milliseconds since 1970, 0 for never.
    """

    id: str
    digest: str
    scopes: str
    name: str
    created: int
    expires: int
    revoked: int


_ADD = insert(tokens)
_OF = select(tokens).where(tokens.c.digest == bindparam("digest"))
_ALL = select(tokens).order_by(tokens.c.created, tokens.c.id)
_ONE = select(tokens).where(tokens.c.id == bindparam("badge"))
_REVOKE = (
    update(tokens)
    .where(tokens.c.id == bindparam("badge"), tokens.c.revoked == 0)
    .values(revoked=bindparam("at"))
)


class BadgeRepository:
    """API tokens by their digests alone; it raises the errors of the library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_badge(self, row: BadgeRow) -> None:
        """Keeps a new badge; raises `IntegrityError` when its id is taken."""
        self._database.write(_ADD, **row._asdict())

    def badge_of(self, digest: str) -> BadgeRow | None:
        """Returns the badge whose token has this *digest*."""
        return next((BadgeRow(*row) for row in self._database.rows(_OF, digest=digest)), None)

    def badges(self) -> list[BadgeRow]:
        """Returns every badge, the oldest first."""
        return [BadgeRow(*row) for row in self._database.rows(_ALL)]

    def revoke_badge(self, id: str, at: int) -> BadgeRow | None:
        """Marks badge *id* as revoked, unless it is already; returns it as it is now, if there is one."""
        with self._database.writing() as run:
            run(_REVOKE, badge=id, at=at)
            return next((BadgeRow(*row) for row in run(_ONE, badge=id)), None)
