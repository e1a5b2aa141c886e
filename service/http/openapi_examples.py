"""Adds the recorded examples of requests and replies to the OpenAPI document.

`ops/examples --write` records them from matches and a tournament, and cuts long lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

Node = dict[str, Any]

FOLDER = Path(__file__).with_name("examples")
"""A file of each tag: requests and replies by operation id and media type."""
JOB = "getJob"
"""The operation whose reply every 202 repeats."""


@cache
def examples() -> Mapping[str, Any]:
    """Returns the examples of all operations by operation id."""
    files = (msgspec.json.decode(file.read_bytes()) for file in sorted(FOLDER.glob("*.json")))
    return {name: entry for entries in files for name, entry in entries.items()}


def add_examples(document: Node) -> None:
    """Gives the bodies of requests and of successful replies in *document* their examples."""
    for item in document["paths"].values():
        for operation in item.values():
            if "operationId" in operation:
                for media, recorded in _bodies(operation):
                    for media_type in media.keys() & recorded.keys():
                        media[media_type]["example"] = recorded[media_type]


def _bodies(operation: Node) -> Iterator[tuple[Node, Mapping[str, Any]]]:
    """Yields the media types of each body of *operation*, with its examples by media type."""
    name = operation["operationId"]
    entry = examples().get(name, {})
    yield operation.get("requestBody", {}).get("content", {}), entry.get("request", {})
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            recorded = examples().get(JOB, {}) if status == "202" else entry
            yield response.get("content", {}), recorded.get("reply", {})
