"""The options of a match: checked against what the game says of them, and completed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.core import Study, Unplayable
from domain.games import Game
from domain.notation import Unreadable

from .forms import flat, form


class WrongOptions(ValueError):
    """A match of this game cannot have that; `pointer` says what, as in `/options/chapter`.

    `rule` is the rule of the game that forbids it, if one does.
    """

    def __init__(self, pointer: str, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.pointer, self.rule = pointer, rule


def spelt(value: str) -> Any:
    """Returns the value of an option that somebody spelt as text: JSON where it is JSON, such as a number."""
    try:
        return msgspec.json.decode(value)
    except msgspec.DecodeError:
        return value


def chosen(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns *options* of a match of *game* with every default in its place; raises `WrongOptions`."""
    shape = form(game.Options)
    for name in options:
        if name not in shape.fields:
            allowed = f"it has: {', '.join(sorted(shape.fields))}" if shape.fields else "it has none"
            raise WrongOptions(f"/options/{name}", f"{game.TITLE} has no option “{name}”; {allowed}.")
    for where, told in flat(shape.validate(dict(options))):
        pointer = "/".join(("/options", *map(str, where)))
        raise WrongOptions(pointer, f"{game.TITLE}, option “{where[0]}”: {told}")
    plain: dict[str, Any] = msgspec.to_builtins(msgspec.convert(dict(options), game.Options))
    return plain


def resumed(game: Game, book: Any, position: str) -> Study[Any]:
    """Returns the study of *game* that begins from *position*, in notation; raises `WrongOptions`."""
    try:
        return game.rules(book).resume(position)
    except Unreadable as error:
        raise WrongOptions("/from", str(error)) from error
    except Unplayable as error:
        raise WrongOptions("/from", str(error), error.refusal.rule) from error
