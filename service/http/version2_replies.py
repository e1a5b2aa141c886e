"""Bodies of version 1, told as version 2 does: what to do follows from their schemas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeAlias

from .version2_fields import AS_THEY_ARE, HIDDEN, PREFIX, is_time

Schema: TypeAlias = Mapping[str, Any]
Change: TypeAlias = Callable[[Any], Any]


def time(milliseconds: int) -> str | None:
    """Returns a time as RFC 3339 has it, in UTC; nothing for 0."""
    if not milliseconds:
        return None
    told = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return told.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _led(door: dict[str, Any]) -> dict[str, Any]:
    """Returns *door* with links that lead to version 2, except to the page, which there is once."""
    ways = {what: way if what == "docs" else PREFIX + way for what, way in door["links"].items()}
    return door | {"links": ways | {"version2": f"{PREFIX}/"}}


class Translator:
    """Tells bodies of *schemas*, which are those of a document, as version 2 does."""

    def __init__(self, schemas: Mapping[str, Schema]) -> None:
        self._schemas = schemas
        self._changes: dict[str, Change | None] = {}

    def told(self, name: str, body: Any) -> Any:
        """Returns *body*, which is of the schema called *name*, as version 2 tells it."""
        change = self._of(name)
        return body if change is None else change(body)

    def _of(self, name: str) -> Change | None:
        if name not in self._changes:
            self._changes[name] = None
            if name not in AS_THEY_ARE:
                self._changes[name] = self._special(name) or self._change(self._schemas[name], name)
        return self._changes[name]

    def _special(self, name: str) -> Change | None:
        if name == "Frame":
            return lambda frame: frame | {"changes": [self._moved(change) for change in frame["changes"]]}
        return {"Operation": self._patched, "Door": _led}.get(name)

    def _moved(self, change: list[Any]) -> list[Any]:
        return change[:1] + [self._placed(change[0], value) for value in change[1:]]

    def _patched(self, operation: dict[str, Any]) -> dict[str, Any]:
        if "value" not in operation:
            return operation
        path = [part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")[1:]]
        return operation | {"value": self._placed(path, operation["value"])}

    def _placed(self, path: Iterable[Any], value: Any) -> Any:
        """Returns *value*, which stands at *path* of a scene, as version 2 tells it."""
        if value is None:
            return None
        steps = [*path]
        found = (self._at(scene, "", "", steps) for scene in self._schemas["ReckonedScene"]["oneOf"])
        change = next((one for one in found if one is not None), None)
        return value if change is None else change(value)

    def _at(self, schema: Schema, name: str, field: str, path: list[Any]) -> Change | None:
        """Returns what to do with the value at *path* below *schema*."""
        if "$ref" in schema:
            called = schema["$ref"].rpartition("/")[2]
            return self._at(self._schemas[called], called, "", path)
        if "anyOf" in schema:
            found = (self._at(one, name, field, path) for one in schema["anyOf"])
            return next((change for change in found if change is not None), None)
        if not path:
            return self._change(schema, name) if not field else self._field(name, field, schema)
        if schema.get("type") == "array":
            hidden = HIDDEN.get(name, {}).get(field)
            if len(path) == 1 and hidden is not None:
                return lambda value: None if value == hidden else value
            return self._at(schema["items"], "", "", path[1:])
        if path[0] in schema.get("properties", {}):
            return self._at(schema["properties"][path[0]], name, path[0], path[1:])
        more = schema.get("additionalProperties")
        return self._at(more, "", "", path[1:]) if isinstance(more, Mapping) else None

    def _change(self, schema: Schema, name: str = "") -> Change | None:
        if "$ref" in schema:
            return self._of(schema["$ref"].rpartition("/")[2])
        if "oneOf" in schema:
            return self._told_apart(schema)
        if "anyOf" in schema:
            found = (self._change(one) for one in schema["anyOf"])
            change = next((one for one in found if one is not None), None)
            return change and (lambda value: None if value is None else change(value))
        if schema.get("type") == "array":
            each = self._change(schema.get("items") or {})
            return each and (lambda values: [each(value) for value in values])
        if "properties" in schema:
            return self._object(schema, name)
        more = schema.get("additionalProperties")
        every = self._change(more) if isinstance(more, Mapping) else None
        return every and (lambda values: {key: every(value) for key, value in values.items()})

    def _told_apart(self, schema: Schema) -> Change | None:
        if "discriminator" not in schema:
            return None
        by = schema["discriminator"]["propertyName"]
        mapping = schema["discriminator"]["mapping"]
        changes = {value: self._change({"$ref": ref}) for value, ref in mapping.items()}
        if not any(changes.values()):
            return None

        def change(value: Any) -> Any:
            do = changes.get(value[by])
            return do(value) if do else value

        return change

    def _object(self, schema: Schema, name: str) -> Change | None:
        found = {field: self._field(name, field, told) for field, told in schema["properties"].items()}
        changes = {field: change for field, change in found.items() if change is not None}
        if not changes:
            return None

        def change(value: dict[str, Any]) -> dict[str, Any]:
            return value | {field: do(value[field]) for field, do in changes.items() if field in value}

        return change

    def _field(self, name: str, field: str, schema: Schema) -> Change | None:
        hidden = HIDDEN.get(name, {}).get(field)
        if hidden is not None:
            if schema.get("type") == "array" and hidden != []:
                return lambda values: [None if value == hidden else value for value in values]
            return lambda value: None if value == hidden else value
        return time if is_time(name, field, schema) else self._change(schema)
