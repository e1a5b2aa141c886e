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

from ...shared import yaml_files
from ..addresses import API
from ..problem_types import KINDS, Kind

Node = dict[str, Any]

FIELDS, EXAMPLES = "fields.yaml", "field_examples.yaml"
"""The files of descriptions and examples of fields. There is one for all games, and one of each game."""
EVENT = "Event"
"""The schema of the event of any fact. In keys it means all of them."""
INSTANT = "2026-05-02T15:00:00.000Z"
"""The example of every time."""


@cache
def load_descriptions() -> Mapping[str, Any]:
    """Returns the entries for parameters, headers and responses, by section."""
    return yaml_files.read_yaml_file(Path(__file__).with_suffix(".yaml")).data


@cache
def load_fields(file: str = FIELDS) -> Mapping[str, Any]:
    """Returns the entries of *file* by name, or by schema and name.

    Those of a game have its prefix.
    """
    entries = yaml_files.read_yaml_file(Path(__file__).with_name(file)).data
    for game in GAMES:
        for key, entry in yaml_files.read_game_file(game, file).items():
            entries[f"{game.title()}{key}" if "." in key else f"{game.title()}.{key}"] = entry
    return entries


def describe_document(document: Node) -> None:
    """Describes the parameters, problems, schemas and fields of *document*."""
    schemas = document["components"]["schemas"]
    _describe_parameters(document)
    _describe_problems(document["components"]["responses"])
    _describe_schemas(schemas)
    _describe_fields(schemas)


def _describe_parameters(document: Node) -> None:
    """Gives each parameter its description and an example."""
    for key, parameter in _iter_parameters(document):
        section = load_descriptions()[parameter["in"]]
        parameter |= section.get(key) or section.get(parameter["name"], {})


def _iter_parameters(document: Node) -> Iterator[tuple[str, Node]]:
    """Yields each parameter after the key of an entry that is for it alone."""
    yield from document["components"]["parameters"].items()
    for path, item in document["paths"].items():
        for operation in (item, *(part for part in item.values() if "operationId" in part)):
            for parameter in operation.get("parameters", ()):
                if "$ref" not in parameter:
                    yield _entry_key(path, operation, parameter), parameter


def _entry_key(path: str, operation: Node, parameter: Node) -> str:
    name = parameter["name"]
    if parameter["in"] == "path":
        before = path.partition("/{" + name + "}")[0]
        return f"{before.rpartition('/')[2]}.{name}"
    return f"{operation['operationId']}.{name}"


def _describe_problems(responses: Node) -> None:
    """Adds the cause and the problem types to each of *responses*."""
    sentences = load_descriptions()["response"]
    for name, response in responses.items():
        response["description"] = " ".join(filter(None, (sentences.get(name), _type_sentence(name))))


def _type_sentence(response: str) -> str:
    """Returns a sentence with the problem types of *response*."""
    status = HTTPStatus.__members__.get(response)
    slugs = [f"`{kind.slug}`" for kind in KINDS.values() if kind.status == status]
    return f"Problem types: {', '.join(slugs)}." if slugs else ""


def _describe_schemas(schemas: dict[str, Node]) -> None:
    """Gives each of *schemas* the docstring of its type. The library omits those of request bodies."""
    for name, schema in schemas.items():
        about = schema.get("description") or get_class(name).__doc__
        schema["description"] = cleandoc(about or "")


def _describe_fields(schemas: dict[str, Node]) -> None:
    """Describes each field, and gives an example of it, by its schema, its game, all facts, or its name."""
    facts = {ref.rpartition("/")[2] for ref in schemas[EVENT]["discriminator"]["mapping"].values()}
    for name, schema in schemas.items():
        game = next((game.title() for game in GAMES if name.startswith(game.title())), "")
        scopes = [name, game, EVENT] if name in facts else [name, game]
        if "properties" in schema:
            schema["properties"] = {
                field: _with_description(kind, [*(f"{scope}.{field}" for scope in scopes), field])
                for field, kind in schema["properties"].items()
            }


def _with_description(kind: Node, keys: list[str]) -> Node:
    """Returns the *kind* of a field with the description of the first of *keys* that has one."""
    results: Node = {}
    if about := _find_entry(FIELDS, keys):
        results["description"] = about
    if (example := _example_of(kind, _find_entry(EXAMPLES, keys))) is not None:
        results["examples"] = [example]
    return kind | results


def _find_entry(file: str, keys: list[str]) -> Any:
    return next((load_fields(file)[key] for key in keys if key in load_fields(file)), None)


def _example_of(kind: Node, entry: str | int | None) -> str | float | None:
    """Returns the example of a time, or *entry* as text or number, or None if neither fits.

    A fraction is text in the file.
    """
    if kind.get("format") == "date-time":
        return INSTANT
    kinds = [kind, *kind.get("anyOf", ())]
    if entry is None or any(schema.keys() & {"enum", "const"} for schema in kinds):
        return None
    types = str([schema.get("type") for schema in kinds])
    if isinstance(entry, str):
        return entry if "string" in types else float(entry) if "number" in types else None
    return entry if "integer" in types or "number" in types else None


def describe_types(problem: dict[str, Any]) -> None:
    """Lists every type in the schema of a *problem*.

    It uses examples instead of an `enum`, because a generated client would fail on a type of a later version.
    """
    rows = "\n".join(map(_table_row, KINDS.values()))
    problem["properties"]["type"] |= {
        "description": (
            "The type of the problem, which a program may rely on. A later version may add types.\n\n"
            f"| `type` | Status | Meaning | Fix |\n|---|---|---|---|\n{rows}"
        ),
        "examples": [f"{API}/problems/{slug}" for slug in KINDS],
    }


def _table_row(kind: Kind) -> str:
    fix = kind.fix.replace("<", r"\<")  # otherwise Markdown renders a tag
    return f"| `{API}/problems/{kind.slug}` | {kind.status} | {kind.title} | {fix} |"


KINDS_OF_TOKENS = "x-tokens"
"""The key under which an operation lists accepted kinds of tokens, until `describe_tokens`."""

TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": (
        "`claim` claims one seat; the creator of the match has it. `play` plays that seat; its claim returns "
        "it. `record` records a match on a real table; its creator or the organizer has it. `edit` writes "
        "one commentary; its creator gets it. `player` is the key of an account, or the token of a guest in "
        "a tournament. `judge`, `organize`, `read` and `integrate` are scopes of API tokens, which the "
        "operator issues."
    ),
}


def describe_tokens(document: dict[str, Any]) -> None:
    """Adds the accepted kinds of tokens to the description of each operation of *document*.

    OpenAPI 3.1 allows them as roles of a requirement, but linters know scopes of OAuth 2.0 alone.
    """
    for item in document["paths"].values():
        for operation in (operation for operation in item.values() if isinstance(operation, dict)):
            if kinds := operation.pop(KINDS_OF_TOKENS, ()):
                names = " or ".join(f"`{kind}`" for kind in kinds)
                operation["description"] += f"\n\nNeeds a token: {names}."
