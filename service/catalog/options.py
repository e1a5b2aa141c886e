"""The options of a match: checked against what the game says of them, and completed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import inspect

from domain.decider import Unplayable
from domain.games import Game
from domain.messages import Message
from domain.notation import Unreadable
from domain.rules import Study

from ..shared.errors import InvalidOptions
from ..shared.type_descriptions import error_sentence
from ..shared.yaml_files import ValuePath


def spelt(value: str) -> Any:
    """Returns the value of an option that somebody spelt as text: JSON where it is JSON, such as a number."""
    try:
        return msgspec.json.decode(value)
    except msgspec.DecodeError:
        return value


def chosen(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns *options* of a match of *game* with every default in its place; raises `InvalidOptions`."""
    from .struct_schemas import flat, form

    shape = form(game.Options)
    for name in options:
        if name not in shape.fields:
            raise InvalidOptions(f"/options/{name}", _no_such(game, name, sorted(shape.fields)))
    for where, _ in flat(shape.validate(dict(options))):
        pointer = "/".join(("/options", *map(str, where)))
        told = error_sentence(_shape_at(inspect.type_info(game.Options), where))
        raise InvalidOptions(
            pointer,
            Message("{title}, option “{option}”: {told}", title=game.TITLE, option=str(where[0]), told=told),
        )
    plain: dict[str, Any] = msgspec.to_builtins(msgspec.convert(dict(options), game.Options))
    return plain


def resumed(game: Game, book: Any, position: str) -> Study[Any]:
    """Returns the study of *game* that begins from *position*, in notation; raises `InvalidOptions`."""
    try:
        return game.make_rules(book).load_study(position)
    except Unreadable as error:
        raise InvalidOptions("/from", error.message) from error
    except Unplayable as error:
        raise InvalidOptions("/from", error.message, error.rule or None) from error


def _no_such(game: Game, name: str, known: Sequence[str]) -> Message:
    if not known:
        return Message("{title} has no option “{name}”; it has none.", title=game.TITLE, name=name)
    return Message(
        "{title} has no option “{name}”; it has: {known}.",
        title=game.TITLE,
        name=name,
        known=", ".join(known),
    )


def _shape_at(kind: inspect.Type, where: ValuePath) -> inspect.Type:
    """Returns what *where* leads to within *kind*: a field of a struct, an item of a list."""
    for step in where:
        match kind:
            case inspect.StructType(fields=members):
                kind = next(member.type for member in members if member.encode_name == step)
            case inspect.VarTupleType(item_type=item):
                kind = item
    return kind
