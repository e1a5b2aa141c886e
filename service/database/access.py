"""Rows of browser sessions and API tokens."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql

from domain.people import ApiTokenStored

from .engine import Database
from .journal import Journal
from .tables import sessions, tokens


class SessionRow(NamedTuple):
    """Encrypted contents of a browser session.

    `id` is the digest of the session key. `at` is the time of the last request.
    """

    id: str
    at: int
    sealed: bytes


_SESSION = select(sessions).where(sessions.c.id == bindparam("session"))
_NEW_SESSION = postgresql.insert(sessions)
_STORE_SESSION = _NEW_SESSION.on_conflict_do_update(
    index_elements=[sessions.c.id],
    set_={"at": _NEW_SESSION.excluded.at, "sealed": _NEW_SESSION.excluded.sealed},
)
_DELETE_SESSION = delete(sessions).where(sessions.c.id == bindparam("session"))
_SWEEP_SESSIONS = delete(sessions).where(sessions.c.at < bindparam("before"))


class SessionRepository:
    """Repository of browser sessions. Its methods raise database errors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find_session(self, id: str) -> SessionRow | None:
        """Returns the session with this *id*."""
        return next((SessionRow(*row) for row in self._database.select_rows(_SESSION, session=id)), None)

    def store_session(self, row: SessionRow) -> None:
        """Stores *row* and overwrites earlier contents in the file."""
        self._database.execute_write(_STORE_SESSION, **row._asdict(), overwrite=True)

    def delete_session(self, id: str) -> None:
        """Deletes the session with this *id*, if any, and overwrites it in the file."""
        self._database.execute_write(_DELETE_SESSION, session=id, overwrite=True)

    def sweep_sessions(self, before: int) -> None:
        """Deletes sessions without a request since a time."""
        self._database.execute_write(_SWEEP_SESSIONS, before=before)


class ApiTokenRow(NamedTuple):
    """API token with the SHA-256 of its secret, its scopes separated by spaces and its holder.

    Times are milliseconds since 1970. 0 means never.
    """

    id: str
    digest: str
    scopes: str
    name: str
    created: int
    expires: int
    revoked: int


_ADD_TOKEN = insert(tokens)
_TOKEN_OF_DIGEST = select(tokens).where(tokens.c.digest == bindparam("digest"))
_ALL_TOKENS = select(tokens).order_by(tokens.c.created, tokens.c.id)
_TOKEN = select(tokens).where(tokens.c.id == bindparam("api_token"))
_REVOKE_TOKEN = (
    update(tokens)
    .where(tokens.c.id == bindparam("api_token"), tokens.c.revoked == 0)
    .values(revoked=bindparam("at"))
    .returning(*tokens.c)
)


class ApiTokenRepository:
    """Repository of API tokens by their digests, with its journal. Its methods raise database errors."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database, self._journal = database, journal

    def add_api_token(self, row: ApiTokenRow) -> None:
        """Stores a new API token. Raises `IntegrityError` for an existing id."""
        with self._journal.begin() as (run, enter):
            run(_ADD_TOKEN, **row._asdict())
            enter([ApiTokenStored(*row)])

    def find_api_token(self, digest: str) -> ApiTokenRow | None:
        """Returns the API token with this *digest* of its secret."""
        return next(
            (ApiTokenRow(*row) for row in self._database.select_rows(_TOKEN_OF_DIGEST, digest=digest)), None
        )

    def list_api_tokens(self) -> list[ApiTokenRow]:
        """Returns all API tokens, oldest first."""
        return [ApiTokenRow(*row) for row in self._database.select_rows(_ALL_TOKENS)]

    def revoke_api_token(self, id: str, at: int) -> ApiTokenRow | None:
        """Revokes API token *id* unless it is revoked already. Returns its row, if it exists."""
        with self._journal.begin() as (run, enter):
            for row in run(_REVOKE_TOKEN, api_token=id, at=at):
                enter([ApiTokenStored(*row)])
            return next((ApiTokenRow(*row) for row in run(_TOKEN, api_token=id)), None)
