"""The hexagonal spaces of the Arena and their printed marks.

A space has a letter and a number, as on a chess board. The number is its row, counted from the blue end, the
letter its diagonal. `d4` touches `c4 e4 d3 d5 c5 e3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

Space: TypeAlias = str

Provenance: TypeAlias = Literal["handbook", "publisher", "inferred", "house"]
"""Printed in a handbook, from the publisher, inferred from those, or house-made."""

BLUE_END, RED_END = 0, 1

_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1))
_MARKS = frozenset(".o*@")

START_SPACES, CENTRE_START_SPACES = 4, 2
"""Starting spaces of an end: for the 4 characters of a team (SA-105), and the 2 of chapter 1 (SA-102)."""


class Drawing(Struct, frozen=True, forbid_unknown_fields=True):
    """A board as people draw it in a data file.

    `rows` maps the first space of a row to the marks along it, top row (the red end) first: `.` plain,
    `o` golden, `*` blue starting space with a star, `@` one that is also closest to the centre.
    """

    name: str
    provenance: Provenance
    rows: dict[Space, str]


class Arena(Struct, frozen=True):
    """A board prepared for play, with its spaces in reading order and their marks.

    `stars` are the back rows (SA-207) and `nearest` the chapter 1 pairs (SA-104), of the blue end and the red
    end.
    """

    name: str
    provenance: Provenance
    rows: tuple[tuple[Space, ...], ...]
    neighbours: dict[Space, tuple[Space, ...]]
    distances: dict[Space, dict[Space, int]]
    golden: frozenset[Space]
    stars: tuple[tuple[Space, ...], tuple[Space, ...]]
    nearest: tuple[tuple[Space, ...], tuple[Space, ...]]

    @property
    def spaces(self) -> tuple[Space, ...]:
        """Every space, row by row from the red end to the blue end."""
        return tuple(space for row in self.rows for space in row)

    def is_within(self, start: Space, end: Space, reach: int) -> bool:
        """Whether two spaces are at most *reach* apart; occupied spaces do not matter (SA-401)."""
        return self.distances[start][end] <= reach


def parse_arena(drawing: Drawing) -> Arena:
    """Returns the Arena that *drawing* shows; raises `ValueError` for a mark that means nothing."""
    marks: dict[tuple[int, int], str] = {}
    rows: list[tuple[Space, ...]] = []
    for first, line in drawing.rows.items():
        column, row = ord(first[0]) - ord("a"), int(first[1:])
        cells = line.split()
        if unknown := set(cells) - _MARKS:
            raise ValueError(f"row {first}: {', '.join(sorted(unknown))} is no mark of a space: . o * @")
        marks |= {(column + i, row): mark for i, mark in enumerate(cells)}
        rows.append(tuple(_space_name((column + i, row)) for i in range(len(cells))))
    blue, red = min(row for _, row in marks), max(row for _, row in marks)
    neighbours = {
        _space_name(at): tuple(
            _space_name(neighbour) for neighbour in _neighbour_cells(at) if neighbour in marks
        )
        for at in marks
    }

    def marked(symbols: str, row: int) -> tuple[Space, ...]:
        return tuple(_space_name(at) for at, mark in marks.items() if mark in symbols and at[1] == row)

    return Arena(
        drawing.name,
        drawing.provenance,
        tuple(rows),
        neighbours,
        {
            _space_name(start): {_space_name(end): _cell_distance(start, end) for end in marks}
            for start in marks
        },
        frozenset(_space_name(at) for at, mark in marks.items() if mark == "o"),
        (marked("*@", blue), marked("*@", red)),
        (marked("@", blue), marked("@", red)),
    )


def arena_errors(drawing: Drawing) -> Iterator[tuple[Space, str]]:
    """Yields the reasons why a board is unplayable, each with its row, if it has one."""
    rows = {first: line.split() for first, line in drawing.rows.items()}
    odd = [first for first in rows if not re.fullmatch(r"[a-z][1-9][0-9]?", first)]
    if odd or not rows:
        rule = "a row is called by its first space, a letter and a number, as in a7"
        yield "", f"{rule}; not {', '.join(odd) or 'none'}"
        return
    for first, cells in rows.items():
        if unknown := sorted(set(cells) - _MARKS):
            yield first, f"{', '.join(unknown)} is no mark of a space: . o * @"
        if not 0 < len(cells) <= 26 - (ord(first[0]) - ord("a")):
            yield first, "a row has a space at least, and ends with a space z at the last"
    numbers = [int(first[1:]) for first in rows]
    if len(rows) < 2 or numbers != list(range(numbers[0], numbers[0] - len(numbers), -1)):
        yield "", "the rows are told from the red end to the blue one, at least two, as in a3, a2, a1"
        return
    ends = (next(iter(rows)), list(rows)[-1])
    for first, cells in rows.items():
        starts, nearest = cells.count("*") + cells.count("@"), cells.count("@")
        if first not in ends:
            if starts:
                yield first, "starting spaces (* @) lie in the first row and the last alone: SA-104, SA-113"
            continue
        if starts < START_SPACES:
            yield (
                first,
                f"an end has {START_SPACES} starting spaces (* @) at least, this one {starts}: SA-113",
            )
        if nearest != CENTRE_START_SPACES:
            needed = f"{CENTRE_START_SPACES} spaces closest to the centre (@)"
            yield first, f"an end has {needed}, this one {nearest}: SA-104"
    if not any("o" in cells for cells in rows.values()):
        yield "", "there is a golden space (o) at least: SA-206"
    if not any(set(cells) - _MARKS for cells in rows.values()):
        yield from _unreachable_spaces(parse_arena(drawing))


def _unreachable_spaces(arena: Arena) -> Iterator[tuple[Space, str]]:
    start = arena.spaces[0]
    nowhere = frozenset[Space]()
    reachable = shortest_paths(arena.neighbours, start, len(arena.spaces), blocked=nowhere, occupied=nowhere)
    for row in arena.rows:
        if unreachable := [space for space in row if space != start and space not in reachable]:
            yield row[0], f"every space is in reach of every other; not {', '.join(unreachable)}: SA-304"


def _space_name(at: tuple[int, int]) -> Space:
    return f"{chr(ord('a') + at[0])}{at[1]}"


def _neighbour_cells(at: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple((at[0] + dx, at[1] + dy) for dx, dy in _DIRECTIONS)


def _cell_distance(start: tuple[int, int], end: tuple[int, int]) -> int:
    dx, dy = start[0] - end[0], start[1] - end[1]
    return max(abs(dx), abs(dy), abs(dx + dy))


def shortest_paths(
    neighbours: Mapping[Space, tuple[Space, ...]],
    start: Space,
    steps: int,
    *,
    blocked: frozenset[Space],
    occupied: frozenset[Space],
) -> dict[Space, tuple[Space, ...]]:
    """Returns the shortest path to every end of a move of up to *steps*, shorter paths first.

    A move passes *occupied* spaces without ending there, and never passes *blocked* ones (SA-304). A path
    begins with the start; the start itself is no end.
    """
    by_end: dict[Space, tuple[Space, ...]] = {start: (start,)}
    edge = [start]
    for _ in range(steps):
        next_edge = []
        for space in edge:
            path = by_end[space]
            for neighbour in neighbours[space]:
                if neighbour not in by_end and neighbour not in blocked:
                    by_end[neighbour] = (*path, neighbour)
                    next_edge.append(neighbour)
        edge = next_edge
    for space in (start, *occupied):
        by_end.pop(space, None)
    return by_end
