"""Errors of requests before a tournament decides them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from domain.messages import Message

from ..shared.errors import DetailedError, VersionConflict


class InputError(NamedTuple):
    """An error in a list, with its JSON Pointer (RFC 6901), and its line and column from 1."""

    pointer: str
    message: Message
    line: int | None = None
    column: int | None = None


class InvalidFile(DetailedError, ValueError):
    """Raised for a file with *errors*; *sentence* states the refused action."""

    def __init__(self, sentence: Message, errors: Sequence[InputError]) -> None:
        super().__init__(sentence)
        self.errors = tuple(errors)

    def problem_members(self, say: Callable[[Message], str]) -> dict[str, Any]:
        """Returns the errors with JSON Pointers, lines and columns."""
        errors = [
            {"pointer": error.pointer, "detail": say(error.message)}
            | {name: number for name in ("line", "column") if (number := getattr(error, name))}
            for error in self.errors
        ]
        return {"errors": errors}


class InvalidRoster(InvalidFile):
    """Raised for a list with errors. No player of it was registered."""

    slug = "invalid-roster"

    def __init__(self, errors: Sequence[InputError]) -> None:
        super().__init__(Message("Nobody was registered. Mistakes: {count}.", count=len(errors)), errors)


def version_conflict(seq: int) -> VersionConflict:
    """Returns the conflict with a newer fact *seq* by another writer."""
    return VersionConflict(seq, Message("The tournament has gone on: its last fact is {seq}.", seq=seq))
