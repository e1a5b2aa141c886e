"""How a command on a tournament is refused before its record is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain.errors import LocalizableError
from domain.messages import Message

from ..matches.repository import VersionConflict


class UnknownTournament(LocalizableError, LookupError):
    """There is no such tournament."""

    slug = "unknown-tournament"

    def __init__(self, tournament: str) -> None:
        super().__init__(Message("There is no tournament {tournament}.", tournament=tournament))


class Mistake(NamedTuple):
    """What is wrong with a list of players: where (RFC 6901), and in a text its line and column, from 1."""

    pointer: str
    told: Message
    line: int | None = None
    column: int | None = None


class InvalidRoster(LocalizableError, ValueError):
    """Nobody of a list was registered: these are all its mistakes."""

    slug = "invalid-roster"

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        super().__init__(Message("Nobody was registered. Mistakes: {count}.", count=len(mistakes)))
        self.mistakes = tuple(mistakes)


def gone_on(seq: int) -> VersionConflict:
    """Returns what to raise when somebody was faster: the tournament stands at fact *seq*."""
    return VersionConflict(seq, Message("The tournament has gone on: it stands at fact {seq}.", seq=seq))
