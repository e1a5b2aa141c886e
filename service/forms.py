"""Forms: marshmallow schemas for what people write, derived from the structs that the domain reads.

A struct says once what is allowed; the form says everything that is wrong with an entry at once, and lists
the choices. The two agree because one is made from the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate
from msgspec import NODEFAULT, Struct, inspect


@cache
def form(struct: type[Struct]) -> ma.Schema:
    """Returns the schema of *struct*; unknown fields are refused when the struct forbids them."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return _schema(info)


def _schema(info: inspect.StructType) -> ma.Schema:
    members: dict[str, Any] = {}
    for member in info.fields:
        made = members[member.encode_name] = _field(member.type)
        made.required = member.default is NODEFAULT and member.default_factory is NODEFAULT
    if info.tag is not None:
        members[info.tag_field or "type"] = fields.String(required=True)
    made_schema: type[ma.Schema] = ma.Schema.from_dict(members, name=info.cls.__name__)
    return made_schema(unknown=ma.RAISE if info.forbid_unknown_fields else ma.INCLUDE)


def _field(kind: inspect.Type, told: str = "") -> fields.Field[Any]:
    match kind:
        case inspect.Metadata(type=inner, extra_json_schema=extra):
            return _field(inner, (extra or {}).get("description", ""))
        case inspect.StrType(pattern=pattern):
            wanted = (
                (f"Allowed: {told}." if told else f"Has to match {pattern}.")
                .replace("{", "{{")
                .replace("}", "}}")
            )
            return fields.String(validate=validate.Regexp(pattern, error=wanted) if pattern else None)
        case inspect.IntType(ge=least, le=most):
            return fields.Integer(strict=True, validate=validate.Range(least, most))
        case inspect.BoolType():
            return fields.Boolean()
        case inspect.LiteralType(values=values):
            return fields.Raw(validate=validate.OneOf(values))
        case inspect.VarTupleType(item_type=item, min_length=least):
            return fields.List(_field(item), validate=validate.Length(min=least) if least else None)
        case inspect.DictType(key_type=key, value_type=value):
            return fields.Dict(keys=_field(key), values=_field(value))
        case inspect.StructType():
            return fields.Nested(_schema(kind))
        case inspect.UnionType(types=types):
            return _union([one for one in types if not isinstance(one, inspect.NoneType)], len(types))
        case _:
            raise TypeError(f"a form has no field for {kind}")


def _union(types: list[inspect.Type], known: int) -> fields.Field[Any]:
    if len(types) == 1:
        made = _field(types[0])
        made.allow_none = known > 1
        return made
    tagged = {str(one.tag): one for one in types if isinstance(one, inspect.StructType)}
    if len(tagged) == len(types):
        first = next(iter(tagged.values()))
        return Tagged(first.tag_field or "type", {tag: _schema(one) for tag, one in tagged.items()})
    return Either([_field(one) for one in types])


class Tagged(fields.Field[Any]):
    """One of several structs, told apart by their tag."""

    def __init__(self, tag_field: str, schemas: Mapping[str, ma.Schema]) -> None:
        super().__init__()
        self.tag_field, self.schemas = tag_field, schemas

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        tag = value.get(self.tag_field) if isinstance(value, dict) else None
        schema = self.schemas.get(tag) if isinstance(tag, str) else None
        if schema is None:
            known = ", ".join(sorted(self.schemas))
            raise ma.ValidationError({self.tag_field: [f"Must be one of: {known}."]})
        return schema.load(value)


class Either(fields.Field[Any]):
    """Whatever one of several fields takes."""

    def __init__(self, choices: list[fields.Field[Any]]) -> None:
        super().__init__()
        self.choices = choices

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        mistakes: list[str] = []
        for choice in self.choices:
            try:
                return choice.deserialize(value, attr, data)
            except ma.ValidationError as error:
                mistakes.append(str(error))
        raise ma.ValidationError(" Or: ".join(mistakes))


Where = tuple[str | int, ...]
"""The way to a value: names of fields, and numbers in lists."""


def flat(mistakes: Any, where: Where = ()) -> Iterator[tuple[Where, str]]:
    """Yields each of marshmallow's nested messages with the way to what it is about.

    `key` and `value` are marshmallow's words for the two sides of a mapping, and lead nowhere.
    """
    if isinstance(mistakes, Mapping):
        for name, inner in mistakes.items():
            deeper = name not in ("key", "value", ma.exceptions.SCHEMA)
            yield from flat(inner, (*where, name) if deeper else where)
    else:
        for told in mistakes if isinstance(mistakes, list) else [mistakes]:
            yield where, str(told)
