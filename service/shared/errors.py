"""Errors of several rooms, such as unknown ids, forbidden and conflicting commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.errors import InvalidField, LocalizableError
from domain.messages import Message


class DetailedError(LocalizableError):
    """An error with its own members or headers in the problem."""

    def problem_members(self, say: Callable[[Message], str]) -> dict[str, Any]:
        """Returns the members of the problem except its detail. *say* translates a sentence."""
        return {}

    def problem_headers(self) -> dict[str, str]:
        """Returns the headers of the problem."""
        return {}


class UnknownGame(LocalizableError, LookupError):
    """The service has no such game."""

    slug = "unknown-game"


class UnknownMatch(LocalizableError, LookupError):
    """There is no such match."""

    slug = "unknown-match"


class UnknownSeat(LocalizableError, LookupError):
    """The match has no such seat."""

    slug = "unknown-seat"


class UnknownToken(LocalizableError):
    """The token opens nothing here."""

    slug = "unknown-token"


class Forbidden(LocalizableError):
    """The token is valid, but lacks the right."""

    slug = "not-yours"


class LimitReached(LocalizableError):
    """There is no room for one more."""

    slug = "full"


class UnknownTournament(LocalizableError, LookupError):
    """There is no such tournament."""

    slug = "unknown-tournament"

    def __init__(self, tournament: str) -> None:
        super().__init__(Message("There is no tournament {tournament}.", tournament=tournament))


class VersionConflict(DetailedError):
    """Another client was faster, and the match is now at `seq`."""

    slug = "stale"

    def __init__(self, seq: int, message: Message | None = None) -> None:
        super().__init__(message or Message("The match has gone on: its last fact is {seq}.", seq=seq))
        self.seq = seq

    def problem_members(self, say: Callable[[Message], str]) -> dict[str, Any]:
        """Returns the last fact."""
        return {"seq": self.seq}

    def problem_headers(self) -> dict[str, str]:
        """Returns the ETag of the last fact."""
        return {"ETag": f'"{self.seq}"'}


class InvalidOptions(InvalidField, ValueError):
    """A match of this game cannot have that."""

    slug = "unplayable"
