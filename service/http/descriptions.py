"""Adds the descriptions of `descriptions.yaml` and of each `fields.yaml` to the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from inspect import cleandoc
from pathlib import Path
from typing import Any

from marshmallow.class_registry import get_class

from domain.games import GAMES

from ..catalog import game_files, yaml_files
from .problem_types import KINDS

Node = dict[str, Any]

FIELDS = "fields.yaml"
"""The file of descriptions of fields: one for all games, and one of each game."""
EVENT = "Event"
"""The schema of any fact's event; in keys it stands for each."""


@cache
def descriptions() -> Mapping[str, Any]:
    """Returns the entries for parameters, headers and responses, by section."""
    return yaml_files.read(Path(__file__).with_suffix(".yaml")).data


@cache
def fields() -> Mapping[str, str]:
    """Returns the descriptions of fields, by name, or by schema and name; a game's have its prefix."""
    entries: dict[str, str] = yaml_files.read(Path(__file__).with_name(FIELDS)).data
    for game in GAMES:
        for key, sentence in game_files.read(game, FIELDS).items():
            entries[f"{game.title()}{key}" if "." in key else f"{game.title()}.{key}"] = sentence
    return entries


def describe(document: Node) -> None:
    """Describes the parameters, problems, schemas and fields of *document*."""
    schemas = document["components"]["schemas"]
    _describe_parameters(document)
    _describe_problems(document["components"]["responses"])
    _describe_schemas(schemas)
    _describe_fields(schemas)


def _describe_parameters(document: Node) -> None:
    """Gives each parameter its description and an example."""
    for key, parameter in _parameters(document):
        section = descriptions()[parameter["in"]]
        parameter |= section.get(key) or section.get(parameter["name"], {})


def _parameters(document: Node) -> Iterator[tuple[str, Node]]:
    """Yields each parameter after the key of an entry that is for it alone."""
    yield from document["components"]["parameters"].items()
    for path, item in document["paths"].items():
        for operation in (item, *(part for part in item.values() if "operationId" in part)):
            for parameter in operation.get("parameters", ()):
                if "$ref" not in parameter:
                    yield _key(path, operation, parameter), parameter


def _key(path: str, operation: Node, parameter: Node) -> str:
    name = parameter["name"]
    if parameter["in"] == "path":
        before = path.partition("/{" + name + "}")[0]
        return f"{before.rpartition('/')[2]}.{name}"
    return f"{operation['operationId']}.{name}"


def _describe_problems(responses: Node) -> None:
    """Says when each of *responses* comes, and which types of problems it may hold."""
    sentences = descriptions()["response"]
    for name, response in responses.items():
        response["description"] = " ".join(filter(None, (sentences.get(name), _types(name))))


def _types(response: str) -> str:
    """Returns a sentence with the types of the problems that come with *response*."""
    status = HTTPStatus.__members__.get(response)
    slugs = [f"`{kind.slug}`" for kind in KINDS.values() if kind.status == status]
    return f"Problem types: {', '.join(slugs)}." if slugs else ""


def _describe_schemas(schemas: dict[str, Node]) -> None:
    """Gives each of *schemas* the docstring of its type, which the library leaves out of what is read."""
    for name, schema in schemas.items():
        about = schema.get("description") or get_class(name).__doc__
        schema["description"] = cleandoc(about or "")


def _describe_fields(schemas: dict[str, Node]) -> None:
    """Describes each field by the entry for its schema, its game, all facts, or its name."""
    facts = {ref.rpartition("/")[2] for ref in schemas[EVENT]["discriminator"]["mapping"].values()}
    for name, schema in schemas.items():
        if "properties" in schema:
            game = next((game.title() for game in GAMES if name.startswith(game.title())), "")
            scopes = [name, game, EVENT] if name in facts else [name, game]
            schema["properties"] = {
                field: kind | _about(field, scopes) for field, kind in schema["properties"].items()
            }


def _about(field: str, scopes: list[str]) -> dict[str, str]:
    """Returns the description of *field* in the first of *scopes* that has one, or the general one."""
    keys = [*(f"{scope}.{field}" for scope in scopes), field]
    return {"description": sentence} if (sentence := next(filter(None, map(fields().get, keys)), "")) else {}
