"""API tokens: who may do what, as rows beside the log."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, insert, select, update

from .engine import Database
from .tables import tokens


class ApiTokenRow(NamedTuple):
    """A stored API token: its id, the SHA-256 of its secret, its scopes with a space between, its holder.

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
_ONE = select(tokens).where(tokens.c.id == bindparam("api_token"))
_REVOKE = (
    update(tokens)
    .where(tokens.c.id == bindparam("api_token"), tokens.c.revoked == 0)
    .values(revoked=bindparam("at"))
)


class ApiTokenRepository:
    """API tokens by their digests alone; it raises the errors of the library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_api_token(self, row: ApiTokenRow) -> None:
        """Keeps a new API token; raises `IntegrityError` when its id is taken."""
        self._database.write(_ADD, **row._asdict())

    def api_token_of(self, digest: str) -> ApiTokenRow | None:
        """Returns the API token whose secret has this *digest*."""
        return next((ApiTokenRow(*row) for row in self._database.rows(_OF, digest=digest)), None)

    def api_tokens(self) -> list[ApiTokenRow]:
        """Returns every API token, the oldest first."""
        return [ApiTokenRow(*row) for row in self._database.rows(_ALL)]

    def revoke_api_token(self, id: str, at: int) -> ApiTokenRow | None:
        """Marks API token *id* as revoked, unless it is already; returns it as it is now, if there is one."""
        with self._database.writing() as run:
            run(_REVOKE, api_token=id, at=at)
            return next((ApiTokenRow(*row) for row in run(_ONE, api_token=id)), None)
