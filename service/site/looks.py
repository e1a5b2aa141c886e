"""How things of a game look on pages, where a folder of the game says so."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from domain.games import Game

from ..shared import yaml_files


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """A crest, the path of a drawing 24 wide and high; a colour on light and on dark pages; a CSS pattern."""

    crest: str
    light: str
    dark: str
    pattern: str


def looks(game: Game) -> dict[str, Any]:
    """Returns how what has a folder in *game* looks, by its id, as plain data."""
    results = {id: _look(package) for each in game.card_folders().values() for id, package in each.items()}
    fields: dict[str, Any] = msgspec.to_builtins(results)
    return fields


@cache
def _look(package: str) -> Look:
    with resources.as_file(resources.files(package).joinpath("look.yaml")) as file:
        return msgspec.convert(yaml_files.read(file).data, Look)
