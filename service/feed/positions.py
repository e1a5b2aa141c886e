"""Positions of the log that clients return with, and the refusal of those that no reply has told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from domain.messages import Message

from ..eventstore.store import Store
from ..shared.errors import DetailedError


class PositionAhead(DetailedError):
    """The position of a client is beyond the end of the log: it is one of another log, or of a lost end."""

    slug: ClassVar[str] = "position-ahead"

    def __init__(self, position: int, end: int, log: str) -> None:
        super().__init__(
            Message(
                "Position {position} is beyond the end of the log {log}, which is {end}.",
                position=position,
                end=end,
                log=log,
            )
        )
        self.end, self.log = end, log

    def problem_members(self, say: Callable[[Message], str]) -> dict[str, Any]:
        """Returns the end of the log and its id."""
        return {"end": self.end, "log": self.log}


def check_position(store: Store, position: int) -> None:
    """Raises `PositionAhead` for a *position* beyond the last fact of the log."""
    end = store.position()
    if position > end:
        raise PositionAhead(position, end, store.log_id)
