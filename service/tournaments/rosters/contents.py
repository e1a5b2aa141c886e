"""Detects the fields of columns without headings by their cells."""

from __future__ import annotations

from collections.abc import Sequence

from .headings import Field
from .values import rating_of


def fields_by_contents(rows: Sequence[Sequence[str]]) -> list[Field | None]:
    """Returns the field of each column, with one of names and one of ratings.

    It is empty if a column may hold anything else. An empty column has no field.
    """
    width = max(map(len, rows))
    columns = [[row[column] if column < len(row) else "" for row in rows] for column in range(width)]
    fields: list[Field | None] = []
    for cells in columns:
        field = _field_of_cells(cells)
        if field is None and any(cells):
            return []
        fields.append(field)
    found_fields = [field for field in fields if field]
    is_understood = (
        "name" in found_fields and "rating" in found_fields and len(found_fields) == len(set(found_fields))
    )
    return fields if is_understood else []


def _field_of_cells(cells: Sequence[str]) -> Field | None:
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
    """Returns whether a *cell* holds a rating, or a negative number that registration refuses."""
    try:
        rating_of(cell if cell == "-" else cell.removeprefix("-"))
    except ValueError:
        return False
    return True
