"""Marshmallow schemas for data files, derived from the structs that the domain reads.

A struct defines the valid values, and its schema reports all errors of an entry at once.
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
def schema_of(struct: type[Struct]) -> ma.Schema:
    """Returns the schema of *struct*. It refuses unknown fields if the struct forbids them."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    members: dict[str, Any] = {}
    for member in info.fields:
        field = members[member.encode_name] = _make_field(member.type)
        field.required = member.default is NODEFAULT and member.default_factory is NODEFAULT
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


def _make_field(kind: inspect.Type) -> fields.Field[Any]:
    """Returns a field for *kind*, with the description of *kind* as its error."""
    text = error_sentence(kind).replace("{", "{{").replace("}", "}}")
    field = _make_plain_field(kind, text)
    field.allow_none = isinstance(kind, inspect.UnionType) and kind.includes_none
    field.error_messages |= {"invalid": text, "null": text, "required": f"Missing. {text}"}
    return field


def _make_plain_field(kind: inspect.Type, text: str) -> fields.Field[Any]:
    match kind:
        case inspect.Metadata(type=inner):
            return _make_plain_field(inner, text)
        case inspect.StrType(pattern=pattern):
            return fields.String(validate=validate.Regexp(pattern, error=text) if pattern else None)
        case inspect.IntType(ge=minimum, le=maximum):
            return fields.Integer(strict=True, validate=validate.Range(minimum, maximum, error=text))
        case inspect.BoolType():
            return ExactField((False, True))
        case inspect.LiteralType(values=values):
            return ExactField(values)
        case inspect.VarTupleType(item_type=item, min_length=minimum):
            return fields.List(
                _make_field(item), validate=validate.Length(min=minimum, error=text) if minimum else None
            )
        case inspect.DictType(key_type=key, value_type=value):
            return fields.Dict(keys=_make_field(key), values=_make_field(value))
        case inspect.StructType(cls=struct):
            return fields.Nested(lambda: schema_of(struct))
        case inspect.UnionType(types=types):
            return _make_union_field(
                [kind_ for kind_ in types if not isinstance(kind_, inspect.NoneType)], text
            )
        case _:
            raise TypeError(f"a form has no field for {kind}")


def _make_union_field(types: list[inspect.Type], text: str) -> fields.Field[Any]:
    if len(types) == 1:
        return _make_plain_field(types[0], text)
    structs = [kind for kind in types if isinstance(kind, inspect.StructType)]
    if len(structs) == len(types):
        return TaggedField(structs[0].tag_field or "type", {str(kind.tag): kind.cls for kind in structs})
    return EitherField([_make_field(kind) for kind in types])


class ExactField(fields.Field[Any]):
    """One of several values, also of the same type, so that neither `true` nor `1.0` is 1."""

    def __init__(self, values: Sequence[Any]) -> None:
        super().__init__()
        self.values = values

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        if not any(
            type(value) is type(allowed_value) and value == allowed_value for allowed_value in self.values
        ):
            raise self.make_error("invalid")
        return value


class TaggedField(fields.Field[Any]):
    """One of several structs, by tag."""

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
        return schema_of(struct).load(value)


class EitherField(fields.Field[Any]):
    """Value for one of several fields."""

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


def flatten_errors(errors: Any, path: ValuePath = ()) -> Iterator[tuple[ValuePath, str]]:
    """Yields each of marshmallow's nested messages with its path.

    Marshmallow's `key` and `value` for the sides of a mapping add nothing to the path.
    """
    if isinstance(errors, Mapping):
        for name, inner in errors.items():
            is_nested = name not in ("key", "value", ma.exceptions.SCHEMA)
            yield from flatten_errors(inner, (*path, name) if is_nested else path)
    else:
        for error in errors if isinstance(errors, list) else [errors]:
            yield path, str(error)
