"""Any board as a picture of its text, without headings of choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games import Game

from ..drawing import Label, Sketch

_HIGH = 24.0


def sketch(game: Game, board: Any, book: Any, names: Mapping[str, str]) -> Sketch:
    """Returns the lines of the text that *game* draws of *board*."""
    seats = sum(map(len, game.make_rules(book).list_sides(board)))
    lines = game.draw_board(board, book).splitlines()
    width = _HIGH * 0.6 * max(map(len, lines))
    labels = (Label((width / 2, (line + 0.5) * _HIGH), text, _HIGH * 0.7) for line, text in enumerate(lines))
    return Sketch(width, len(lines) * _HIGH, tuple(labels), "", (("line", ""),) * seats)


def choice_headings() -> dict[str, str]:
    """Returns no headings, so that all choices form one group."""
    return {}
