"""People: the names beside the log, and the ids that stand for them in it, as rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class PeopleRecorder(Protocol):
    """A recorder that keeps what people are called beside the facts, and can forget it."""

    def enrol(self, id: str, name: str) -> str:
        """Returns the id of *name*, which is *id* from now on if it had none."""

    def person(self, name: str) -> str | None:
        """Returns the id of *name*, if it has one."""

    def names(self, ids: Iterable[str]) -> dict[str, str]:
        """Returns the names of *ids*, of those that have one."""

    def erase(self, name: str) -> bool:
        """Forgets *name*; tells whether it was known."""
