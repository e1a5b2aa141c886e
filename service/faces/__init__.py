"""The faces of games on pages, a folder for each game.

A folder holds `board.js` (draws a scene), `editor.js` (edits a position), `signs.js` (draws the signs of
terms), `board.css`, `face.py` (a picture for other sites, headings of choices) and
`locale/<language>/words.po`. The folder `text` shows any game, and replaces missing files.
`site/bundle.py` puts the scripts of the page's game into the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

from domain.games import Game

from .drawing import Sketch

TEXT = "text"

FOLDER = resources.files(__package__)


def file(game: str, path: str) -> Traversable:
    """Returns the file at *path* of the face of *game*, or that of the text board if it has none."""
    own = FOLDER.joinpath(game, path)
    return own if own.is_file() else FOLDER.joinpath(TEXT, path)


def choice_headings(game: str) -> dict[str, str]:
    """Returns the headings of choices in *game* by the first word of their picks."""
    headings: dict[str, str] = _module(game).choice_headings()
    return headings


def sketch(game: Game, board: Any, book: Any, names: Mapping[str, str] = MappingProxyType({})) -> Sketch:
    """Returns a sketch of *board*, which may be redacted, with *names* by id."""
    picture: Sketch = _module(game.NAME).sketch(game, board, book, names)
    return picture


def _module(game: str) -> Any:
    folder = game if FOLDER.joinpath(game, "face.py").is_file() else TEXT
    return import_module(f".{folder}.face", __name__)
