"""Finds the changes between two OpenAPI documents that break a client of the older one.

A request that the older document allows has to stay allowed; a reply has to hold what the older one promises.
New operations, new optional fields of requests and new fields of replies break nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

Document: TypeAlias = Mapping[str, Any]
Schema: TypeAlias = Mapping[str, Any]
Direction: TypeAlias = Literal["request", "reply"]

METHODS = ("get", "put", "post", "delete")
ANY_TYPE = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))


def breaking_changes(old: Document, new: Document) -> list[str]:
    """Returns a sentence for each change from *old* to *new* that breaks clients, without repetitions."""
    return list(dict.fromkeys(_Comparison(old, new).changes()))


class _Comparison:
    """Two documents, and the pairs of schemas that were compared already."""

    def __init__(self, old: Document, new: Document) -> None:
        self._old, self._new = old, new
        self._compared = set[tuple[str, str, Direction]]()

    def changes(self) -> Iterator[str]:
        """Yields each breaking change, operation by operation."""
        for path, item in self._old["paths"].items():
            for method in METHODS:
                if method not in item:
                    continue
                where, now = f"{method.upper()} {path}", self._new["paths"].get(path, {}).get(method)
                if now is None:
                    yield f"{where} is gone"
                    continue
                yield from self._parameters(where, item[method], now)
                yield from self._body(where, item[method], now)
                yield from self._replies(where, item[method], now)

    def _parameters(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        before, after = self._by_name(self._old, old), self._by_name(self._new, new)
        for key, parameter in before.items():
            if key not in after:
                yield f"{where}: the parameter {key[1]} is gone"
                continue
            if after[key].get("required") and not parameter.get("required"):
                yield f"{where}: the parameter {key[1]} is required now"
            schemas = parameter.get("schema", {}), after[key].get("schema", {})
            yield from self._schema(f"{where}: {key[1]}", *schemas, "request")
        for key in after.keys() - before.keys():
            if after[key].get("required"):
                yield f"{where}: the new parameter {key[1]} is required"

    def _by_name(self, document: Document, operation: Schema) -> dict[tuple[str, str], Schema]:
        parameters = (_resolve(document, one) for one in operation.get("parameters", ()))
        return {(one["in"], one["name"]): one for one in parameters}

    def _body(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        before, after = (
            _resolve(document, operation.get("requestBody", {}))
            for document, operation in ((self._old, old), (self._new, new))
        )
        if after.get("required") and not before.get("required"):
            yield f"{where}: a body is required now"
        yield from self._content(where, before, after, "request")

    def _replies(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        for status, reply in old.get("responses", {}).items():
            if status not in new.get("responses", {}):
                if status.startswith("2"):
                    yield f"{where}: the status {status} is gone"
                continue
            before, after = _resolve(self._old, reply), _resolve(self._new, new["responses"][status])
            yield from self._content(f"{where}: {status}", before, after, "reply")

    def _content(self, where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
        for media_type, content in old.get("content", {}).items():
            if media_type not in new.get("content", {}):
                yield f"{where}: {media_type} is gone"
                continue
            schemas = content.get("schema", {}), new["content"][media_type].get("schema", {})
            yield from self._schema(where, *schemas, direction)

    def _schema(self, where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
        names = old.get("$ref", ""), new.get("$ref", "")
        if names[0]:
            where = names[0].rpartition("/")[2]
            if (*names, direction) in self._compared:
                return
            self._compared.add((*names, direction))
        old, new = _resolve(self._old, old), _resolve(self._new, new)
        if "discriminator" in old and "discriminator" in new:
            yield from self._variants(where, old, new, direction)
            return
        yield from self._types(where, old, new, direction)
        yield from self._fields(where, old, new, direction)
        for key in ("items", "additionalProperties"):
            if isinstance(old.get(key), Mapping) and isinstance(new.get(key), Mapping):
                yield from self._schema(f"{where}[]", old[key], new[key], direction)

    def _variants(self, where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
        before, after = (one["discriminator"]["mapping"] for one in (old, new))
        for tag, name in before.items():
            if tag in after:
                yield from self._schema(where, {"$ref": name}, {"$ref": after[tag]}, direction)
            elif direction == "request":
                yield f"{where}: {tag} is gone"

    def _types(self, where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
        before, after = _types(self._old, old), _types(self._new, new)
        lost = before - after if direction == "request" else after - before
        if lost:
            verb = "may no longer be" if direction == "request" else "may now be"
            yield f"{where} {verb} {' or '.join(sorted(lost))}"
        choices = _choices(old), _choices(new)
        if direction == "request" and choices[1] is not None:
            gone = set(choices[0] or ()) - set(choices[1])
            if gone or choices[0] is None:
                yield f"{where} takes fewer values than before"

    def _fields(self, where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        required, required_now = set(old.get("required", ())), set(new.get("required", ()))
        for field, schema in before.items():
            if field not in after:
                yield f"{where}.{field} is gone"
                continue
            if direction == "reply" and field in required - required_now:
                yield f"{where}.{field} may be missing now"
            yield from self._schema(f"{where}.{field}", schema, after[field], direction)
        if direction == "request":
            for field in sorted(required_now - required):
                yield f"{where}.{field} is required now"


def _resolve(document: Document, schema: Schema) -> Schema:
    """Returns what *schema* refers to in *document*, or itself."""
    while "$ref" in schema:
        found: Any = document
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        schema = found
    return schema


def _types(document: Document, schema: Schema) -> frozenset[str]:
    """Returns the types of JSON that *schema* allows; each whole number is a number as well."""
    schema = _resolve(document, schema)
    parts: Sequence[Schema] = schema.get("anyOf") or schema.get("oneOf") or ()
    if parts:
        return frozenset[str]().union(*(_types(document, part) for part in parts))
    told = schema.get("type")
    if told is None:
        return ANY_TYPE if "const" not in schema and "enum" not in schema else frozenset(("string",))
    types = frozenset((told,) if isinstance(told, str) else told)
    return types | {"integer"} if "number" in types else types


def _choices(schema: Schema) -> Sequence[Any] | None:
    """Returns the only values that *schema* allows; `None`: it names none."""
    if "const" in schema:
        return [schema["const"]]
    choices: Sequence[Any] | None = schema.get("enum")
    return choices
