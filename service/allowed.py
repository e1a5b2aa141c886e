"""What a field may hold, in words, told from the type that the domain reads it with."""

from __future__ import annotations

from msgspec import inspect


def allowed(kind: inspect.Type) -> str:
    """Returns what a value of *kind* may be: `a whole number from 1 to 9`, `one of: fire, wind`."""
    match kind:
        case inspect.Metadata(type=inner):
            return described(kind) or allowed(inner)
        case inspect.StrType(pattern=pattern):
            return f"text that matches {pattern}" if pattern else "text"
        case inspect.IntType(ge=least, le=most):
            least_told = "" if least is None else f" from {least}"
            return "a whole number" + least_told + ("" if most is None else f" to {most}")
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return f"one of: {', '.join(map(str, values))}"
        case inspect.VarTupleType(item_type=item, min_length=least):
            return f"a list{f' of {least} or more' if least else ''}, each item {allowed(item)}"
        case inspect.DictType(key_type=key):
            return f"a mapping, by {allowed(key)}"
        case inspect.StructType(fields=members, tag=None):
            return f"a mapping with {', '.join(member.encode_name for member in members)}"
        case inspect.StructType(tag=tag, tag_field=field):
            return f"a mapping with {field or 'type'}: {tag}"
        case inspect.UnionType(types=types):
            return _one_of(tuple(one for one in types if not isinstance(one, inspect.NoneType)))
        case _:
            raise TypeError(f"there are no words for {kind}")


def described(kind: inspect.Type) -> str:
    """Returns what the domain itself says of *kind*, or nothing."""
    extra = kind.extra_json_schema if isinstance(kind, inspect.Metadata) else None
    return str((extra or {}).get("description", ""))


def sentence(kind: inspect.Type) -> str:
    """Returns what to tell somebody who wrote something that is no *kind*."""
    return f"Allowed: {told}." if (told := described(kind)) else f"Must be {allowed(kind)}."


def _one_of(types: tuple[inspect.Type, ...]) -> str:
    tagged = [one for one in types if isinstance(one, inspect.StructType) and one.tag is not None]
    if len(types) > 1 and len(tagged) == len(types):
        tags = ", ".join(sorted(str(one.tag) for one in tagged))
        return f"a mapping with {tagged[0].tag_field}: one of {tags}"
    return " or ".join(map(allowed, types))
