"""Rows of idempotent requests with their replies."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert

from .engine import Database
from .tables import replies


class ReplyRow(NamedTuple):
    """Idempotent request with the digest of its contents, its time and its effect.

    The effect is facts `first` to `last` of `match`, the last at `position`, or no facts. `sealed` holds the
    encrypted tokens of the reply. `reply` is the whole reply, once it exists.
    """

    id: str
    digest: str
    at: int
    match: str = ""
    first: int = 0
    last: int = 0
    position: int = 0
    sealed: bytes = b""
    reply: bytes = b""


_ONE = select(replies).where(replies.c.id == bindparam("request"))
_NEW = insert(replies)
_STORE = _NEW.on_conflict_do_update(index_elements=[replies.c.id], set_={"reply": _NEW.excluded.reply})
_SWEEP = delete(replies).where(replies.c.at < bindparam("before"))


class ReplyRepository:
    """Repository of replies. Its methods raise database errors.

    The row of a request enters the table together with its facts.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def find_reply(self, id: str) -> ReplyRow | None:
        """Returns the request with this *id*, if it had an effect."""
        return next((ReplyRow(*row) for row in self._database.select_rows(_ONE, request=id)), None)

    def store_reply(self, row: ReplyRow) -> None:
        """Stores the reply of *row*. Other columns of an existing row stay."""
        self._database.execute_write(_STORE, **row._asdict())

    def sweep_replies(self, before: int) -> None:
        """Deletes all requests from before a time."""
        self._database.execute_write(_SWEEP, before=before)
