"""Replies: what a request that may be repeated was answered, as rows beside the log."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert

from .engine import Database
from .tables import replies


class ReplyRow(NamedTuple):
    """A request as it is kept, by an id: the digest of what it said, when it came, and what it brought about.

    That are facts `first` to `last` of `match`, the last at `position`; none, for a request that wrote
    something else. `sealed` holds the tokens that its reply told, `reply` all of it once it was given.
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
_KEEP = _NEW.on_conflict_do_update(index_elements=[replies.c.id], set_={"reply": _NEW.excluded.reply})
_SWEEP = delete(replies).where(replies.c.at < bindparam("before"))


class ReplyRepository:
    """Replies; the row of a request is appended with its facts. It raises the errors of the library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def reply(self, id: str) -> ReplyRow | None:
        """Returns the request with this *id*, if it brought anything about."""
        return next((ReplyRow(*row) for row in self._database.rows(_ONE, request=id)), None)

    def keep_reply(self, row: ReplyRow) -> None:
        """Keeps the reply of *row*; of a request that is known already nothing else is changed."""
        self._database.write(_KEEP, **row._asdict())

    def sweep_replies(self, before: int) -> None:
        """Forgets all requests that came before a time."""
        self._database.write(_SWEEP, before=before)
