"""The published form of values: instants are text, and what is absent or hidden is `null`.

Facts are stored, hashed and signed in their own form, which never changes. Types mark the fields that replies
write in another way; a value without such a field is its own published form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import cache, partial
from operator import is_not
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, inspect

Change: TypeAlias = Callable[[Any], Any]
"""Returns the published form of a value."""

_MARK: Final = "published"
"""The key of a mark in the annotation of a type."""
SCHEMA_MARK: Final = "x-published"
"""The key of a mark in the schema of a type; `published_schemas` removes it."""
_STAND_INS: Final = "stand_ins"
"""The attribute of a change with the values that it replaces by `None`."""
_NAME: Final = "published_name"
"""The key of a published name in the annotation of a field."""
NAME_MARK: Final = "x-published-name"
"""The key of a published name in the schema of a field, until `published_schemas` renames the field."""
_encoder = msgspec.json.Encoder()

FIRST_INSTANT: Final = -62_135_596_800_000
"""The first moment of the year 1."""
LAST_INSTANT: Final = 253_402_300_799_999
"""The last moment of the year 9999."""


def to_text(instant: int) -> str | None:
    """Returns *instant*, milliseconds since 1970, as RFC 3339 in UTC; `None` for 0.

    Older records may hold instants before the year 1 or after the year 9999; these become that limit.
    """
    if not instant:
        return None
    seconds, milliseconds = divmod(min(max(instant, FIRST_INSTANT), LAST_INSTANT), 1000)
    at = datetime.fromtimestamp(seconds, UTC).replace(microsecond=milliseconds * 1000)
    text = at.isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def absent_mark(*values: object, schema: dict[str, Any] | None = None) -> Meta:
    """Returns the mark of a type with *values* that mean something absent or hidden.

    *schema* replaces parts of the JSON Schema of the type, which has to allow `null`.
    """

    def change(value: object) -> object:
        return None if value in values else value

    setattr(change, _STAND_INS, values)
    return _mark(change, values, schema or {"type": ["string", "null"]})


def _mark(change: Change, stand_ins: Iterable[object], schema: dict[str, Any]) -> Meta:
    plain = [[*value] if isinstance(value, tuple) else value for value in stand_ins]
    mark = {"stand_ins": plain, "schema": schema}
    return Meta(extra={_MARK: change}, extra_json_schema={SCHEMA_MARK: mark})


def published_as(name: str) -> Meta:
    """Returns the mark of a field that replies call *name*; stored values keep its own name."""
    return Meta(extra={_NAME: name}, extra_json_schema={NAME_MARK: name})


OptionalText: TypeAlias = Annotated[str, absent_mark("")]
"""A text that is empty where it is hidden from its reader, or absent."""

UNREAD: Final = "…"
"""A text that its reader may not see."""
Confidential: TypeAlias = Annotated[str, absent_mark("", UNREAD)]
"""A text that is `UNREAD` where its reader may not see it, and empty where it is absent."""

Instant: TypeAlias = Annotated[int, _mark(to_text, [0], {"type": ["string", "null"], "format": "date-time"})]
"""Milliseconds since 1970, 0 for none. Its published form is RFC 3339 in UTC."""


InstantText: TypeAlias = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""An instant in its published form, as `to_text` returns it."""


def is_instant(node: inspect.Metadata) -> bool:
    """Returns whether *node* marks an `Instant`."""
    return (node.extra or {}).get(_MARK) is to_text


def encode(value: object) -> bytes:
    """Returns the published form of *value* as JSON."""
    return _encoder.encode(publish(value))


def encode_lines(values: Iterable[object]) -> bytes:
    """Returns the published form of *values* as JSON, a line each."""
    return _encoder.encode_lines([publish(value) for value in values])


def publish(value: Any) -> Any:
    """Returns the published form of *value*, itself without marked fields."""
    kind: type = type(value)
    change = _of_class(kind)
    return value if change is None else change(value)


@cache
def _of_class(kind: type) -> Change | None:
    """Returns the change for values of exactly the class *kind*, or `None` without one."""
    if issubclass(kind, Struct):
        return _of_struct(kind)
    if issubclass(kind, dict):
        return lambda values: {key: publish(value) for key, value in values.items()}
    if issubclass(kind, (list, tuple)):
        return lambda values: [publish(value) for value in values]
    return None


def _of_struct(kind: type[Struct]) -> Change | None:
    node = inspect.type_info(kind)
    assert isinstance(node, inspect.StructType)
    fields = [(index, field.name, _of_node(field.type)) for index, field in enumerate(node.fields)]
    changes = [(index, name, change) for index, name, change in fields if change is not None]
    renames = any(_name_of(field) != field.encode_name for field in node.fields)
    if not changes and not renames:
        return None
    make = _published_class(kind, node)

    def change(value: Struct) -> Any:
        parts: list[Any] | None = list(msgspec.structs.astuple(value)) if renames else None
        for index, name, change in changes:
            before = getattr(value, name)
            if before is UNSET or (after := change(before)) is before:
                continue
            if parts is None:
                parts = list(msgspec.structs.astuple(value))
            parts[index] = after
        return value if parts is None else make(*parts)

    return change


def _published_class(kind: type[Struct], node: inspect.StructType) -> type[Struct]:
    """Returns the class of published values of *kind*, with fields of any type."""
    config = kind.__struct_config__
    names = [(field.name, Any, *_field_default(field, omits=config.omit_defaults)) for field in node.fields]
    return msgspec.defstruct(
        kind.__name__,
        names,
        tag=node.tag,
        tag_field=node.tag_field,
        rename={field.name: _name_of(field) for field in node.fields},
        omit_defaults=config.omit_defaults,
        frozen=True,
        gc=False,
    )


def _name_of(field: inspect.Field) -> str:
    """Returns the published name of *field*."""
    extra = field.type.extra if isinstance(field.type, inspect.Metadata) else None
    return str((extra or {}).get(_NAME, field.encode_name))


def _field_default(field: inspect.Field, *, omits: bool) -> tuple[Any, ...]:
    """Returns the default of *field* where the encoder *omits* defaults; a field without one has `UNSET`."""
    if not omits:
        return ()
    if field.default_factory is not msgspec.NODEFAULT:
        return (msgspec.field(default_factory=field.default_factory),)
    if field.default is msgspec.NODEFAULT:
        return (UNSET,)
    change = _of_node(field.type)
    return (field.default if change is None else change(field.default),)


def _of_node(node: inspect.Type) -> Change | None:
    """Returns the change for values of the type of *node*, or `None` without one."""
    match node:
        case inspect.Metadata(type=inner, extra=extra):
            return (extra or {}).get(_MARK) or _of_node(inner)
        case inspect.AnyType():
            return publish
        case inspect.StructType(cls=cls):
            return publish if _may_change(getattr(cls, "__origin__", cls)) else None
        case inspect.UnionType(types=types):
            return _of_union([kind for kind in types if not isinstance(kind, inspect.NoneType)])
        case inspect.DictType(value_type=inner):
            return _each_value(_of_node(inner))
        case inspect.CollectionType(item_type=inner):
            return _each_item(_of_node(inner))
        case inspect.TupleType(item_types=types):
            return publish if any(map(_of_node, types)) else None
    return None


def _each_value(change: Change | None) -> Change | None:
    return change and (lambda values: {key: change(value) for key, value in values.items()})


def _each_item(change: Change | None) -> Change | None:
    if change is None:
        return None

    stand_ins: tuple[object, ...] = getattr(change, _STAND_INS, ())
    if stand_ins:
        return partial(_replace_stand_ins, stand_ins)

    def change_items(values: Any) -> Any:
        changed = [change(value) for value in values]
        return changed if any(map(is_not, changed, values)) else values

    return change_items


def _replace_stand_ins(stand_ins: tuple[object, ...], values: Any) -> Any:
    """Returns *values* with `None` in the place of each of the *stand_ins*."""
    if any(stand_in in values for stand_in in stand_ins):
        return [None if value in stand_ins else value for value in values]
    return values


def _of_union(nodes: list[inspect.Type]) -> Change | None:
    changes = [_of_node(node) for node in nodes]
    if not any(changes):
        return None
    if len(changes) > 1:
        return publish
    [change] = changes
    assert change is not None
    return lambda value: None if value is None else change(value)


@cache
def _may_change(kind: type[Struct]) -> bool:
    """Returns whether a field of *kind*, or of a derived class, is marked or of any type."""
    waiting, entered = [kind], {kind}
    while waiting:
        cls = waiting.pop()
        for derived in cls.__subclasses__():
            if derived not in entered:
                entered.add(derived)
                waiting.append(derived)
        node = inspect.type_info(cls)
        assert isinstance(node, inspect.StructType)
        for part in _leaves(field.type for field in node.fields):
            if isinstance(part, inspect.AnyType | inspect.Metadata):
                return True
            if isinstance(part, inspect.StructType):
                struct = getattr(part.cls, "__origin__", part.cls)
                if struct not in entered:
                    entered.add(struct)
                    waiting.append(struct)
    return False


def _leaves(nodes: Iterator[inspect.Type]) -> Iterator[inspect.Type]:
    """Yields the structs, the marked types and those of anything in *nodes*, but none within structs."""
    for node in nodes:
        match node:
            case inspect.Metadata(type=inner, extra=extra):
                yield from (node,) if {_MARK, _NAME}.intersection(extra or ()) else _leaves(iter((inner,)))
            case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
                yield from _leaves(iter(types))
            case inspect.DictType(value_type=inner) | inspect.CollectionType(item_type=inner):
                yield from _leaves(iter((inner,)))
            case inspect.AnyType() | inspect.StructType():
                yield node
