"""Files beside the rulebook of a game, which hold things of one kind by their names; a game may have none."""

from __future__ import annotations

from importlib import resources
from typing import TypeVar

import msgspec

from domain.games import package

from . import yaml_files

Kind = TypeVar("Kind")


def written(game: str, name: str, kind: type[Kind]) -> dict[str, Kind]:
    """Returns what stands in the file *name* of *game*, in its order; nothing, if there is no such file."""
    file = resources.files(package(game)).joinpath(name)
    if not file.is_file():
        return {}
    with resources.as_file(file) as there:
        return msgspec.convert(yaml_files.read(there).data, dict[str, kind])  # type: ignore[valid-type]
