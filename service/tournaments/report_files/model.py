"""The content of a report file with players, rounds by starting rank, and notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from domain.messages import Message
from domain.tournament.facts import Requested
from domain.tournament.plan import Points, Tiebreaker, Unplayed
from domain.tournament.scoring.results import Result

from ..errors import InputError, InvalidFile

POINTER = "/report"
MAX_PLAYERS = 2000
MAX_ROUNDS = 100
MAX_CELLS = 20_000
"""Cells of all players and rounds, such as 1,000 players through 20 rounds."""
MAX_CHARACTERS = 2_000_000

Rank: TypeAlias = int
"""The starting rank of a player, from 1."""
Records: TypeAlias = Mapping[str, Sequence[tuple[int, str]]]
"""The lines of a file by tag, with their numbers from 1."""


class InvalidReport(InvalidFile):
    """Raised for a report file with errors. The service opened no tournament."""

    slug = "invalid-report"

    def __init__(self, errors: list[InputError]) -> None:
        sentence = Message("The report file cannot be read. Mistakes: {count}.", count=len(errors))
        super().__init__(sentence, errors)


class Notes:
    """Errors and warnings about a file, each with its line and column from 1."""

    def __init__(self) -> None:
        self.errors: list[InputError] = []
        self.warnings: list[InputError] = []

    def add_error(self, message: Message, line: int, column: int = 1) -> None:
        """Adds an error."""
        self.errors.append(InputError(POINTER, message, line, column))

    def add_warning(self, message: Message, line: int, column: int = 1) -> None:
        """Adds a warning."""
        self.warnings.append(InputError(POINTER, message, line, column))

    def raise_errors(self) -> None:
        """Raises `InvalidReport` with all errors, if there are any."""
        if self.errors:
            raise InvalidReport(sorted(self.errors, key=lambda error: (error.line or 0, error.column or 0)))


class Cell(NamedTuple):
    """A round on the line of a player with opponent (0 without one), colour and result code."""

    opponent: Rank
    colour: Literal["w", "b", "-"]
    code: str
    column: int

    @property
    def is_blank(self) -> bool:
        """Whether the line has nothing about the round."""
        return not self.opponent and not self.code


class PlayerLine(NamedTuple):
    """A player in record 001; `points` are absent from some files."""

    line: int
    rank: Rank
    name: str
    rating: int | None
    points: str
    cells: tuple[Cell, ...]


class ReadGame(NamedTuple):
    """A game of two players, the first turn first, with its result if the file has one."""

    seats: tuple[Rank, Rank]
    result: Result | None


class ReadRound(NamedTuple):
    """A round by starting ranks."""

    games: tuple[ReadGame, ...]
    byes: Mapping[Rank, Unplayed]


class Header(NamedTuple):
    """The announcements of a file; `rounds` and `first_turn` are absent from some."""

    title: str
    rounds: int | None
    format: Literal["swiss", "round_robin"]
    engine: str
    points: Points
    tiebreakers: tuple[Tiebreaker, ...]
    first_turn: Literal[0, 1] | None
    program: str


class Report(NamedTuple):
    """A complete report file; `byes` are those of coming rounds, and `gone` the departed players."""

    header: Header
    players: tuple[PlayerLine, ...]
    rounds: tuple[ReadRound, ...]
    byes: Mapping[int, Mapping[Rank, Requested]]
    gone: tuple[Rank, ...]
    warnings: tuple[InputError, ...]
    digest: str
