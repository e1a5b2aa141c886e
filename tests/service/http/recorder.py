"""Calls operations by their ids, and keeps a short form of each request and reply."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any

from werkzeug.test import TestResponse

from service.app import services_of
from service.http.bodies.json_bodies import JSON, NDJSON
from tests.service.client import Api, Json

from .test_document import address, operations

STREAM = "text/event-stream"
LIST_ITEMS = 2
"""How many items of a list an example has, and how many members of an object that is like a list."""
OBJECT_MEMBERS = 40
"""Objects with more members are like lists: no schema of the API has as many fields."""
TEXT_LINES = 16
"""How many lines of a text an example has."""
PROSE_OF_SCHEMAS = frozenset[str](("$defs", "description", "discriminator"))
"""What examples of JSON Schemas do without."""
UNREADABLE = frozenset(
    ("image/jpeg", "image/png", "text/html", "application/octet-stream", "application/zip")
)
"""Media types without an example: a picture or a tile is binary, and a page repeats its style sheets."""


class ScriptedClock:
    """A clock in nanoseconds since 1970 that only its recorder moves, by a second for each call."""

    def __init__(self) -> None:
        self.now = 1_777_734_000_000_000_000  # 2026-05-02T15:00:00Z

    def __call__(self) -> int:
        return self.now

    def tick(self, seconds: int = 1) -> None:
        """Moves the clock."""
        self.now += seconds * 1_000_000_000


class Recorder:
    """What operations took and answered first, by operation id."""

    def __init__(self, api: Api, clock: ScriptedClock) -> None:
        self.api, self._client, self.clock = api, api.app.test_client(), clock
        self._repository = services_of(api.app).repository
        document = api.app.extensions["openapi"].content
        self.operations = {
            operation["operationId"]: (method, address(document, path), operation)
            for path, method, operation in operations(document)
        }
        self.recorded = defaultdict[str, Json](lambda: {"request": {}, "reply": {}})

    def __call__(
        self,
        name: str,
        token: str = "",
        *,
        body: Any = None,
        kind: str = JSON,
        query: Json | None = None,
        **path: Any,
    ) -> Any:
        """Sends the example of the document, or *body*, to an operation; returns the first reply.

        A GET asks for each media type of the reply. A POST says that the client knows the present match.
        """
        method, rule, operation = self.operations[name]
        if body is None and operation.get("requestBody"):
            body = operation["requestBody"]["content"][JSON]["example"]
        elif body is not None and kind not in (JSON, *UNREADABLE):
            self.recorded[name]["request"].setdefault(kind, body)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if method == "post" and "match" in path:
            headers["If-Match"] = f'"{self._repository.load_match(path["match"]).match.seq}"'
        accepted = [*media_types(operation)] or [JSON]
        if method != "get" and JSON in accepted:
            accepted = [JSON]
        replies = []
        for media_type in accepted:
            self.clock.tick()
            reply = self._client.open(
                rule.format(**path),
                method=method.upper(),
                data=json.dumps(body) if kind == JSON and body is not None else body,
                content_type=kind if body is not None else None,
                query_string=query,
                headers={**headers, "Accept": media_type},
            )
            with closing(reply):
                assert 200 <= reply.status_code < 300, f"{name}: {reply.text}"
                replies.append(content_of(reply))
            if media_type not in UNREADABLE and reply.status_code != 204:
                self.recorded[name]["reply"].setdefault(media_type, replies[-1])
        return replies[0]

    def select_lines(self, name: str, word: str) -> None:
        """Keeps the lines with *word* of a text that an operation replied."""
        replies = self.recorded[name]["reply"]
        for media_type, text in replies.items():
            replies[media_type] = "".join(line for line in text.splitlines(True) if word in line)


def media_types(operation: Json) -> Iterator[str]:
    """Yields the media types of what *operation* replies at once."""
    for status in ("200", "201"):
        yield from operation["responses"].get(status, {}).get("content", {})


def content_of(reply: TestResponse) -> Any:
    """Returns the JSON or the text of *reply*; of a stream the part up to its first event."""
    if reply.mimetype == STREAM:
        return "".join(until_event(reply.iter_encoded()))
    if reply.mimetype in UNREADABLE:
        return None
    return reply.get_json() if reply.is_json else reply.text


def until_event(parts: Iterable[bytes]) -> Iterator[str]:
    """Yields *parts* of a stream up to the end of its first event."""
    for part in parts:
        before, data, after = part.decode().partition("data: ")
        yield before + data + after.partition("\n\n")[0]
        if data:
            return


def shorten_bodies(bodies: Json) -> Json:
    """Returns the request and the reply of an operation in their short form, without empty ones."""
    return {
        part: {media_type: shorten(content, media_type) for media_type, content in contents.items()}
        for part, contents in bodies.items()
        if contents
    }


def shorten(content: Any, media_type: str) -> Any:
    """Returns *content* with the first of many items, lines or events."""
    if isinstance(content, str):
        return shorten_text(content, media_type)
    return shorten_value(without_references(content, {}))


def without_references(node: Any, definitions: Json, *within: str) -> Any:
    """Returns *node* with the JSON Schemas in it written out: tools look for a reference in the document.

    They have no descriptions. A definition within itself allows anything.
    """
    if isinstance(node, list):
        return [without_references(item, definitions, *within) for item in node]
    if not isinstance(node, dict):
        return node
    definitions = node.get("$defs", definitions)
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        return {} if name in within else without_references(definitions[name], definitions, *within, name)
    dropped = PROSE_OF_SCHEMAS if definitions else frozenset[str]()
    return {
        key: without_references(value, definitions, *within)
        for key, value in node.items()
        if key not in dropped
    }


def shorten_value(value: Any) -> Any:
    """Returns *value* with the first items of each list, and of each object that maps names to objects."""
    if isinstance(value, list):
        return [shorten_value(item) for item in value[:LIST_ITEMS]]
    if not isinstance(value, dict):
        return value
    members = list(value.items())
    is_map = len(members) > OBJECT_MEMBERS or (
        len(members) > 2 * LIST_ITEMS and all(isinstance(member, dict) for member in value.values())
    )
    return {name: shorten_value(member) for name, member in members[: LIST_ITEMS if is_map else None]}


def shorten_text(text: str, media_type: str) -> str:
    """Returns the first lines of *text*: of NDJSON the first and the last, of a stream all of an event."""
    lines = text.splitlines()
    if media_type == NDJSON:
        lines = [lines[0], lines[-1]]
    elif media_type != STREAM:
        lines = lines[:TEXT_LINES]
    return "\n".join(map(shorten_line, lines)) + ("\n\n" if media_type == STREAM else "\n")


def shorten_line(line: str) -> str:
    """Returns *line* with its JSON shortened, if it has any."""
    prefix, brace, rest = line.partition("{")
    if prefix not in {"", "data: "} or not brace:
        return line
    return prefix + json.dumps(
        shorten_value(json.loads(brace + rest)), ensure_ascii=False, separators=(",", ":")
    )
