"""How games look on pages: a folder for each game, found by its name.

A folder holds `board.js` (draws a scene), `editor.js` (edits a position), `signs.js` (draws the signs of
terms), `board.css`, `headings.py` (headings of choices), `drawing.py` (a picture for other sites) and
`locale/<language>/words.po`. What the folder of a game lacks is taken from `text`, which shows any game.
"""

from __future__ import annotations

from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import Any

from domain.games import Game

from .drawing import Sketch

TEXT = "text"

FOLDER = resources.files(__package__)


def file(game: str, path: str) -> Traversable:
    """Returns the file at *path* of the face of *game*, or that of the text board where it has none."""
    own = FOLDER.joinpath(game, path)
    return own if own.is_file() else FOLDER.joinpath(TEXT, path)


def choice_headings(game: str) -> dict[str, str]:
    """Returns the headings of choices in *game* by the first word of their picks."""
    headings: dict[str, str] = _module(game, "headings").choice_headings()
    return headings


def sketch(game: Game, board: Any, book: Any) -> Sketch:
    """Returns *board* as a picture can be painted from; *board* may be what a viewer sees."""
    told: Sketch = _module(game.NAME, "drawing").sketch(game, board, book)
    return told


def _module(game: str, name: str) -> Any:
    own = game if FOLDER.joinpath(game, f"{name}.py").is_file() else TEXT
    return import_module(f".{own}.{name}", __name__)
