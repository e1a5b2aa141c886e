"""Sessions: what browsers remember, as rows beside the log."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert

from .engine import Database
from .tables import sessions


class SessionRow(NamedTuple):
    """What one browser remembers, sealed; `id` is the digest of its key, `at` when it came last."""

    id: str
    at: int
    sealed: bytes


_ONE = select(sessions).where(sessions.c.id == bindparam("session"))
_NEW = insert(sessions)
_KEEP = _NEW.on_conflict_do_update(
    index_elements=[sessions.c.id], set_={"at": _NEW.excluded.at, "sealed": _NEW.excluded.sealed}
)
_SWEEP = delete(sessions).where(sessions.c.at < bindparam("before"))


class SessionRepository:
    """What browsers remember; it raises the errors of the library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def session(self, id: str) -> SessionRow | None:
        """Returns the session with this *id*."""
        return next((SessionRow(*row) for row in self._database.rows(_ONE, session=id)), None)

    def keep_session(self, row: SessionRow) -> None:
        """Keeps *row* in the place of what was kept of it before, which is overwritten in the file."""
        self._database.write(_KEEP, **row._asdict(), overwrite=True)

    def sweep_sessions(self, before: int) -> None:
        """Forgets the sessions of browsers that came last before a time."""
        self._database.write(_SWEEP, before=before)
