"""Parses typed results with a table, its result and scores, such as `7 1-0 18-12`.

`!` precedes the reason for scores that contradict the result.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from domain.messages import Message
from domain.tournament.refusals import Refused
from domain.tournament.scoring.result_checks import contradicts_places
from domain.tournament.scoring.result_entry import require_open_table
from domain.tournament.scoring.results import Result, result_error
from domain.tournament.state import Round, Table, TableRef, Tournament

from ....shared.errors import InvalidOptions

Field: TypeAlias = Literal["table", "result", "scores", "rest"]
"""The parts of a line, in their order."""

DRAW_WORDS = ("draw", "tie", "remis", "nul", "nulle", "égalité", "patta", "pareggio", "parità")
"""A draw in English, French and Italian."""

RESULTS_OF_TWO: Mapping[str, Result] = {
    "1-0": Result((1, 2)),
    "0-1": Result((2, 1)),
    "0-0": Result((2, 2)),
    **dict.fromkeys(("½-½", "½", "1/2-1/2", "1/2", "0.5-0.5", "0,5-0,5", "="), Result((1, 1))),
    **dict.fromkeys(DRAW_WORDS, Result((1, 1))),
    **dict.fromkeys(("+-", "+--", "+/-"), Result((1, 2), forfeits=(1,))),
    **dict.fromkeys(("-+", "--+", "-/+"), Result((2, 1), forfeits=(0,))),
    **dict.fromkeys(("--", "---", "-/-"), Result((2, 2), forfeits=(0, 1))),
}
"""The notations of each result of a table of two."""

DASHES = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212", "-" * 6)
"""Dashes that keyboards insert for a hyphen."""
FIELDS = re.compile(r"(?:\d{1,6}|½)\s*[-:]\s*(?:\d{1,6}|½)(?!\S)|\S+", re.ASCII)
"""A field of a line. Spaces may surround the sign between two numbers."""
GAMES = re.compile(r"(\d{1,6})[-:](\d{1,6})", re.ASCII)
"""The games, or points, of two players."""
SCORES = re.compile(r"\d{1,6}(?:[-:/]\d{1,6})+|-?\d{1,6}(?:,-?\d{1,6})+", re.ASCII)
OVERRULE = "!"
"""Precedes the reason for scores that contradict the result."""
ABSENT = "-"
"""Replaces the place of an absent seat."""


class InvalidLine(InvalidOptions):
    """Raised for a line without a result, at a `column` from 1 and its `field`."""

    def __init__(self, column: int, field: Field, reason: Message) -> None:
        super().__init__(f"/{field}", Message("Column {column}: {reason}", column=column, reason=reason))
        self.column, self.field, self.reason = column, field, reason


class Entry(NamedTuple):
    """The result of a table in a line, and the reason for contradicting scores."""

    table: int
    result: Result
    overrule: str = ""


def entry_of(table: Table, line: str, start: int = 0) -> Entry:
    """Returns the entry of a *table* in *line* from *start* on; raises `InvalidLine`."""
    fields, mark, reason = line.partition(OVERRULE)
    result, overrule_reason = parse_result(fields, len(table.seats), start), reason.strip()
    if contradicts_places(result) and not overrule_reason:
        message = Message(
            "the scores contradict the result. If it is right, add {mark} and the reason.", mark=OVERRULE
        )
        raise InvalidLine(len(fields.rstrip()) + 1, "scores", message)
    if mark and not contradicts_places(result):
        message = Message("the scores do not contradict the result: leave {mark} out.", mark=OVERRULE)
        raise InvalidLine(len(fields) + 1, "rest", message)
    return Entry(table.number, result, overrule_reason)


def parse_line(t: Tournament, round_: Round, line: str) -> Entry:
    """Returns the entry of *line* for an open table of *round_*; raises `InvalidLine`."""
    first = re.search(r"\S+", line)
    if first is None:
        raise InvalidLine(1, "table", Message("The number of a table comes first."))
    number = first[0].rstrip(".:)")
    if not re.fullmatch(r"\d{1,6}", number, re.ASCII):
        reason = Message("“{given}” is no number of a table.", given=first[0][:20])
        raise InvalidLine(first.start() + 1, "table", reason)
    try:
        _, table = require_open_table(
            t, TableRef(round_.stage, round_.number, int(number)), needs_start=False
        )
    except Refused as error:
        raise InvalidLine(first.start() + 1, "table", error.message) from error
    return entry_of(table, line, first.end())


def parse_result(line: str, seats: int, start: int = 0) -> Result:
    """Returns the result of a table with *seats* in *line* from *start* on.

    Raises `InvalidLine`.
    """
    fields = [*FIELDS.finditer(line.translate(DASHES), start)]
    if not fields:
        raise InvalidLine(len(line.rstrip()) + 1, "result", Message("The result is missing."))
    first, *matches = fields
    result = _parse_field(_without_spaces(first), seats, first.start() + 1)
    _check_result(result, seats, first.start() + 1, "result")
    if not matches:
        return result
    second, *surplus = matches
    value = _without_spaces(second)
    if not SCORES.fullmatch(value):
        reason = Message("“{given}” is no list of scores, such as 18-12.", given=second[0][:20])
        raise InvalidLine(second.start() + 1, "scores", reason)
    separators = r"," if "," in value else r"[-:/]"
    scores = tuple(map(int, re.split(separators, value)))
    if surplus:
        reason = Message("After the scores “{given}” is too much.", given=surplus[0][0][:20])
        raise InvalidLine(surplus[0].start() + 1, "rest", reason)
    scored = Result(result.places, scores, result.forfeits)
    _check_result(scored, seats, second.start() + 1, "scores")
    return scored


def _parse_field(value: str, seats: int, column: int) -> Result:
    if seats == 2 and (result := _result_of_two(value)) is not None:
        return result
    places = value.split(",")
    if len(places) > 1 and all(re.fullmatch(r"\d{1,2}|-", field, re.ASCII) for field in places):
        return _placed_result(places)
    if seats == 2:
        reason = Message(
            "“{given}” is no result of two: 1-0, 0-1, 2-1, ½, draw, 0-0, +-, -+ or --.", given=value[:20]
        )
    else:
        reason = Message(
            "“{given}” names no places: one for each of the {seats} seats, such as 1,2,2,4, - for absent.",
            given=value[:20],
            seats=seats,
        )
    raise InvalidLine(column, "result", reason)


def _result_of_two(value: str) -> Result | None:
    """Returns the result of two players by a sign, a word or the score of the games."""
    if result := RESULTS_OF_TWO.get(value.casefold().replace(":", "-")):
        return result
    games = GAMES.fullmatch(value)
    if games is None:
        return None
    first, second = map(int, games.groups())
    places = (1, 1) if first == second else (1, 2) if first > second else (2, 1)
    return Result(places, (first, second))


def _without_spaces(field: re.Match[str]) -> str:
    return re.sub(r"\s", "", field[0])


def _placed_result(fields: list[str]) -> Result:
    """Returns the result of these places; absent seats share the last place."""
    absent = tuple(seat for seat, field in enumerate(fields) if field == ABSENT)
    last = len(fields) if len(absent) == len(fields) else len(fields) - len(absent) + 1
    return Result(tuple(last if field == ABSENT else int(field) for field in fields), forfeits=absent)


def _check_result(result: Result, seats: int, column: int, field: Field) -> None:
    if reason := result_error(result, seats):
        raise InvalidLine(column, field, reason)
