"""Adds the recorded examples of requests and replies to the OpenAPI document.

`ops/do examples --write` records them from matches and a tournament, and cuts long lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

Node = dict[str, Any]

FOLDER = Path(__file__).with_name("examples")
"""One file of each tag, and one of problems. Each has bodies by operation id or response, and media type."""
JOB = "getJob"
"""The operation with the same reply as every 202."""


@cache
def load_examples() -> Mapping[str, Any]:
    """Returns the examples by operation id, and those of problems by response."""
    files = (msgspec.json.decode(file.read_bytes()) for file in sorted(FOLDER.glob("*.json")))
    return {name: entry for entries in files for name, entry in entries.items()}


def add_examples(document: Node) -> None:
    """Gives the bodies of requests and replies in *document* their examples."""
    for item in document["paths"].values():
        for operation in item.values():
            if "operationId" in operation:
                _add_to_operation(operation)
    for name, response in document["components"]["responses"].items():
        _add_example(response, name, "reply")


def _add_to_operation(operation: Node) -> None:
    name = operation["operationId"]
    _add_example(operation.get("requestBody", {}), name, "request")
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            _add_example(response, JOB if status == "202" else name, "reply")


def _add_example(body: Node, name: str, part: str) -> None:
    """Adds the recorded examples of *name* to *body*, by media type."""
    recorded = load_examples().get(name, {}).get(part, {})
    for media_type, media in body.get("content", {}).items():
        if media_type in recorded:
            media["example"] = recorded[media_type]
