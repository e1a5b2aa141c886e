"""Finds the changes between two OpenAPI documents that break a client of the older one.

A request that the older document allows has to stay allowed; a reply has to hold what the older one promises.
New operations, new optional fields of requests and new fields of replies break nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from .schemas import Direction, Document, Schema, SchemaComparison, resolve

Operations: TypeAlias = tuple[Schema, Schema]
"""An operation in the older document, and in the newer one."""

METHODS = ("get", "put", "post", "delete")


def breaking_changes(old: Document, new: Document) -> list[str]:
    """Returns a sentence for each change from *old* to *new* that breaks clients, without repetitions."""
    return list(dict.fromkeys(_Comparison(old, new).changes()))


class _Comparison:
    """Two documents, operation by operation."""

    def __init__(self, old: Document, new: Document) -> None:
        self._old, self._new = old, new
        self._schemas = SchemaComparison(old, new)

    def changes(self) -> Iterator[str]:
        """Yields each breaking change."""
        for path, item in self._old["paths"].items():
            for method in METHODS:
                if old := _operation(item, method):
                    new = _operation(self._new["paths"].get(path, {}), method)
                    yield from self._operation(f"{method.upper()} {path}", old, new)
        for name, item in self._old.get("webhooks", {}).items():
            other = self._new.get("webhooks", {}).get(name)
            yield from self._webhook(f"the webhook {name}", item, other)
        yield from self._schemas.remaining_changes()

    def _operation(self, where: str, old: Schema, new: Schema | None) -> Iterator[str]:
        if new is None:
            yield f"{where} is gone"
            return
        if old.get("operationId") != new.get("operationId"):
            yield f"{where}: its id is {new.get('operationId')} now"
        if _is_public(self._old, old) and not _is_public(self._new, new):
            yield f"{where} needs a token now"
        yield from self._parameters(where, old, new)
        yield from self._body(where, old, new)
        yield from self._replies(where, old, new)

    def _webhook(self, where: str, old: Schema, new: Schema | None) -> Iterator[str]:
        """Yields the changes of a request that clients receive."""
        if new is None:
            yield f"{where} is gone"
            return
        old, new = old["post"], new["post"]
        for _, header in _parameters(self._old, old).keys() - _parameters(self._new, new).keys():
            yield f"{where}: the header {header} is gone"
        before, after = self._resolved(old.get("requestBody", {}), new.get("requestBody", {}))
        yield from self._content(where, before, after, "reply")

    def _parameters(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        before, after = _parameters(self._old, old), _parameters(self._new, new)
        for key, parameter in before.items():
            if key not in after:
                yield f"{where}: the parameter {key[1]} is gone"
                continue
            if after[key].get("required") and not parameter.get("required"):
                yield f"{where}: the parameter {key[1]} is required now"
            schemas = parameter.get("schema", {}), after[key].get("schema", {})
            yield from self._schemas.changes(f"{where}: {key[1]}", *schemas, "request")
        for key in after.keys() - before.keys():
            if after[key].get("required"):
                yield f"{where}: the new parameter {key[1]} is required"

    def _body(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        before, after = self._resolved(*(operation.get("requestBody", {}) for operation in (old, new)))
        if after.get("required") and not before.get("required"):
            yield f"{where}: a body is required now"
        yield from self._content(where, before, after, "request")

    def _replies(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        for status, reply in old.get("responses", {}).items():
            if status not in new.get("responses", {}):
                if status.startswith("2"):
                    yield f"{where}: the status {status} is gone"
                continue
            before, after = self._resolved(reply, new["responses"][status])
            for header in before.get("headers", {}).keys() - after.get("headers", {}).keys():
                yield f"{where}: {status}: the header {header} is gone"
            yield from self._content(f"{where}: {status}", before, after, "reply")

    def _content(self, where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
        for media_type, content in old.get("content", {}).items():
            if media_type not in new.get("content", {}):
                yield f"{where}: {media_type} is gone"
                continue
            schemas = content.get("schema", {}), new["content"][media_type].get("schema", {})
            yield from self._schemas.changes(where, *schemas, direction)

    def _resolved(self, old: Schema, new: Schema) -> Operations:
        return resolve(self._old, old), resolve(self._new, new)


def _operation(item: Schema, method: str) -> Schema | None:
    """Returns the operation of a path with the parameters that all operations of the path have."""
    if method not in item:
        return None
    operation: Schema = item[method]
    return {**operation, "parameters": [*item.get("parameters", ()), *operation.get("parameters", ())]}


def _parameters(document: Document, operation: Schema) -> Mapping[tuple[str, str], Schema]:
    parameters = [resolve(document, parameter) for parameter in operation.get("parameters", ())]
    return {(parameter["in"], parameter["name"]): parameter for parameter in parameters}


def _is_public(document: Document, operation: Schema) -> bool:
    """Returns whether *operation* accepts requests without a token."""
    requirements: list[Any] = operation.get("security", document.get("security", []))
    return not requirements or {} in requirements
