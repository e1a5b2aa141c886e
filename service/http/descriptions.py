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
"""The file of what fields hold: ours, and one of each game for what is its own."""
EVENT = "Event"
"""What the document calls any fact's event; in keys it stands for each."""


@cache
def descriptions() -> Mapping[str, Any]:
    """Returns the entries for parameters, headers and responses, by section."""
    return yaml_files.read(Path(__file__).with_suffix(".yaml")).data


@cache
def fields() -> Mapping[str, str]:
    """Returns what fields hold, by their names, or by schema and name; those of a game bear its prefix."""
    entries: dict[str, str] = yaml_files.read(Path(__file__).with_name(FIELDS)).data
    for game in GAMES:
        for key, sentence in game_files.read(game, FIELDS).items():
            entries[f"{game.title()}{key}" if "." in key else f"{game.title()}.{key}"] = sentence
    return entries


def describe_schemas(schemas: dict[str, Node]) -> None:
    """Gives each of *schemas* the docstring of its type, which the library leaves out of what is read."""
    for name, schema in schemas.items():
        about = schema.get("description") or get_class(name).__doc__
        schema["description"] = cleandoc(about or "")


def describe_fields(schemas: dict[str, Node]) -> None:
    """Says of each field of *schemas* what it holds."""
    facts = {
        reference.rpartition("/")[2] for reference in schemas[EVENT]["discriminator"]["mapping"].values()
    }
    for name, schema in schemas.items():
        if "properties" in schema:
            game = next((game.title() for game in GAMES if name.startswith(game.title())), "")
            scopes = [name, game, EVENT] if name in facts else [name, game]
            schema["properties"] = {
                field: kind | _about(field, scopes) for field, kind in schema["properties"].items()
            }


def _about(field: str, scopes: list[str]) -> dict[str, str]:
    """Returns what *field* holds in the first of *scopes* that has an entry for it, or anywhere."""
    keys = [*(f"{scope}.{field}" for scope in scopes), field]
    return {"description": sentence} if (sentence := next(filter(None, map(fields().get, keys)), "")) else {}


def describe_parameters(document: Node) -> None:
    """Gives each parameter of *document* its description and an example."""
    for keys, parameter in parameters(document):
        section = descriptions()[parameter["in"]]
        parameter |= next((section[key] for key in (*keys, parameter["name"]) if key in section), {})


def describe_problems(document: Node) -> None:
    """Says of each response of a problem when it comes, and which types of problems it may hold."""
    sentences = descriptions()["response"]
    for name, response in document["components"]["responses"].items():
        response["description"] = " ".join(filter(None, (sentences.get(name), _types(name))))


def _types(response: str) -> str:
    """Returns a sentence with the types of the problems that come with *response*."""
    status = HTTPStatus.__members__.get(response)
    slugs = [f"`{kind.slug}`" for kind in KINDS.values() if kind.status == status]
    return f"Problem types: {', '.join(slugs)}." if slugs else ""


def parameters(document: Node) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Yields each parameter of *document*, after the keys of an entry that is for it alone."""
    for component, parameter in document["components"]["parameters"].items():
        yield (component,), parameter
    for path, item in document["paths"].items():
        operations = [item, *(part for part in item.values() if "operationId" in part)]
        for operation in operations:
            for parameter in operation.get("parameters", ()):
                if "$ref" not in parameter:
                    yield (_key(path, operation, parameter),), parameter


def _key(path: str, operation: Node, parameter: Node) -> str:
    name = parameter["name"]
    if parameter["in"] == "path":
        before = path.partition("/{" + name + "}")[0]
        return f"{before.rpartition('/')[2]}.{name}"
    return f"{operation['operationId']}.{name}"
