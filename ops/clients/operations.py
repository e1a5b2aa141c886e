"""Writes a Python function for each operation of an OpenAPI document: it makes the `Call` that is sent."""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

Schema: TypeAlias = Mapping[str, Any]

METHODS = ("get", "put", "post", "delete")
BY_CLIENT = {"Idempotency-Key", "If-None-Match", "Last-Event-ID"}
"""Headers that the client sends by itself, or has no use for."""
PRIMITIVES = {
    "boolean": "bool",
    "integer": "int",
    "null": "None",
    "number": "float",
    "object": "dict[str, Any]",
    "string": "str",
}
HEAD = '''"""The operations of the service, a function each, which makes the call to send."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from .calls import Call, Listing

if TYPE_CHECKING:
    from . import types
'''


class Parameter(NamedTuple):
    """A parameter of an operation: its name there, its name in Python, and the annotation of its values."""

    name: str
    variable: str
    annotation: str
    required: bool

    def argument(self) -> str:
        """Returns the parameter as an argument of a function."""
        return f"{self.variable}: {self.annotation}" + ("" if self.required else " | None = None")

    def pair(self) -> str:
        """Returns the item of a dictionary that sends the parameter; of an object, one for each property."""
        if self.annotation == PRIMITIVES["object"]:
            return f"**({self.variable} or {{}})"
        return f"{json.dumps(self.name)}: {self.variable}"


def operations_module(document: Schema) -> str:
    """Returns the source of the module."""
    components, [server] = document["components"], document["servers"]
    functions = [
        _Operation(components, method.upper(), server["url"] + path, item, item[method]).function()
        for path, item in document["paths"].items()
        for method in METHODS
        if method in item
    ]
    return "\n\n".join([HEAD, *sorted(functions)])


class _Operation:
    """One operation, and the function that is made of it."""

    def __init__(self, components: Schema, method: str, path: str, item: Schema, operation: Schema) -> None:
        self._components, self._method, self._path, self._operation = components, method, path, operation
        self._parameters = [
            self._resolved(parameter)
            for parameter in (*item.get("parameters", ()), *operation.get("parameters", ()))
        ]

    def function(self) -> str:
        """Returns the source of the function."""
        inside, query, headers = (self._in(place) for place in ("path", "query", "header"))
        arguments = [parameter.argument() for parameter in inside]
        values = [json.dumps(self._method), json.dumps(self._path)]
        values += self._mapping("arguments", inside) + self._mapping("query", query)
        values += self._mapping("headers", headers)
        if "requestBody" in self._operation:
            body, media = self._body()
            arguments.append(f"body: {body}")
            values.append("body=body")
            if media:
                values.append(f"content_type={media!r}")
        if query or headers:
            parameters = sorted(query + headers, key=lambda parameter: not parameter.required)
            arguments += ["*", *(parameter.argument() for parameter in parameters)]
        kind, result = self._result()
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", self._operation["operationId"]).lower()
        return (
            f"def {name}({', '.join(arguments)}) -> {kind}[{result}]:\n"
            f'    """{self._operation["summary"].rstrip(".")}."""\n'
            f"    return {kind}({', '.join(values)})\n"
        )

    def _in(self, place: str) -> list[Parameter]:
        return [
            Parameter(
                parameter["name"],
                _variable(parameter["name"]),
                self._annotation(parameter["schema"]),
                parameter.get("required", False),
            )
            for parameter in self._parameters
            if parameter["in"] == place and parameter["name"] not in BY_CLIENT
        ]

    @staticmethod
    def _mapping(name: str, parameters: list[Parameter]) -> list[str]:
        pairs = ", ".join(parameter.pair() for parameter in parameters)
        return [f"{name}={{{pairs}}}"] if pairs else []

    def _body(self) -> tuple[str, str]:
        """Returns the annotation of the body, and its media type unless that is JSON."""
        content = self._operation["requestBody"]["content"]
        if "application/json" in content:
            return self._annotation(content["application/json"]["schema"]), ""
        return "str | bytes", next(iter(content))

    def _result(self) -> tuple[str, str]:
        """Returns the class of the call, and the annotation of its results."""
        content = [
            self._resolved(reply).get("content", {})
            for status, reply in self._operation["responses"].items()
            if status.startswith("2")
        ]
        schemas = [schema for media in content for schema in _json_schemas(media)]
        if len(schemas) == 1 and (item := self._item(schemas[0])) is not None:
            return "Listing", self._annotation(item)
        results = [self._annotation(schema) for schema in schemas]
        if not results:
            results = [_other(media) for media in content if media]
        # Of an operation with other bodies, only a stream ends with 204: calls get JSON.
        return "Call", " | ".join(dict.fromkeys(results)) or "None"

    def _item(self, schema: Schema) -> Schema | None:
        """Returns the schema of an item of a list that comes in pages."""
        properties = self._resolved(schema).get("properties", {})
        if not {"items", "next"} <= properties.keys():
            return None
        item: Schema = properties["items"]["items"]
        return item

    def _resolved(self, schema: Schema) -> Schema:
        if "$ref" not in schema:
            return schema
        kind, name = schema["$ref"].split("/")[-2:]
        component: Schema = self._components[kind][name]
        return component

    def _annotation(self, schema: Schema) -> str:
        if "$ref" in schema:
            return f"types.{schema['$ref'].rpartition('/')[2]}"
        if "enum" in schema or "const" in schema:
            return f"Literal[{', '.join(map(repr, schema.get('enum', [schema.get('const')])))}]"
        parts = schema.get("anyOf") or schema.get("oneOf")
        if parts:
            return " | ".join(dict.fromkeys(map(self._annotation, parts)))
        kinds = schema.get("type", "object")
        return " | ".join(
            self._primitive(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds)
        )

    def _primitive(self, kind: str, schema: Schema) -> str:
        return f"Sequence[{self._annotation(schema['items'])}]" if kind == "array" else PRIMITIVES[kind]


def _variable(name: str) -> str:
    snake = re.sub(r"\W", "_", name).lower()
    return f"{snake}_" if keyword.iskeyword(snake) else snake


def _json_schemas(content: Schema) -> Iterator[Schema]:
    for media, body in content.items():
        if media == "application/json" or media.endswith("schema+json"):
            yield body["schema"]


def _other(content: Schema) -> str:
    return "bytes" if next(iter(content)).startswith("image/") else "str"
