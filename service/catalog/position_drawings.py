"""Drawings of positions: those of lessons and puzzles, and one of each game."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from domain.games import Game
from domain.rules import Rules

from .. import faces
from ..caches import LruCache
from ..faces.svg import render_svg
from .cardsets import packaged_cards
from .puzzles import load_puzzles

_drawings: LruCache[Markup] = LruCache(256)
"""Drawings by game and position; each takes some milliseconds."""


def draw_position(game: Game, rules: Rules[Any, Any], position: str) -> Markup:
    """Returns the drawing of the board of *position*, in the notation of *game*."""
    key = f"{game.NAME} {position}"
    drawing = _drawings.get(key)
    if drawing is None:
        sketch = faces.sketch(game, rules.load_study(position).board, rules.book)
        drawing = _drawings.put(key, render_svg(game.NAME, sketch))
    return drawing


def draw_game(game: Game) -> Markup:
    """Returns a drawing of *game* in the middle of a match, or nothing for a game without puzzles."""
    puzzle = next(reversed([*load_puzzles(game.NAME).values()]), None)
    if puzzle is None:
        return Markup()
    return draw_position(game, game.make_rules(packaged_cards(game.NAME).book), puzzle.position)
