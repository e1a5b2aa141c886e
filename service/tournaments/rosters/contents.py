"""Columns of rosters without headings: the fields that they hold, by the cells below each other."""

from __future__ import annotations

from collections.abc import Sequence

from .headings import Field
from .values import rating_of


def fields_by_contents(rows: Sequence[Sequence[str]]) -> list[Field | None]:
    """Returns the field of each column of *rows*: one of names, one of ratings, and one that counts.

    It is empty where a column may hold anything else. A column without any cell has no field.
    """
    width = max(map(len, rows))
    columns = [[row[place] if place < len(row) else "" for row in rows] for place in range(width)]
    fields: list[Field | None] = []
    for cells in columns:
        field = _field(cells)
        if field is None and any(cells):
            return []
        fields.append(field)
    named = [field for field in fields if field]
    is_understood = "name" in named and "rating" in named and len(named) == len(set(named))
    return fields if is_understood else []


def _field(cells: Sequence[str]) -> Field | None:
    if all(map(_is_name, cells)):
        return "name"
    if [*cells] == [str(number) for number in range(1, len(cells) + 1)]:
        return "number"
    if all(map(_is_rating, cells)) and any(map(str.isdigit, "".join(cells))):
        return "rating"
    return None


def _is_name(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and not _is_rating(cell)


def _is_rating(cell: str) -> bool:
    """Tells whether a *cell* holds a rating; a negative number is one for the columns, and refused later."""
    try:
        rating_of(cell if cell == "-" else cell.removeprefix("-"))
    except ValueError:
        return False
    return True
