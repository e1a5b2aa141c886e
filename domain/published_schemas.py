"""JSON Schemas of published types, with `null` for marked fields and text for instants."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from .published import NAME_MARK, SCHEMA_MARK

Schema: TypeAlias = dict[str, Any]


def schema_of(kind: Any) -> Schema:
    """Returns the JSON Schema of the published form of *kind*."""
    schema: Schema = _publish(msgspec.json.schema(kind))
    return schema


def schemas_of(kinds: Iterable[Any], ref_template: str) -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    """Returns the JSON Schemas of the published form of *kinds*, and of the structs in them by their names.

    *ref_template* is how the former refer to the latter.
    """
    schemas, components = msgspec.json.schema_components(kinds, ref_template=ref_template)
    return tuple(map(_publish, schemas)), _publish(components)


def _publish(node: Any) -> Any:
    """Returns *node* of a schema without marks, each replaced by its published schema."""
    if isinstance(node, list):
        return [_publish(choice) for choice in node]
    if not isinstance(node, dict):
        return node
    published = {key: _publish(value) for key, value in _renamed(node).items() if key != SCHEMA_MARK}
    if SCHEMA_MARK not in node:
        return _merge_null(published)
    mark = node[SCHEMA_MARK]
    if "default" in published:
        published["default"] = None if published["default"] in mark["stand_ins"] else published["default"]
    choices = [choice for choice in (published, *published.get("anyOf", ())) if "enum" in choice]
    for choice in choices:
        choice["enum"] = [None if value in mark["stand_ins"] else value for value in choice["enum"]]
    return published if choices else published | mark["schema"]


def _renamed(schema: Schema) -> Schema:
    """Returns *schema* with the published name of each field that has one of its own."""
    fields = schema.get("properties", {})
    names = {name: field[NAME_MARK] for name, field in fields.items() if NAME_MARK in field}
    if not names:
        return schema
    renamed = {
        names.get(name, name): {key: value for key, value in field.items() if key != NAME_MARK}
        for name, field in fields.items()
    }
    required = [names.get(name, name) for name in schema.get("required", ())]
    return schema | {"properties": renamed, "required": required}


def _merge_null(schema: Schema) -> Schema:
    """Returns *schema* without a separate choice of `null` beside a choice that allows it."""
    choices: list[Schema] = schema.get("anyOf", [])
    if not any("null" in choice["type"] for choice in choices if isinstance(choice.get("type"), list)):
        return schema
    remaining = [choice for choice in choices if choice != {"type": "null"}]
    if len(remaining) > 1:
        return schema | {"anyOf": remaining}
    return remaining[0] | {key: value for key, value in schema.items() if key != "anyOf"}
