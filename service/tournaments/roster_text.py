"""Lists of players as people paste them: a name a line, or CSV with a line of headings."""

from __future__ import annotations

import csv
import re
from typing import NamedTuple

from domain.messages import Message

from .entrants import Entrant, Person
from .errors import InvalidRoster, Mistake

HEADINGS = ("name", "player", "rating", "source", "need", "members")
MOST = 2000
"""How many players a list may have."""

_RATING = re.compile(r"-?[0-9]{1,6}", re.ASCII)


class Roster(NamedTuple):
    """The entrants of a list, the line of each, and the columns of the fields that its headings name."""

    entrants: tuple[Entrant, ...]
    lines: tuple[int, ...]
    columns: dict[str, int]

    def mistake(self, entrant: int, field: str, told: Message) -> Mistake:
        """Returns a mistake of an entrant, by its place in the list, in one of its fields."""
        return Mistake("/roster", told, self.lines[entrant], self.columns.get(field, 1))


def read(text: str) -> Roster:
    """Returns the list that *text* tells; raises `InvalidRoster` with all its mistakes.

    Where the first line has semicolons and no comma, they part the columns, as spreadsheets write them in
    French and Italian.
    """
    first = next(iter(text.strip().splitlines()), "")
    reader = csv.reader(text.splitlines(), delimiter=";" if ";" in first and "," not in first else ",")
    rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    rows = [(line, row) for line, row in rows if any(row)]
    if not rows:
        raise InvalidRoster([Mistake("/roster", Message("There is nobody on the list."), 1, 1)])
    headings = [cell.casefold() for cell in rows[0][1]]
    if headings[0] in HEADINGS or len(headings) > 1:
        return _table(headings, rows)
    return _made([(line, {"name": row[0]}, len(row)) for line, row in rows], ["name"], [])


def _table(headings: list[str], rows: list[tuple[int, list[str]]]) -> Roster:
    line = rows[0][0]
    known = Message("There are the columns {columns}.", columns=", ".join(HEADINGS))
    mistakes = [
        Mistake("/roster", known, line, column)
        for column, name in enumerate(headings, 1)
        if name not in HEADINGS or name in headings[: column - 1]
    ]
    if mistakes:
        raise InvalidRoster(mistakes)
    return _made(
        [(line, dict(zip(headings, row, strict=False)), len(row)) for line, row in rows[1:]],
        headings,
        mistakes,
    )


def _made(
    rows: list[tuple[int, dict[str, str], int]], headings: list[str], mistakes: list[Mistake]
) -> Roster:
    columns = {name: column for column, name in enumerate(headings, 1)}
    for line, told, cells in rows:
        if cells > len(headings):
            wrong = Message("This line has {cells} columns, not {wanted}.", cells=cells, wanted=len(headings))
            mistakes.append(Mistake("/roster", wrong, line, len(headings) + 1))
        if (rating := told.get("rating")) and not _RATING.fullmatch(rating):
            wrong = Message("A rating is a whole number, and “{given}” is none.", given=rating)
            mistakes.append(Mistake("/roster", wrong, line, columns["rating"]))
    if len(rows) > MOST:
        wrong = Message("A list has up to {most} players.", most=MOST)
        mistakes.append(Mistake("/roster", wrong, rows[MOST][0], 1))
    if mistakes:
        raise InvalidRoster(mistakes)
    entrants = tuple(_entrant(told) for _, told, _ in rows)
    return Roster(entrants, tuple(line for line, *_ in rows), columns)


def _entrant(told: dict[str, str]) -> Entrant:
    members = [name.strip() for name in told.get("members", "").split(";")]
    return Entrant(
        told.get("name") or None,
        told.get("player") or None,
        members=tuple(Person(name) for name in members if name),
        need=told.get("need", ""),
        rating=int(told["rating"]) if told.get("rating") else None,
        source=told.get("source", ""),
    )
