"""The Arena as a sketch with its spaces and figures, and the headings of choices."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt

from domain.arena.board import Board
from domain.arena.book import Book
from domain.arena.facts import FigureId
from domain.arena.hexes import Space
from domain.games import Game
from domain.messages import Message

from ...shared.i18n import says
from ..drawing import Colour, Disc, Label, Patch, Point, Sketch

_SIZE = 50.0
_WIDE, _TALL = sqrt(3) * _SIZE, 1.5 * _SIZE
_TEAMS: tuple[Colour, Colour] = ("blue", "red")


def sketch(game: Game, board: Board, book: Book) -> Sketch:
    """Returns the Arena with its figures, and the Victory Points of each seat's team."""
    centres = _centres(book)
    marks: list[Disc | Patch | Label] = []
    marks += [mark for space, at in centres.items() for mark in _space(book, space, at)]
    marks += [mark for figure in board.figures for mark in _figure(board, figure, centres)]
    rows = book.arena.rows
    return Sketch(
        max(map(len, rows)) * _WIDE,
        (len(rows) - 1) * _TALL + 2 * _SIZE,
        tuple(marks),
        Message("Round {round}", round=board.round) if board.round else Message("Setting up"),
        tuple((_TEAMS[team], Message("{points} VP", points=board.points[team])) for team in board.teams),
    )


def _centres(book: Book) -> dict[Space, Point]:
    rows = book.arena.rows
    widest = max(map(len, rows))
    return {
        space: (((widest - len(row)) / 2 + column + 0.5) * _WIDE, _SIZE + line * _TALL)
        for line, row in enumerate(rows)
        for column, space in enumerate(row)
    }


def _space(book: Book, space: Space, at: Point) -> Iterator[Patch | Disc]:
    angles = [pi / 3 * corner + pi / 6 for corner in range(6)]
    corners = tuple((at[0] + 48 * cos(angle), at[1] + 48 * sin(angle)) for angle in angles)
    yield Patch(corners, "sheet", "line")
    if space in book.arena.golden:
        yield Disc(at, 34, "", "gold", 3)


def _figure(board: Board, figure_id: FigureId, centres: dict[Space, Point]) -> Iterator[Disc | Label]:
    figure = board.figures[figure_id]
    if figure.at not in centres:
        return
    x, y = centres[figure.at]
    colour = _TEAMS[board.team_of(figure_id)]
    if figure_id == board.active:
        yield Disc((x, y), 35, "", "gold", 6)
    yield Disc((x, y), 29, colour, "paper")
    yield Label((x, y), figure.code, 22, "paper")
    yield Disc((x + 23, y + 21), 14, "sheet", colour)
    yield Label((x + 23, y + 21), str(figure.hp), 16)


def choice_headings() -> dict[str, str]:
    """Returns the headings of choices by the first word of their picks."""
    return {
        "move": says("Moving"),
        "attack": says("Attacking"),
        "play": says("Playing a card"),
        "skill": says("Using a skill"),
        "ability": says("Activating an ability"),
    }
