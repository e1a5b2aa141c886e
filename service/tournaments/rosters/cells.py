"""Splits lines into cells with separators and quotes, as spreadsheets write them."""

from __future__ import annotations

import re
from typing import NamedTuple

from domain.messages import Message

SEPARATORS = ("\t", ";", ",", "|")
"""The separators of columns, those least frequent in names first."""
MAX_COLUMNS = 100

_SEPARATOR_LINE = re.compile(r'"?sep=(?P<separator>[\t;,|])"?', re.IGNORECASE)
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')


class CellError(NamedTuple):
    """A fault of a cell, and its column, from 1."""

    message: Message
    column: int


def split_cells(line: str, separator: str | None) -> tuple[list[str], CellError | None]:
    """Returns the cells of a *line* and its first fault; without *separator* it is one cell."""
    cells: list[str] = []
    start = 0
    while True:
        if len(cells) == MAX_COLUMNS:
            message = Message("A line of a list has up to {most} columns.", most=MAX_COLUMNS)
            return cells, CellError(message, MAX_COLUMNS + 1)
        content = _after_blanks(line, start)
        if line[content : content + 1] == '"':
            quoted = _QUOTED.match(line, content)
            if quoted is None:
                message = Message("The quote of this cell does not close on its line.")
                return cells, CellError(message, len(cells) + 1)
            end = _next_separator(line, quoted.end(), separator)
            if line[quoted.end() : end].strip():
                message = Message("Text follows the closing quote of this cell.")
                return cells, CellError(message, len(cells) + 1)
            cells.append(quoted[1].replace('""', '"').strip())
        else:
            end = _next_separator(line, content, separator)
            if line.count('"', content, end) % 2:
                message = Message("The quote of this cell does not close on its line.")
                return cells, CellError(message, len(cells) + 1)
            cells.append(line[content:end].strip())
        if end == len(line):
            return cells, None
        start = end + 1


def read_separator(line: str) -> str | None:
    """Returns the separator of a declaration such as `sep=;`."""
    declared = _SEPARATOR_LINE.match(line)
    return declared["separator"] if declared and not line[declared.end() :].strip(" ;,\t|") else None


def _next_separator(line: str, start: int, separator: str | None) -> int:
    end = line.find(separator, start) if separator else -1
    return len(line) if end < 0 else end


def _after_blanks(line: str, start: int) -> int:
    while line.startswith((" ", "\u00a0"), start):
        start += 1
    return start
