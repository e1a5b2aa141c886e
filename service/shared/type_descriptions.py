"""Sentences about the allowed values of a field, from its type in the domain."""

from __future__ import annotations

from functools import reduce

from msgspec import inspect

from domain.messages import Message
from domain.published import is_instant


def describe_type(kind: inspect.Type) -> Message:
    """Returns the allowed values of *kind*, such as “a whole number from 1 to 9”."""
    match kind:
        case inspect.Metadata() if is_instant(kind):
            return Message("a time from 1970 to 9999, such as 2027-05-01T10:00:00Z, or null")
        case inspect.Metadata(type=inner):
            return domain_description(kind) or describe_type(inner)
        case inspect.StrType(pattern=pattern):
            return Message("text that matches {pattern}", pattern=pattern) if pattern else Message("text")
        case inspect.IntType(ge=least, le=most):
            return _whole_number(least, most)
        case inspect.BoolType():
            return Message("true or false")
        case inspect.LiteralType(values=values):
            return Message("one of: {values}", values=", ".join(map(str, values)))
        case inspect.VarTupleType(item_type=item, min_length=least) if least:
            return Message(
                "a list of {least} or more, each item {item}", least=least, item=describe_type(item)
            )
        case inspect.VarTupleType(item_type=item):
            return Message("a list, each item {item}", item=describe_type(item))
        case inspect.DictType(key_type=key):
            return Message("a mapping, by {key}", key=describe_type(key))
        case inspect.StructType(fields=members, tag=None):
            name = ", ".join(member.encode_name for member in members)
            return Message("a mapping with {fields}", fields=name)
        case inspect.StructType(tag=tag, tag_field=field):
            return Message("a mapping with {fields}", fields=f"{field or 'type'}: {tag}")
        case inspect.UnionType(types=types):
            return _one_of(tuple(type_ for type_ in types if not isinstance(type_, inspect.NoneType)))
        case _:
            raise TypeError(f"there are no words for {kind}")


def domain_description(kind: inspect.Type) -> Message | None:
    """Returns the domain's description of *kind*, if it has one."""
    extra = kind.extra_json_schema if isinstance(kind, inspect.Metadata) else None
    description = (extra or {}).get("description", "")
    return Message(str(description)) if description else None


def error_sentence(kind: inspect.Type) -> Message:
    """Returns the error message for a value that is no *kind*."""
    if description := domain_description(kind):
        return Message("Allowed: {told}.", told=description)
    return Message("Must be {told}.", told=describe_type(kind))


def _whole_number(minimum: int | None, maximum: int | None) -> Message:
    if minimum is not None and maximum is not None:
        return Message("a whole number from {least} to {most}", least=minimum, most=maximum)
    if minimum is not None:
        return Message("a whole number from {least}", least=minimum)
    return Message("a whole number") if maximum is None else Message("a whole number to {most}", most=maximum)


def _one_of(types: tuple[inspect.Type, ...]) -> Message:
    tagged = [struct for struct in types if isinstance(struct, inspect.StructType) and struct.tag is not None]
    if len(types) > 1 and len(tagged) == len(types):
        tags = ", ".join(sorted(str(struct.tag) for struct in tagged))
        field = str(tagged[0].tag_field)
        return Message("a mapping with {field}: one of {tags}", field=field, tags=tags)
    return reduce(
        lambda struct, other: Message("{one} or {other}", one=struct, other=other), map(describe_type, types)
    )
