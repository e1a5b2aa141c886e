"""Schemas of bodies, as operations of the document refer to them."""

from __future__ import annotations

from typing import Any

from ..bodies.json_bodies import JSON, NDJSON

TEXT = {"type": "string"}
REF = "#/components/schemas/{name}"


def name_of(body: Any) -> str:
    """Returns the name of a type in the document."""
    return published_name(str(getattr(body, "__origin__", body).__name__))


def published_name(name: str) -> str:
    """Returns the name of a class in the document.

    The suffix `View` distinguishes a class from the state behind it. The document does not have that state.
    """
    return name.removesuffix("View")


def body_schema(content_type: str, *schemas: str) -> dict[str, Any]:
    """Returns the schema of a body of one of the *schemas*. Bodies other than JSON are text.

    The lines of NDJSON may have any of them.
    """
    if content_type == NDJSON:
        return TEXT | {"contentMediaType": NDJSON, "contentSchema": _any_of(schemas)}
    return _any_of(schemas) if content_type == JSON or content_type.endswith("+json") else {**TEXT}


def _any_of(schemas: tuple[str, ...]) -> dict[str, Any]:
    references = [{"$ref": REF.format(name=schema)} for schema in schemas]
    return {"anyOf": references} if len(references) > 1 else {**references[0]}
