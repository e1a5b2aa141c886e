"""The Arena: hexagonal spaces, and what is printed on them.

A space is called by a letter and a number, as on a chess board: the number is its row, counted from the blue
end, the letter its diagonal. `d4` touches `c4 e4 d3 d5 c5 e3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from .provenance import Provenance

Space: TypeAlias = str

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
    """A board, ready to play on: its spaces in reading order and all that is printed on them.

    `stars` and `nearest` are per end, blue first: the back row (SA-207), and the chapter 1 pair (SA-104).
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

    def is_within(self, one: Space, other: Space, reach: int) -> bool:
        """Whether two spaces are at most *reach* apart; occupied spaces do not matter (SA-401)."""
        return self.distances[one][other] <= reach


def parse_arena(drawing: Drawing) -> Arena:
    """Returns the Arena that *drawing* shows; raises `ValueError` for a mark that means nothing."""
    marks: dict[tuple[int, int], str] = {}
    rows: list[tuple[Space, ...]] = []
    for first, line in drawing.rows.items():
        column, row = ord(first[0]) - ord("a"), int(first[1:])
        cells = line.split()
        if strange := set(cells) - _MARKS:
            raise ValueError(f"row {first}: {', '.join(sorted(strange))} is no mark of a space: . o * @")
        marks |= {(column + i, row): mark for i, mark in enumerate(cells)}
        rows.append(tuple(_space_name((column + i, row)) for i in range(len(cells))))
    blue, red = min(row for _, row in marks), max(row for _, row in marks)
    around = {
        _space_name(at): tuple(_space_name(near) for near in _neighbours(at) if near in marks) for at in marks
    }

    def marked(wanted: str, row: int) -> tuple[Space, ...]:
        return tuple(_space_name(at) for at, mark in marks.items() if mark in wanted and at[1] == row)

    return Arena(
        drawing.name,
        drawing.provenance,
        tuple(rows),
        around,
        {_space_name(one): {_space_name(two): _distance(one, two) for two in marks} for one in marks},
        frozenset(_space_name(at) for at, mark in marks.items() if mark == "o"),
        (marked("*@", blue), marked("*@", red)),
        (marked("@", blue), marked("@", red)),
    )


def arena_errors(drawing: Drawing) -> Iterator[tuple[Space, str]]:
    """Yields what keeps a board from being played on, each with the row it is of, if it is of one."""
    rows = {first: line.split() for first, line in drawing.rows.items()}
    odd = [first for first in rows if not re.fullmatch(r"[a-z][1-9][0-9]?", first)]
    if odd or not rows:
        named = "a row is called by its first space, a letter and a number, as in a7"
        yield "", f"{named}; not {', '.join(odd) or 'none'}"
        return
    for first, cells in rows.items():
        if strange := sorted(set(cells) - _MARKS):
            yield first, f"{', '.join(strange)} is no mark of a space: . o * @"
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
            wanted = f"{CENTRE_START_SPACES} spaces closest to the centre (@)"
            yield first, f"an end has {wanted}, this one {nearest}: SA-104"
    if not any("o" in cells for cells in rows.values()):
        yield "", "there is a golden space (o) at least: SA-206"
    if not any(set(cells) - _MARKS for cells in rows.values()):
        yield from _unreachable_spaces(parse_arena(drawing))


def _unreachable_spaces(arena: Arena) -> Iterator[tuple[Space, str]]:
    start = arena.spaces[0]
    nowhere = frozenset[Space]()
    found = shortest_paths(arena.neighbours, start, len(arena.spaces), blocked=nowhere, taken=nowhere)
    for row in arena.rows:
        if lost := [space for space in row if space != start and space not in found]:
            yield row[0], f"every space is in reach of every other; not {', '.join(lost)}: SA-304"


def _space_name(at: tuple[int, int]) -> Space:
    return f"{chr(ord('a') + at[0])}{at[1]}"


def _neighbours(at: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple((at[0] + dx, at[1] + dy) for dx, dy in _DIRECTIONS)


def _distance(one: tuple[int, int], two: tuple[int, int]) -> int:
    dx, dy = one[0] - two[0], one[1] - two[1]
    return max(abs(dx), abs(dy), abs(dx + dy))


def shortest_paths(
    around: Mapping[Space, tuple[Space, ...]],
    start: Space,
    steps: int,
    *,
    blocked: frozenset[Space],
    taken: frozenset[Space],
) -> dict[Space, tuple[Space, ...]]:
    """Returns the shortest path to every space where a move of up to *steps* may end.

    *blocked* spaces cannot be passed, *taken* ones can be passed and not ended on (SA-304). The start is not
    among the ends; a path begins with it. Shorter paths come first.
    """
    found: dict[Space, tuple[Space, ...]] = {start: (start,)}
    edge = [start]
    for _ in range(steps):
        reached = []
        for space in edge:
            path = found[space]
            for near in around[space]:
                if near not in found and near not in blocked:
                    found[near] = (*path, near)
                    reached.append(near)
        edge = reached
    for space in (start, *taken):
        found.pop(space, None)
    return found
