"""Finds the changes between two schemas that break a client of the older one.

A schema of a request must not become narrower, one of a reply must not become wider.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

Document: TypeAlias = Mapping[str, Any]
Schema: TypeAlias = Mapping[str, Any]
Direction: TypeAlias = Literal["request", "reply"]

ANY_TYPE = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))
ALTERNATIVES = {"anyOf", "oneOf"}
MAXIMA = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
MINIMA = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")


class SchemaComparison:
    """Two documents, and the pairs of their schemas that were compared already."""

    def __init__(self, old: Document, new: Document) -> None:
        self._old, self._new = old, new
        self._compared = set[tuple[str, str, Direction]]()

    def changes(self, where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
        """Yields each breaking change from *old* to *new*; names the place *where* or their component."""
        names = old.get("$ref", ""), new.get("$ref", "")
        if names[0]:
            where = names[0].rpartition("/")[2]
            if (*names, direction) in self._compared:
                return
            self._compared.add((*names, direction))
        old, new = resolve(self._old, old), resolve(self._new, new)
        if "discriminator" in old and "discriminator" in new:
            yield from self._variants(where, old, new, direction)
            return
        before, after = _types(self._old, old), _types(self._new, new)
        if lost := before - after if direction == "request" else after - before:
            verb = "may no longer be" if direction == "request" else "may now be"
            yield f"{where} {verb} {' or '.join(sorted(lost))}"
        if ALTERNATIVES & (old.keys() | new.keys()):
            for part, other in self._pairs(old, new):
                yield from self._part(where, part, other, direction)
        else:
            yield from self._content(where, old, new, direction)

    def remaining_changes(self) -> Iterator[str]:
        """Yields the breaking changes of schemas that no operation refers to: the lines of streams."""
        before, after = (document["components"]["schemas"] for document in (self._old, self._new))
        compared = {old for old, _, _ in self._compared}
        for name in before:
            if (ref := f"#/components/schemas/{name}") in compared:
                continue
            if name in after:
                yield from self.changes(name, {"$ref": ref}, {"$ref": ref}, "reply")
            else:
                yield f"{name} is gone"

    def _variants(self, where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
        before, after = (schema["discriminator"]["mapping"] for schema in (old, new))
        for tag, name in before.items():
            if tag in after:
                yield from self.changes(where, {"$ref": name}, {"$ref": after[tag]}, direction)
            elif direction == "request":
                yield f"{where}: {tag} is gone"

    def _pairs(self, old: Schema, new: Schema) -> Iterator[tuple[Schema, Schema]]:
        """Yields the alternatives of *old*, each with that of *new* which replaces it, if any."""
        for part in _alternatives(old):
            types = _types(self._old, part) - {"null"}
            candidates = [other for other in _alternatives(new) if types & _types(self._new, other)]
            if candidates:
                yield part, min(candidates, key=lambda other: other.get("$ref") != part.get("$ref"))

    def _part(self, where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
        """Yields the changes of two alternatives, whose types were compared with those of the others."""
        if "$ref" in old and "$ref" in new:
            yield from self.changes(where, old, new, direction)
        else:
            yield from self._content(where, resolve(self._old, old), resolve(self._new, new), direction)

    def _content(self, where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
        if direction == "request":
            yield from _narrower_values(where, old, new)
        formats = (old, new) if direction == "request" else (new, old)
        if formats[1].get("format") not in {None, formats[0].get("format")}:
            yield f"{where} has another format: {new.get('format')}"
        yield from self._fields(where, old, new, direction)
        for key in ("items", "additionalProperties"):
            if isinstance(old.get(key), Mapping) and isinstance(new.get(key), Mapping):
                yield from self.changes(f"{where}[]", old[key], new[key], direction)

    def _fields(self, where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        required, required_now = set(old.get("required", ())), set(new.get("required", ()))
        for field, schema in before.items():
            if field not in after:
                yield f"{where}.{field} is gone"
                continue
            if direction == "reply" and field in required - required_now:
                yield f"{where}.{field} may be missing now"
            yield from self.changes(f"{where}.{field}", schema, after[field], direction)
        if direction == "request":
            for field in sorted(required_now - required):
                yield f"{where}.{field} is required now"


def resolve(document: Document, schema: Schema) -> Schema:
    """Returns the part of *document* that *schema* refers to, or *schema* itself."""
    while "$ref" in schema:
        target: Any = document
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        schema = target
    return schema


def _alternatives(schema: Schema) -> Sequence[Schema]:
    """Returns the alternatives of *schema* without that of `null`, or *schema* itself."""
    parts: Sequence[Schema] = schema.get("anyOf") or schema.get("oneOf") or (schema,)
    return [part for part in parts if part.get("type") != "null"]


def _types(document: Document, schema: Schema) -> frozenset[str]:
    """Returns the types of JSON that *schema* allows; each whole number is a number as well."""
    schema = resolve(document, schema)
    parts: Sequence[Schema] = schema.get("anyOf") or schema.get("oneOf") or ()
    if parts:
        return frozenset[str]().union(*(_types(document, part) for part in parts))
    names = schema.get("type")
    if names is None:
        return ANY_TYPE if "const" not in schema and "enum" not in schema else frozenset(("string",))
    types = frozenset((names,) if isinstance(names, str) else names)
    return types | {"integer"} if "number" in types else types


def _narrower_values(where: str, old: Schema, new: Schema) -> Iterator[str]:
    """Yields why *new* accepts fewer values than *old* within their types."""
    choices, choices_now = _choices(old), _choices(new)
    if choices_now is not None and (choices is None or set(choices) - set(choices_now)):
        yield f"{where} takes fewer values than before"
    if new.get("pattern") not in {None, old.get("pattern")}:
        yield f"{where} has another pattern"
    for key in (*MAXIMA, *MINIMA):
        if key in new and (key not in old or (new[key] < old[key] if key in MAXIMA else new[key] > old[key])):
            yield f"{where}: {key} is {new[key]} now"


def _choices(schema: Schema) -> Sequence[Any] | None:
    """Returns the only values that *schema* allows; `None`: it names none."""
    if "const" in schema:
        return [schema["const"]]
    choices: Sequence[Any] | None = schema.get("enum")
    return choices
