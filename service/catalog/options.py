"""Options of a match, checked and completed by the struct of the game."""

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


def parse_value(value: str) -> Any:
    """Returns the value of an option from text, as JSON if it is JSON."""
    try:
        return msgspec.json.decode(value)
    except msgspec.DecodeError:
        return value


def complete_options(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns *options* of *game* with all defaults; raises `InvalidOptions`."""
    from .struct_schemas import flatten_errors, schema_of

    shape = schema_of(game.Options)
    for name in options:
        if name not in shape.fields:
            raise InvalidOptions(f"/options/{name}", _unknown_option(game, name, sorted(shape.fields)))
    for path, _ in flatten_errors(shape.validate(dict(options))):
        pointer = "/".join(("/options", *map(str, path)))
        text = error_sentence(_shape_at(inspect.type_info(game.Options), path))
        raise InvalidOptions(
            pointer,
            Message("{title}, option “{option}”: {told}", title=game.TITLE, option=str(path[0]), told=text),
        )
    plain: dict[str, Any] = msgspec.to_builtins(msgspec.convert(dict(options), game.Options))
    return plain


def load_study(game: Game, book: Any, position: str) -> Study[Any]:
    """Returns the study of *game* from *position* in notation; raises `InvalidOptions`."""
    try:
        return game.make_rules(book).load_study(position)
    except Unreadable as error:
        raise InvalidOptions("/from", error.message) from error
    except Unplayable as error:
        raise InvalidOptions("/from", error.message, error.rule or None) from error


def _unknown_option(game: Game, name: str, names: Sequence[str]) -> Message:
    if not names:
        return Message("{title} has no option “{name}”; it has none.", title=game.TITLE, name=name)
    return Message(
        "{title} has no option “{name}”; it has: {known}.",
        title=game.TITLE,
        name=name,
        known=", ".join(names),
    )


def _shape_at(kind: inspect.Type, path: ValuePath) -> inspect.Type:
    """Returns the type at *path* within *kind*, a field of a struct or an item of a list."""
    for step in path:
        match kind:
            case inspect.StructType(fields=members):
                kind = next(member.type for member in members if member.encode_name == step)
            case inspect.VarTupleType(item_type=item):
                kind = item
    return kind
