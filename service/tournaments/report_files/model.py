"""The contents of a report file: players with their lines, rounds by starting rank, notes about lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from domain.messages import Message
from domain.tournament.facts import Requested
from domain.tournament.plan import Points, Tiebreaker, Unplayed
from domain.tournament.scoring.results import Result

from ..errors import InvalidFile, Mistake

POINTER = "/report"
MAX_PLAYERS = 2000
MAX_ROUNDS = 100
MAX_CELLS = 20_000
"""Cells of all players and rounds: 1,000 players through 20 rounds."""
MAX_CHARACTERS = 2_000_000

Rank: TypeAlias = int
"""The starting rank of a player, from 1."""
Records: TypeAlias = Mapping[str, Sequence[tuple[int, str]]]
"""The lines of a file by tag, with their numbers from 1."""


class InvalidReport(InvalidFile):
    """No tournament was opened from a report file: these are all its mistakes."""

    slug = "invalid-report"

    def __init__(self, mistakes: list[Mistake]) -> None:
        sentence = Message("The report file cannot be read. Mistakes: {count}.", count=len(mistakes))
        super().__init__(sentence, mistakes)


class Notes:
    """Mistakes and warnings about a file, each with its line and column from 1."""

    def __init__(self) -> None:
        self.mistakes: list[Mistake] = []
        self.warnings: list[Mistake] = []

    def refuse(self, message: Message, line: int, column: int = 1) -> None:
        """Adds a mistake."""
        self.mistakes.append(Mistake(POINTER, message, line, column))

    def warn(self, message: Message, line: int, column: int = 1) -> None:
        """Adds a warning."""
        self.warnings.append(Mistake(POINTER, message, line, column))

    def check(self) -> None:
        """Raises `InvalidReport` with all mistakes, if there are any."""
        if self.mistakes:
            raise InvalidReport(sorted(self.mistakes, key=lambda one: (one.line or 0, one.column or 0)))


class Cell(NamedTuple):
    """A round on the line of a player: the opponent, 0 without one, the colour and the code of the result."""

    opponent: Rank
    colour: Literal["w", "b", "-"]
    code: str
    column: int

    @property
    def is_blank(self) -> bool:
        """Whether the line says nothing about the round."""
        return not self.opponent and not self.code


class PlayerLine(NamedTuple):
    """A player as record 001 has it; `points` are absent from some files."""

    line: int
    rank: Rank
    name: str
    rating: int | None
    points: str
    cells: tuple[Cell, ...]


class Pairing(NamedTuple):
    """A game of two players, the first turn first, and its result, if the file has one."""

    seats: tuple[Rank, Rank]
    result: Result | None


class ReadRound(NamedTuple):
    """A round by starting ranks."""

    games: tuple[Pairing, ...]
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
    """A report file as a whole: `byes` are those of rounds to come, `gone` players who left."""

    header: Header
    players: tuple[PlayerLine, ...]
    rounds: tuple[ReadRound, ...]
    byes: Mapping[int, Mapping[Rank, Requested]]
    gone: tuple[Rank, ...]
    warnings: tuple[Mistake, ...]
    digest: str
