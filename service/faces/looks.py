"""The looks of characters: their emblems, colours and patterns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from domain.games import Game

from ..shared import yaml_files
from .drawing import Tint


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """A crest, colours for light and dark pages, and a CSS pattern.

    The crest is a silhouette in a square of 48 by 48, as in `drawing.Outline`.
    """

    crest: str
    light: str
    dark: str
    pattern: str

    @property
    def tint(self) -> Tint:
        """The colour of the character."""
        return Tint(self.light, self.dark)


def load_looks(game: Game) -> Mapping[str, Look]:
    """Returns the looks of the characters of *game* by id."""
    return {id: _load_look(package) for ids in game.card_folders().values() for id, package in ids.items()}


@cache
def _load_look(package: str) -> Look:
    with resources.as_file(resources.files(package).joinpath("look.yaml")) as file:
        return msgspec.convert(yaml_files.read_yaml_file(file).data, Look)
