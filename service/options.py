"""The options of a match: checked against what the game says of them, and completed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.games import Game

from .forms import form


class WrongOptions(ValueError):
    """A match of this game cannot have that; `pointer` says what, as in `/options/chapter`."""

    def __init__(self, pointer: str, sentence: str) -> None:
        super().__init__(sentence)
        self.pointer = pointer


def chosen(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns *options* of a match of *game* with every default in its place; raises `WrongOptions`."""
    known = {field.encode_name for field in msgspec.structs.fields(game.Options)}
    for name in options:
        if name not in known:
            allowed = f"it has: {', '.join(sorted(known))}" if known else "it has none"
            raise WrongOptions(f"/options/{name}", f"{game.TITLE} has no option “{name}”; {allowed}.")
    try:
        complete = msgspec.convert(dict(options), game.Options)
    except msgspec.ValidationError as error:
        sentence, _, path = str(error).partition(" - at `$")
        mistakes = form(game.Options).validate(dict(options))
        where = _pointer(path.rstrip("`")) or f"/{next(iter(mistakes), '')}"
        name = where.split("/")[1]
        sentence = _first(mistakes.get(name, sentence))
        raise WrongOptions(f"/options{where}", f"{game.TITLE}, option “{name}”: {sentence}") from error
    plain: dict[str, Any] = msgspec.to_builtins(complete)
    return plain


def _first(told: Any) -> str:
    """Returns the first of marshmallow's nested messages."""
    while not isinstance(told, str):
        told = next(iter(told.values() if isinstance(told, Mapping) else told))
    return told


def _pointer(path: str) -> str:
    """Returns a msgspec path, such as `.a[0]`, as a JSON Pointer: `/a/0`."""
    return path.replace("[", "/").replace("]", "").replace(".", "/")
