"""Adds descriptions and examples to the OpenAPI document, from `descriptions.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

import yaml

from .problem_types import KINDS

Node = dict[str, Any]

FILE = Path(__file__).with_suffix(".yaml")


@cache
def descriptions() -> Mapping[str, Any]:
    """Returns the entries of the file by section."""
    sections: Mapping[str, Any] = yaml.load(FILE.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return sections


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
                    yield tuple(_keys(path, operation, parameter)), parameter


def _keys(path: str, operation: Node, parameter: Node) -> Iterator[str]:
    name = parameter["name"]
    if parameter["in"] == "path":
        before = path.partition("/{" + name + "}")[0]
        yield f"{before.rpartition('/')[2]}.{name}"
    else:
        yield f"{operation['operationId']}.{name}"
