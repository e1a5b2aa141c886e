"""The Arena as a sketch with its spaces and figures, and the headings of choices."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from math import cos, pi, sin, sqrt

from domain.arena.board import Board
from domain.arena.book import Book
from domain.arena.facts import FigureId
from domain.arena.hexes import Space
from domain.games import Game
from domain.messages import Message

from ...shared.i18n import says
from ..drawing import Colour, Disc, Label, Mark, Outline, Patch, Point, Sketch

_SIZE = 50.0
_WIDE, _TALL = sqrt(3) * _SIZE, 1.5 * _SIZE
_TEAMS: tuple[Colour, Colour] = ("blue", "red")
_OUTLINE = re.compile(r'^  (\w{3}): "(M[^"]+)"', re.M)


def sketch(game: Game, board: Board, book: Book, names: Mapping[str, str]) -> Sketch:
    """Returns the Arena with its figures, and the Victory Points of each seat's team."""
    centres = _centres(book)
    marks: list[Mark] = [Patch(_star(at, 6, 56), "rim") for at in centres.values()]
    marks += [Patch(_star(at, 6, 51), "board") for at in centres.values()]
    marks += [mark for space, at in centres.items() for mark in _space(book, space, at)]
    marks += [mark for figure in board.figures for mark in _figure(board, figure, centres)]
    rows = book.arena.rows
    return Sketch(
        max(map(len, rows)) * _WIDE,
        (len(rows) - 1) * _TALL + 2 * _SIZE,
        tuple(marks),
        Message("Round {round}", round=board.round) if board.round else Message("Setting up"),
        tuple((_TEAMS[team], Message("{points} VP", points=board.points[team])) for team in board.teams),
        tuple(_list_statuses(board, names)) if names else (),
    )


def _list_statuses(board: Board, names: Mapping[str, str]) -> Iterator[str]:
    """Yields each figure with its status tiles and their counters."""
    for id, figure in board.figures.items():
        if tiles := [f"{names[status]} {count}" for status, count in figure.statuses.items() if count]:
            yield says("{what}: {which}", what=names[id], which=", ".join(tiles))


def _centres(book: Book) -> dict[Space, Point]:
    rows = book.arena.rows
    widest = max(map(len, rows))
    return {
        space: (((widest - len(row)) / 2 + column + 0.5) * _WIDE, _SIZE + line * _TALL)
        for line, row in enumerate(rows)
        for column, space in enumerate(row)
    }


def _space(book: Book, space: Space, at: Point) -> Iterator[Mark]:
    yield Patch(_star(at, 6, 48), "stone", "line")
    if space in book.arena.golden:
        yield Patch(_star(at, 6, 43), "brass")
        yield Patch(_star(at, 24, 33, 24), "gold")
        yield Disc(at, 20, "brass", "gold")


def _star(at: Point, corners: int, outer: float, inner: float = 0) -> tuple[Point, ...]:
    """Returns a polygon around a point, every other corner drawn in to *inner*."""
    reaches = (outer, inner or outer)
    angles = [2 * pi * corner / corners + pi / 6 for corner in range(corners)]
    return tuple(
        (at[0] + reaches[n % 2] * cos(angle), at[1] + reaches[n % 2] * sin(angle))
        for n, angle in enumerate(angles)
    )


def _figure(board: Board, figure_id: FigureId, centres: dict[Space, Point]) -> Iterator[Mark]:
    figure = board.figures[figure_id]
    if figure.at not in centres:
        return
    x, y = at = centres[figure.at]
    team = board.team_of(figure_id)
    colour = _TEAMS[team]
    if figure_id == board.active:
        yield _base(team, at, 42, "gold")
    yield _base(team, at, 36, "sheet", colour)
    yield _base(team, at, 31, colour)
    if outline := _outlines().get(figure.code):
        yield Outline(at, outline, 40, "sheet")
    else:
        yield Label(at, figure.code, 22, "sheet")
    yield Label((x + 26, y + 25), str(figure.hp), 18, disc=15, edge=colour)


def _base(team: int, at: Point, size: float, fill: Colour, edge: Colour = "") -> Mark:
    """Returns the base of a figure: Blue figures have round bases, red ones square bases."""
    if team == 0:
        return Disc(at, size, fill, edge, 3)
    half, cut = size * 0.94, size * 0.3
    sides = ((cut - half, -half), (half - cut, -half), (half, cut - half), (half, half - cut))
    return Patch(
        tuple((at[0] + x, at[1] + y) for x, y in (*sides, *((-x, -y) for x, y in sides))), fill, edge, 3
    )


@cache
def _outlines() -> dict[str, str]:
    """Returns the silhouettes of the pages by character."""
    script = resources.files(__package__).joinpath("board/silhouettes.js").read_text(encoding="utf-8")
    return dict(_OUTLINE.findall(script))


def choice_headings() -> dict[str, str]:
    """Returns the headings of choices by the first word of their picks."""
    return {
        "move": says("Moving"),
        "attack": says("Attacking"),
        "play": says("Playing a card"),
        "skill": says("Using a skill"),
        "ability": says("Activating an ability"),
    }
