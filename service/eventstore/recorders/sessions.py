"""Sessions: what browsers remember, as rows beside the log."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class SessionRow(NamedTuple):
    """What one browser remembers, sealed; `id` is the digest of its key, `at` when it came last."""

    id: str
    at: int
    sealed: bytes


class SessionRecorder(Protocol):
    """A recorder that keeps sessions beside the facts."""

    def session(self, id: str) -> SessionRow | None:
        """Returns the session with this *id*."""

    def keep_session(self, row: SessionRow) -> None:
        """Keeps *row* in the place of what was kept of it before."""

    def sweep_sessions(self, before: int) -> None:
        """Forgets the sessions of browsers that came last before a time."""
