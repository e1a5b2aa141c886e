"""YAML files of people, and those beside the rulebook of a game. A game may have none."""

from __future__ import annotations

from importlib import resources
from typing import Any, TypeVar

import msgspec

from domain.games import game_package

from . import yaml_files

Kind = TypeVar("Kind")


def read_game_file(game: str, name: str) -> dict[str, Any]:
    """Returns the plain data in the file *name* of *game*. It is empty without such a file."""
    file = resources.files(game_package(game)).joinpath(name)
    if not file.is_file():
        return {}
    with resources.as_file(file) as path:
        return yaml_files.read_yaml_file(path).data


def read_game_entries(game: str, name: str, kind: type[Kind]) -> dict[str, Kind]:
    """Returns the things of one kind that the file *name* of *game* holds, by their names, in its order."""
    return msgspec.convert(read_game_file(game, name), dict[str, kind])  # type: ignore[valid-type]
