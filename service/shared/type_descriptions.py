"""What a field may hold, in words, told from the type that the domain reads it with."""

from __future__ import annotations

from functools import reduce

from msgspec import inspect

from domain.messages import Message
from domain.published import is_instant


def allowed(kind: inspect.Type) -> Message:
    """Returns what a value of *kind* may be: `a whole number from 1 to 9`, `one of: fire, wind`."""
    match kind:
        case inspect.Metadata() if is_instant(kind):
            return Message("a time from 1970 to 9999, such as 2027-05-01T10:00:00Z, or null")
        case inspect.Metadata(type=inner):
            return described(kind) or allowed(inner)
        case inspect.StrType(pattern=pattern):
            return Message("text that matches {pattern}", pattern=pattern) if pattern else Message("text")
        case inspect.IntType(ge=least, le=most):
            return _whole_number(least, most)
        case inspect.BoolType():
            return Message("true or false")
        case inspect.LiteralType(values=values):
            return Message("one of: {values}", values=", ".join(map(str, values)))
        case inspect.VarTupleType(item_type=item, min_length=least) if least:
            return Message("a list of {least} or more, each item {item}", least=least, item=allowed(item))
        case inspect.VarTupleType(item_type=item):
            return Message("a list, each item {item}", item=allowed(item))
        case inspect.DictType(key_type=key):
            return Message("a mapping, by {key}", key=allowed(key))
        case inspect.StructType(fields=members, tag=None):
            name = ", ".join(member.encode_name for member in members)
            return Message("a mapping with {fields}", fields=name)
        case inspect.StructType(tag=tag, tag_field=field):
            return Message("a mapping with {fields}", fields=f"{field or 'type'}: {tag}")
        case inspect.UnionType(types=types):
            return _one_of(tuple(one for one in types if not isinstance(one, inspect.NoneType)))
        case _:
            raise TypeError(f"there are no words for {kind}")


def described(kind: inspect.Type) -> Message | None:
    """Returns what the domain itself says of *kind*, if it does."""
    extra = kind.extra_json_schema if isinstance(kind, inspect.Metadata) else None
    told = (extra or {}).get("description", "")
    return Message(str(told)) if told else None


def sentence(kind: inspect.Type) -> Message:
    """Returns what to tell somebody who wrote something that is no *kind*."""
    if told := described(kind):
        return Message("Allowed: {told}.", told=told)
    return Message("Must be {told}.", told=allowed(kind))


def _whole_number(minimum: int | None, maximum: int | None) -> Message:
    if minimum is not None and maximum is not None:
        return Message("a whole number from {least} to {most}", least=minimum, most=maximum)
    if minimum is not None:
        return Message("a whole number from {least}", least=minimum)
    return Message("a whole number") if maximum is None else Message("a whole number to {most}", most=maximum)


def _one_of(types: tuple[inspect.Type, ...]) -> Message:
    tagged = [one for one in types if isinstance(one, inspect.StructType) and one.tag is not None]
    if len(types) > 1 and len(tagged) == len(types):
        tags = ", ".join(sorted(str(one.tag) for one in tagged))
        field = str(tagged[0].tag_field)
        return Message("a mapping with {field}: one of {tags}", field=field, tags=tags)
    return reduce(lambda one, other: Message("{one} or {other}", one=one, other=other), map(allowed, types))
