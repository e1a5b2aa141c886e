"""Forms: marshmallow schemas for what people write, derived from the structs that the domain reads.

A struct says once what is allowed; the form says everything that is wrong with an entry at once, and what
would be right. The two agree because one is made from the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate
from msgspec import NODEFAULT, Struct, inspect

from ..shared.type_descriptions import describe_type, error_sentence
from ..shared.yaml_files import ValuePath


@cache
def form(struct: type[Struct]) -> ma.Schema:
    """Returns the schema of *struct*; unknown fields are refused when the struct forbids them."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    members: dict[str, Any] = {}
    for member in info.fields:
        made = members[member.encode_name] = _field(member.type)
        made.required = member.default is NODEFAULT and member.default_factory is NODEFAULT
    if info.tag is not None:
        members[info.tag_field or "type"] = fields.String(required=True)
    schema: ma.Schema = ma.Schema.from_dict(members, name=struct.__name__)(
        unknown=ma.RAISE if info.forbid_unknown_fields else ma.INCLUDE
    )
    schema.error_messages |= {
        "type": f"Must be {describe_type(info)}.",
        "unknown": f"Unknown field; there are: {', '.join(sorted(members)) or 'none'}.",
    }
    return schema


def _field(kind: inspect.Type) -> fields.Field[Any]:
    """Returns a field that takes what *kind* is, and says what that is to whoever writes something else."""
    text = error_sentence(kind).replace("{", "{{").replace("}", "}}")
    made = _made(kind, text)
    made.allow_none = isinstance(kind, inspect.UnionType) and kind.includes_none
    made.error_messages |= {"invalid": text, "null": text, "required": f"Missing. {text}"}
    return made


def _made(kind: inspect.Type, text: str) -> fields.Field[Any]:
    match kind:
        case inspect.Metadata(type=inner):
            return _made(inner, text)
        case inspect.StrType(pattern=pattern):
            return fields.String(validate=validate.Regexp(pattern, error=text) if pattern else None)
        case inspect.IntType(ge=least, le=most):
            return fields.Integer(strict=True, validate=validate.Range(least, most, error=text))
        case inspect.BoolType():
            return Exactly((False, True))
        case inspect.LiteralType(values=values):
            return Exactly(values)
        case inspect.VarTupleType(item_type=item, min_length=least):
            return fields.List(
                _field(item), validate=validate.Length(min=least, error=text) if least else None
            )
        case inspect.DictType(key_type=key, value_type=value):
            return fields.Dict(keys=_field(key), values=_field(value))
        case inspect.StructType(cls=struct):
            return fields.Nested(lambda: form(struct))
        case inspect.UnionType(types=types):
            return _union([one for one in types if not isinstance(one, inspect.NoneType)], text)
        case _:
            raise TypeError(f"a form has no field for {kind}")


def _union(types: list[inspect.Type], text: str) -> fields.Field[Any]:
    if len(types) == 1:
        return _made(types[0], text)
    structs = [one for one in types if isinstance(one, inspect.StructType)]
    if len(structs) == len(types):
        return Tagged(structs[0].tag_field or "type", {str(one.tag): one.cls for one in structs})
    return Either([_field(one) for one in types])


class Exactly(fields.Field[Any]):
    """One of several values, of the same type as well: neither `true` nor `1.0` is 1."""

    def __init__(self, values: Sequence[Any]) -> None:
        super().__init__()
        self.values = values

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        if not any(type(value) is type(one) and value == one for one in self.values):
            raise self.make_error("invalid")
        return value


class Tagged(fields.Field[Any]):
    """One of several structs, told apart by their tag."""

    def __init__(self, tag_field: str, structs: Mapping[str, type[Struct]]) -> None:
        super().__init__()
        self.tag_field, self.structs = tag_field, structs

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        tag = value.get(self.tag_field)
        struct = self.structs.get(tag) if isinstance(tag, str) else None
        if struct is None:
            name = ", ".join(sorted(self.structs))
            raise ma.ValidationError({self.tag_field: [f"Must be one of: {name}."]})
        return form(struct).load(value)


class Either(fields.Field[Any]):
    """Whatever one of several fields takes."""

    def __init__(self, choices: list[fields.Field[Any]]) -> None:
        super().__init__()
        self.choices = choices

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        for choice in self.choices:
            try:
                return choice.deserialize(value, attr, data)
            except ma.ValidationError as error:
                if isinstance(error.messages, dict):
                    raise  # It was meant to be this one: the mistake is further in.
        raise self.make_error("invalid")


def flat(mistakes: Any, where: ValuePath = ()) -> Iterator[tuple[ValuePath, str]]:
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
