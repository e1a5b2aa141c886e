"""Reads rosters with a name per line, or with columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.messages import Message

from ...shared.record_ids import is_player_id
from ..entry.entrants import Entrant, Person
from ..errors import InputError, InvalidRoster
from .cells import SEPARATORS, CellError, read_separator, split_cells
from .encodings import WINDOWS, RosterText, check_size
from .headings import NAME_FIELDS, SYNONYMS, Field, fields_by_contents, fields_of
from .values import (
    MAX_RATING_DIGITS,
    ends_with_number,
    first_name_first,
    has_control_character,
    rating_of,
    without_counts,
    without_number,
)

MAX_ROWS = 5_000
"""The most lines of a list without blank ones."""
MAX_LINE_CHARACTERS = 10_000

TAB = "\t"
_EDGES = " \u00a0" + "".join(SEPARATORS)

Line = tuple[int, str]
"""The number of a line, from 1, and its text."""


class Column(NamedTuple):
    """A column with its heading and its field, `None` for an unused one."""

    heading: str
    field: Field | None


class Roster(NamedTuple):
    """The entrants of a list with their lines, its columns, warnings and errors."""

    entrants: tuple[Entrant, ...]
    lines: tuple[int, ...]
    columns: tuple[Column, ...] = ()
    separator: str | None = None
    warnings: tuple[InputError, ...] = ()
    errors: tuple[InputError, ...] = ()

    def require_valid(self) -> Roster:
        """Returns the list; raises `InvalidRoster` with all its errors."""
        if self.errors:
            raise InvalidRoster(self.errors)
        return self

    def error_at(self, entrant: int, field: str, message: Message) -> InputError:
        """Returns an error in a *field* of an entrant, by its index."""
        fields = [str(column.field) for column in self.columns]
        alike = NAME_FIELDS if field in NAME_FIELDS else (field,)
        column = next((1 + fields.index(name_field) for name_field in alike if name_field in fields), 1)
        return InputError("/roster", message, self.lines[entrant], column)


class _Reader:
    """Reads one list, and collects its errors and warnings."""

    def __init__(self, text: str) -> None:
        lines = [*enumerate(text.removeprefix("\ufeff").splitlines(), 1)]
        declared = read_separator(lines[0][1]) if lines else None
        self.separator = declared
        self.lines: list[Line] = [line for line in lines[declared is not None :] if line[1].strip()]
        self.rows: list[Line] = []
        """The lines below the headings, if there are columns."""
        self.errors: list[InputError] = []
        self.warnings: list[InputError] = []

    def read_list(self) -> Roster:
        """Returns the list with its errors; raises `InvalidRoster` for an empty or too long one."""
        if not self.lines:
            raise InvalidRoster([InputError("/roster", Message("There is nobody on the list."), 1, 1)])
        if len(self.lines) > MAX_ROWS:
            message = Message("A list has up to {most} rows.", most=MAX_ROWS)
            raise InvalidRoster([InputError("/roster", message, self.lines[MAX_ROWS][0], 1)])
        for number, line in self.lines:
            if len(line) > MAX_LINE_CHARACTERS:
                message = Message("A line of a list has up to {most} characters.", most=MAX_LINE_CHARACTERS)
                raise InvalidRoster([InputError("/roster", message, number, 1)])
        columns = self._named_columns()
        rows = [*(self._column_entrants(columns) if columns else self._name_entrants())]
        if not rows and not self.errors:
            self._add_error(Message("There is nobody on the list."), self.lines[0][0])
        return Roster(
            tuple(entrant for _, entrant in rows),
            tuple(line for line, _ in rows),
            columns or (Column("", "name"),),
            self.separator,
            tuple(self.warnings),
            tuple(sorted(self.errors, key=lambda error: (error.line or 0, error.column or 0))),
        )

    def _named_columns(self) -> tuple[Column, ...]:
        """Returns the columns that the first line names, none without names."""
        number, first = self.lines[0]
        best: list[Field | None] = []
        headings: list[str] = []
        fault: CellError | None = None
        for separator in [self.separator] if self.separator else SEPARATORS:
            cells, cell_error = split_cells(first, separator)
            fields = fields_of(cells)
            if sum(map(bool, fields)) > sum(map(bool, best)):
                best, headings, fault = fields, cells, cell_error
                self.separator = separator if len(cells) > 1 else None
        if not best:
            return self._columns_by_contents()
        self.rows = self.lines[1:]
        if fault:
            self._add_error(fault.message, number, fault.column)
            return ()
        if not set(NAME_FIELDS).intersection(best):
            names = ", ".join(SYNONYMS["name"].split(", ")[:3])
            self._add_error(
                Message("No column holds names. Headings of such a column: {headings}.", headings=names),
                number,
            )
            return ()
        for column, (heading, field) in enumerate(zip(headings, best, strict=True), 1):
            if field in (None, "number", "team") and heading:
                message = Message("The column “{heading}” is not used.", heading=heading[:100])
                self.warnings.append(InputError("/roster", message, number, column))
        return tuple(
            Column(heading, None if field in ("number", "team") else field)
            for heading, field in zip(headings, best, strict=True)
        )

    def _columns_by_contents(self) -> tuple[Column, ...]:
        """Returns the columns of a list without headings, none if any is unclear."""
        for separator in [self.separator] if self.separator else SEPARATORS:
            cells, faults = zip(*(split_cells(line, separator) for _, line in self.lines), strict=True)
            fields = [] if any(faults) else fields_by_contents(cells)
            if fields:
                self.separator, self.rows = separator, self.lines
                self._warn_of_contents(cells, fields)
                return tuple(Column("", None if field == "number" else field) for field in fields)
        return ()

    def _warn_of_contents(self, rows: Sequence[Sequence[str]], fields: Sequence[Field | None]) -> None:
        """Adds a warning about guessed columns, and one for each player without a rating."""
        message = Message(
            "This list has no headings: its columns are read by their contents. Check names and ratings."
        )
        self.warnings.append(InputError("/roster", message, self.lines[0][0], 1))
        column = fields.index("rating")
        for (number, _), row in zip(self.lines, rows, strict=True):
            rating = row[column] if column < len(row) else ""
            if rating and not re.search("[1-9]", rating):
                unrated = Message("“{given}” is read as no rating.", given=rating[:100])
                self.warnings.append(InputError("/roster", unrated, number, column + 1))

    def _column_entrants(self, columns: Sequence[Column]) -> Iterator[tuple[int, Entrant]]:
        fields = {column.field: index for index, column in enumerate(columns) if column.field}
        for number, line in self.rows:
            cells, fault = split_cells(line, self.separator)
            if fault:
                self._add_error(fault.message, number, fault.column)
                continue
            while len(cells) > len(columns) and not cells[-1]:
                cells.pop()
            if not any(cells):
                continue
            count = len(cells) + (self.separator is None and _has_columns(cells[0]))
            if count > len(columns):
                sentence = Message(
                    "This line has {cells} columns, not {wanted}.", cells=count, wanted=len(columns)
                )
                self._add_error(sentence, number, len(columns) + 1)
                continue
            values = {field: cells[index] for field, index in fields.items() if index < len(cells)}
            yield (
                number,
                self._read_entrant(values, number, {field: 1 + index for field, index in fields.items()}),
            )

    def _read_entrant(self, values: dict[Field, str], line: int, columns: dict[Field, int]) -> Entrant:
        name, player = values.get("name", ""), values.get("player", "")
        if "name" not in columns and player and not is_player_id(player):
            name, player = player, ""
        parts = [values.get("first_name", ""), values.get("last_name", "")]
        column = next(columns[field] for field in NAME_FIELDS if field in columns)
        name = self._read_name(name or " ".join(filter(None, parts)), line, column)
        if not name and not player:
            self._add_error(Message("This line has no name."), line, column)
        try:
            rating = rating_of(values.get("rating", ""))
        except ValueError as error:
            sentence = Message(
                "A rating is a whole number from 0 to {limit}, and “{given}” is none.",
                limit=10**MAX_RATING_DIGITS - 1,
                given=str(error)[:100],
            )
            self._add_error(sentence, line, columns["rating"])
            rating = None
        members = [member.strip() for member in values.get("members", "").split(";")]
        return Entrant(
            name or None,
            player or None,
            members=tuple(Person(member) for member in members if member),
            need=values.get("need", ""),
            rating=rating,
            source=values.get("source", ""),
        )

    def _name_entrants(self) -> Iterator[tuple[int, Entrant]]:
        if self.errors:
            return
        cells: list[Line] = []
        for number, line in self.lines:
            parts, fault = split_cells(line.strip(_EDGES), None)
            if fault:
                self._add_error(fault.message, number)
            elif parts[0]:
                cells.append((number, parts[0]))
        names = without_counts([cell for _, cell in cells])
        for (number, _), name in zip(cells, names, strict=True):
            name = without_number(name)
            if _has_columns(name):
                message = Message(
                    "This list has columns without headings. Begin it with a line such as “{example}”.",
                    example=_example_headings(name),
                )
                self._add_error(message, number)
                return
            yield number, Entrant(self._read_name(name, number, 1))

    def _read_name(self, cell: str, line: int, column: int) -> str:
        if has_control_character(cell):
            self._add_error(
                Message("A name is one line, not blank, without control characters."), line, column
            )
            return cell
        plain = without_number(cell)
        name = first_name_first(plain)
        if name != plain:
            message = Message("“{given}” is read as “{name}”.", given=plain[:100], name=name[:100])
            self.warnings.append(InputError("/roster", message, line, column))
        if ends_with_number(name):
            message = Message("“{name}” ends with a number. A rating needs a column of its own.", name=name)
            self.warnings.append(InputError("/roster", message, line, column))
        return name

    def _add_error(self, message: Message, line: int, column: int = 1) -> None:
        self.errors.append(InputError("/roster", message, line, column))


def _example_headings(line: str) -> Message:
    """Returns example headings for a *line*, with both parts of a name for three columns."""
    columns = max(line.count(separator) + 1 for separator in SEPARATORS)
    return Message("last name;first name;rating") if columns == 3 else Message("name;rating")


def _has_columns(name: str) -> bool:
    """Returns whether a *name* has a separator other than the comma of `Curie, Marie`."""
    return first_name_first(name) == name and any(separator in name for separator in SEPARATORS)


def read_roster(source: RosterText) -> Roster:
    """Returns the list in a text with its errors; raises `InvalidRoster` without a list."""
    reader = _Reader(source.text)
    roster = reader.read_list()
    if source.encoding != WINDOWS:
        return roster
    message = Message("The list is read as Windows-1252. Check the letters with accents.")
    return roster._replace(warnings=(InputError("/roster", message, 1, 1), *roster.warnings))


def read_text(text: str) -> Roster:
    """Returns the list in a decoded *text*; raises as `read_roster` does."""
    check_size(len(text.encode(errors="replace")))
    return read_roster(RosterText(text, "utf-8"))
