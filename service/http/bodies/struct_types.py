"""The structs within types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import inspect


def structs_in(kinds: Iterable[Any]) -> set[type]:
    """Returns every struct that values of *kinds* may hold, these included."""
    types = set[type]()
    waiting = list(inspect.multi_type_info(kinds))
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, inspect.StructType):
            cls = getattr(kind.cls, "__origin__", kind.cls)
            if cls in types:
                continue
            types.add(cls)
        waiting += _inner_types(kind)
    return types


def _inner_types(kind: inspect.Type) -> Iterator[inspect.Type]:
    match kind:
        case inspect.StructType(fields=members) | inspect.NamedTupleType(fields=members):
            yield from (member.type for member in members)
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            yield from types
        case inspect.Metadata(type=inner):
            yield inner
        case inspect.CollectionType(item_type=item):
            yield item
        case inspect.DictType(key_type=key, value_type=value):
            yield from (key, value)
