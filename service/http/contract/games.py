"""Splits schemas by game, so that a body with a `game` has the board and options of that game."""

from __future__ import annotations

from typing import Any

from domain.games import GAMES

from .schemas import REF

Schema = dict[str, Any]

QUESTION_SCHEMA = "CoreAsked"
"""The schema of any question."""


def split_by_game(schemas: dict[str, Schema]) -> None:
    """Replaces each of *schemas* with a `game` by one schema for each game.

    `MatchEntry` becomes `ArenaMatchEntry` or `VillainousMatchEntry`, with `game` as the discriminator. Facts
    have their `type` for that, and do not change.
    """
    for game, package in GAMES.items():
        fields = dict(schemas[QUESTION_SCHEMA]["properties"])
        prompts = sorted(package.prompt_names())
        fields["prompt"] = fields["prompt"] | {"enum": prompts, "examples": prompts[:1]}
        schemas[game_schema_name(game, "Asked")] = _game_schema(
            game, "Asked", schemas[QUESTION_SCHEMA], fields
        )
    for name, schema in list(schemas.items()):
        fields = schema.get("properties", {})
        if "game" in fields and "type" not in fields and {"board", "options"} & fields.keys():
            for game in GAMES:
                schemas[game_schema_name(game, name)] = _game_entry(game, name, schema)
            schemas[name] = {
                "title": name,
                "description": schema.get("description", ""),
                "oneOf": [{"$ref": REF.format(name=game_schema_name(game, name))} for game in GAMES],
                "discriminator": {
                    "propertyName": "game",
                    "mapping": {game: REF.format(name=game_schema_name(game, name)) for game in GAMES},
                },
            }


def game_schema_name(game: str, name: str) -> str:
    """Returns the name of a schema of *game*."""
    return game.title() + name


def _game_entry(game: str, name: str, schema: Schema) -> Schema:
    fields = dict(schema["properties"])
    kinds: dict[str, Schema] = {
        "game": {"type": "string", "const": game},
        "board": {"$ref": REF.format(name=game_schema_name(game, "Board"))},
        "options": {"$ref": REF.format(name=game_schema_name(game, "Options"))},
        "question": {"anyOf": [{"$ref": REF.format(name=game_schema_name(game, "Asked"))}, {"type": "null"}]},
    }
    for field in kinds.keys() & fields.keys():
        about = fields[field].get("description")
        fields[field] = kinds[field] | ({"description": about} if about else {})
    return _game_schema(game, name, schema, fields)


def _game_schema(game: str, name: str, schema: Schema, fields: Schema) -> Schema:
    """Returns *schema* as that of one *game*, with its *fields*."""
    about = f"{schema['description']}\n\nThe game is `{game}`."
    return schema | {"title": game_schema_name(game, name), "description": about, "properties": fields}
