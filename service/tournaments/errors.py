"""How a command on a tournament is refused before its record is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from domain.messages import Message

from ..shared.errors import DetailedError, VersionConflict


class Mistake(NamedTuple):
    """What is wrong with a list of players: where (RFC 6901), and in a text its line and column, from 1."""

    pointer: str
    told: Message
    line: int | None = None
    column: int | None = None


class InvalidFile(DetailedError, ValueError):
    """A file has *mistakes*; *sentence* says what the service did not do."""

    def __init__(self, sentence: Message, mistakes: Sequence[Mistake]) -> None:
        super().__init__(sentence)
        self.mistakes = tuple(mistakes)

    def problem_members(self, say: Callable[[Message], str]) -> dict[str, Any]:
        """Returns the mistakes as errors with JSON Pointers, lines and columns."""
        errors = [
            {"pointer": mistake.pointer, "detail": say(mistake.told)}
            | {name: number for name in ("line", "column") if (number := getattr(mistake, name))}
            for mistake in self.mistakes
        ]
        return {"errors": errors}


class InvalidRoster(InvalidFile):
    """Nobody of a list was registered: these are all its mistakes."""

    slug = "invalid-roster"

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        super().__init__(Message("Nobody was registered. Mistakes: {count}.", count=len(mistakes)), mistakes)


def gone_on(seq: int) -> VersionConflict:
    """Returns what to raise when somebody was faster: the tournament stands at fact *seq*."""
    return VersionConflict(seq, Message("The tournament has gone on: it stands at fact {seq}.", seq=seq))
