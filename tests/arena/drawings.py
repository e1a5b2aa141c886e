"""Boards as drawings: the house board as it lies on the table, the red end on top, a figure in its space."""

from __future__ import annotations

from domain.arena.hexes import Space

from .printed import book


def read_spaces(drawing: str) -> dict[str, Space]:
    """Who stands where."""
    return {cell: space for space, cell in _cells(drawing) if cell != "."}


def marked(drawing: str, mark: str = "x") -> set[Space]:
    """The spaces that carry a mark."""
    return {space for space, cell in _cells(drawing) if cell == mark}


def _cells(drawing: str) -> list[tuple[Space, str]]:
    rows = [line.split() for line in drawing.strip().splitlines()]
    spaces = book().arena.rows
    assert [len(row) for row in rows] == [len(row) for row in spaces], "the drawing is not the house board"
    return [pair for line, row in zip(spaces, rows, strict=True) for pair in zip(line, row, strict=True)]
