"""The board drawn as text: the Arena as it lies on the table, and the piles beside it."""

from __future__ import annotations

from ..model import Seat
from .board import Board
from .book import Book
from .defaults import printed_values
from .facts import Who
from .hexes import Space

_CELL_WIDTH = 7
_TEAM_NAMES = ("Blue", "Red")


def draw_board(board: Board, book: Book) -> str:
    """Returns the Arena row by row, the red end on top; `o` golden, `*` back row, `.` plain."""
    width = max(len(row) for row in book.arena.rows)
    lines = [_draw_row(board, book, row, width) for row in book.arena.rows]
    lines += ["", *(_describe_figure(board, book, who) for who in board.order), ""]
    for seat, mine in enumerate(board.summoners):
        hand = " ".join(card or "??" for card in mine.hand) or "none"
        team = board.teams[seat]
        lines.append(
            f"{seat_name(seat, len(board.teams))}: {board.points[team]} VP, deck {len(mine.deck)}, "
            f"discards {len(mine.discards)}, banished {len(mine.banished)}, hand {hand}"
        )
    return "\n".join((f"Round {board.round}" + (", the last" if board.final else ""), *lines))


def seat_name(seat: Seat, seats: int) -> str:
    """Returns what to call a Summoner: by the team, or by the letter in team play."""
    return _TEAM_NAMES[seat] if seats == 2 else f"Summoner {'ABCD'[seat]}"


def _draw_row(board: Board, book: Book, row: tuple[Space, ...], width: int) -> str:
    cells = "".join(_draw_cell(board, book, space).ljust(_CELL_WIDTH) for space in row)
    indent = " " * ((width - len(row)) * _CELL_WIDTH // 2)
    return f"{indent}{cells}".rstrip()


def _draw_cell(board: Board, book: Book, space: Space) -> str:
    arena = book.arena
    mark = "o" if space in arena.golden else "*" if any(space in stars for stars in arena.stars) else "."
    return f"{space}{mark}{board.figure_on(space) or ''}"


def _describe_figure(board: Board, book: Book, who: Who) -> str:
    figure = board.figures[who]
    statuses = "".join(f", {name.replace('_', ' ')} {count}" for name, count in figure.statuses.items())
    place = figure.at or "out of the Arena"
    active = ">" if who == board.active else " "
    team, full = _TEAM_NAMES[board.team_of(who)], printed_values(board, book, who).hp
    upgraded = ", upgraded" if figure.upgraded else ""
    return f"{active} {who} {team:<4} {place}, {figure.hp}/{full} HP{upgraded}{statuses}"
