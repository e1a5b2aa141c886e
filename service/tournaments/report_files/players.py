"""Record 001 with a player and all rounds in fixed columns."""

from __future__ import annotations

import re
from typing import Literal

from domain.messages import Message

from .model import MAX_ROUNDS, Cell, Notes, PlayerLine

FIRST_ROUND, ROUND_WIDTH = 91, 10
"""The first column of round 1, counted from 0, and the columns of a round."""
GAME_CODES, BYE_CODES = "10=WDL+-", "UFHZ+-=10WDL"
"""The results with an opponent, and without one. Older files write byes with the codes of games."""
COLOURS: dict[str, Literal["w", "b", "-"]] = {"w": "w", "b": "b", "-": "-", "": "-"}

_POINTS = re.compile(r"\d{1,3}(\.\d)?", re.ASCII)


def read_player(line: str, number: int, notes: Notes) -> PlayerLine:
    """Returns the player of a *line*, and adds its errors to *notes*."""
    rank = read_number(line, 4, 8, 1, 9999, number, notes) or 0
    rating = read_number(line, 48, 52, 0, 9999, number, notes) if line[48:52].strip() else None
    name = " ".join(line[14:47].split())
    if not name:
        notes.add_error(Message("The name is missing in columns 15 to 47."), number, 15)
    points = line[80:84].strip()
    if points and not _POINTS.fullmatch(points):
        notes.add_error(Message("Points are written like 11.5, not “{value}”.", value=points), number, 81)
        points = ""
    cells = tuple(_read_cells(line, number, notes))
    return PlayerLine(number, rank, name, rating or None, points, cells)


def read_number(
    line: str, start: int, end: int, minimum: int, maximum: int, number: int, notes: Notes
) -> int | None:
    """Returns the whole number in columns *start* to *end*, counted from 0; notes any other text."""
    text = line[start:end].strip()
    if text.isascii() and text.isdecimal() and minimum <= int(text) <= maximum:
        return int(text)
    message = Message(
        "A number from {least} to {most} is expected in columns {first} to {last}, not “{value}”.",
        least=minimum,
        most=maximum,
        first=start + 1,
        last=end,
        value=text,
    )
    notes.add_error(message, number, start + 1)
    return None


def _read_cells(line: str, number: int, notes: Notes) -> list[Cell]:
    starts = range(FIRST_ROUND, len(line.rstrip()), ROUND_WIDTH)
    if len(starts) > MAX_ROUNDS:
        message = Message("A report file has up to {most} rounds.", most=MAX_ROUNDS)
        notes.add_error(message, number, FIRST_ROUND + MAX_ROUNDS * ROUND_WIDTH + 1)
        return []
    return [_read_cell(line, start, number, notes) for start in starts]


def _read_cell(line: str, start: int, number: int, notes: Notes) -> Cell:
    block = line[start : start + ROUND_WIDTH].ljust(ROUND_WIDTH)
    for offset in (4, 6, 8, 9):
        if block[offset] != " ":
            message = Message(
                "A round has the opponent in four columns, the colour in the sixth and the result in the"
                " eighth, not “{value}”.",
                value=block.strip(),
            )
            notes.add_error(message, number, start + offset + 1)
            return Cell(0, "-", "", start + 1)
    opponent = read_number(line, start, start + 4, 0, 9999, number, notes) if block[:4].strip() else 0
    colour, code = block[5].strip().lower(), block[7].strip().upper()
    if colour not in COLOURS:
        message = Message("The colour is w, b or -, not “{value}”.", value=colour)
        notes.add_error(message, number, start + 6)
    allowed = GAME_CODES if opponent else BYE_CODES
    if code and code not in allowed:
        message = (
            Message(
                "With an opponent the result is one of {codes}, not “{value}”.", codes=allowed, value=code
            )
            if opponent
            else Message(
                "Without an opponent the result is one of {codes}, not “{value}”.", codes=allowed, value=code
            )
        )
        notes.add_error(message, number, start + 8)
        code = ""
    return Cell(opponent or 0, COLOURS.get(colour, "-"), code, start + 1)
