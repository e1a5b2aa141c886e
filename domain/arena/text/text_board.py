"""The Arena and the piles drawn as text."""

from __future__ import annotations

from ...model import Seat
from ..board import Board
from ..book import Book
from ..defaults import printed_values
from ..facts import FigureId
from ..hexes import Space

_CELL_WIDTH = 7
_TEAM_NAMES = ("Blue", "Red")


def draw_board(board: Board, book: Book) -> str:
    """Returns the Arena row by row, the red end on top; `o` golden, `*` back row, `.` plain."""
    width = max(len(row) for row in book.arena.rows)
    lines = [_draw_row(board, book, row, width) for row in book.arena.rows]
    lines += ["", *(_describe_figure(board, book, figure_id) for figure_id in board.order), ""]
    for seat, summoner in enumerate(board.summoners):
        hand = " ".join(card or "??" for card in summoner.hand) or "none"
        team = board.teams[seat]
        lines.append(
            f"{seat_name(seat, len(board.teams))}: {board.points[team]} VP, deck {len(summoner.deck)}, "
            f"discards {len(summoner.discards)}, banished {len(summoner.banished)}, hand {hand}"
        )
    return "\n".join((f"Round {board.round}" + (", the last" if board.final else ""), *lines))


def seat_name(seat: Seat, seats: int) -> str:
    """Returns the name of a Summoner, the team's or, in team play, a letter."""
    return _TEAM_NAMES[seat] if seats == 2 else f"Summoner {'ABCD'[seat]}"


def _draw_row(board: Board, book: Book, row: tuple[Space, ...], width: int) -> str:
    cells = "".join(_draw_cell(board, book, space).ljust(_CELL_WIDTH) for space in row)
    indent = " " * ((width - len(row)) * _CELL_WIDTH // 2)
    return f"{indent}{cells}".rstrip()


def _draw_cell(board: Board, book: Book, space: Space) -> str:
    arena = book.arena
    mark = "o" if space in arena.golden else "*" if any(space in stars for stars in arena.stars) else "."
    return f"{space}{mark}{board.figure_on(space) or ''}"


def _describe_figure(board: Board, book: Book, figure_id: FigureId) -> str:
    figure = board.figures[figure_id]
    statuses = "".join(f", {name.replace('_', ' ')} {count}" for name, count in figure.statuses.items())
    location = figure.at or "out of the Arena"
    active = ">" if figure_id == board.active else " "
    team, full = _TEAM_NAMES[board.team_of(figure_id)], printed_values(board, book, figure_id).hp
    upgraded = ", upgraded" if figure.upgraded else ""
    return f"{active} {figure_id} {team:<4} {location}, {figure.hp}/{full} HP{upgraded}{statuses}"
