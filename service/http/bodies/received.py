"""Converts instants in requests from text to whole numbers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import cache
from typing import Any, TypeAlias

from msgspec import ValidationError, inspect

from domain.published import LAST_INSTANT, is_instant

Converter: TypeAlias = Callable[[Any, str], Any]
"""Returns the internal form of a value at a path. Raises `ValidationError`."""


def convert_instants(kind: Any, value: Any) -> Any:
    """Returns plain data for a *kind*, with each instant in milliseconds since 1970.

    Raises `msgspec.ValidationError`.
    """
    change = _converter_of_kind(kind)
    return value if change is None else change(value, "$")


def to_instant(text: Any, path: str) -> int:
    """Returns the instant of a *text* in RFC 3339, or 0 for `None`.

    Raises `ValidationError`, also for an instant that is not after 1970 began.
    """
    if text is None:
        return 0
    at = None
    with suppress(TypeError, ValueError):
        at = datetime.fromisoformat(text)
    if at is None or at.tzinfo is None:
        raise ValidationError(f"Not a valid aware datetime. - at `{path}`")
    instant = round(at.timestamp() * 1000)
    if not 0 < instant <= LAST_INSTANT:
        raise ValidationError(f"Not an instant from 1970 to 9999. - at `{path}`")
    return instant


@cache
def _converter_of_kind(kind: Any) -> Converter | None:
    return _converter_of_node(inspect.type_info(kind))


def _converter_of_node(node: inspect.Type) -> Converter | None:
    match node:
        case inspect.Metadata(type=inner):
            return to_instant if is_instant(node) else _converter_of_node(inner)
        case inspect.StructType():
            return _converter_of_struct(node)
        case inspect.UnionType(types=types):
            return _converter_of_tagged([type_ for type_ in types if isinstance(type_, inspect.StructType)])
        case inspect.CollectionType(item_type=inner):
            change = _converter_of_node(inner)
            return change and (
                lambda values, path: (
                    [change(value, f"{path}[{index}]") for index, value in enumerate(values)]
                    if isinstance(values, list)
                    else values
                )
            )
    return None


def _converter_of_struct(node: inspect.StructType) -> Converter | None:
    results = {field.encode_name: _converter_of_node(field.type) for field in node.fields}
    changes = {name: change for name, change in results.items() if change is not None}
    if not changes:
        return None

    def change(value: Any, path: str) -> Any:
        if not isinstance(value, dict):
            return value
        return value | {
            name: change(value[name], f"{path}.{name}") for name, change in changes.items() if name in value
        }

    return change


def _converter_of_tagged(nodes: list[inspect.StructType]) -> Converter | None:
    """Returns the converter for one of several structs. Their tags distinguish them."""
    results = {node.tag: _converter_of_struct(node) for node in nodes}
    if not any(results.values()):
        return None
    field = nodes[0].tag_field

    def change(value: Any, path: str) -> Any:
        tag = value.get(field) if isinstance(value, dict) and field is not None else None
        change = results.get(tag) if tag is None or isinstance(tag, str) else None
        return value if change is None else change(value, path)

    return change
