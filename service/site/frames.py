"""Pages that other sites may frame, pictures for previews of links, and their OpenAPI operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from flask import Flask, current_app

from ..http.contract.headers import header_references


class Frame(NamedTuple):
    """The title of a page, and the addresses of its frame and of its picture."""

    title: str
    src: str
    picture: str


FindFrame: TypeAlias = Callable[[str, Mapping[str, str]], Frame | None]
"""Returns the frame of the page at a path with a query, or `None` for a page of another package."""


def add_frames(app: Flask, find: FindFrame) -> None:
    """Registers *find* as a source of frames."""
    app.extensions.setdefault("frames", []).append(find)


def find_frame(path: str, query: Mapping[str, str]) -> Frame | None:
    """Returns the frame of the page at *path*, or `None` for a page without one."""
    frames = (find(path, query) for find in current_app.extensions["frames"])
    return next(filter(None, frames), None)


TEXT: dict[str, Any] = {"type": "string"}
PNG: dict[str, Any] = {"type": "string", "format": "binary"}
RESPONSES = "#/components/responses/"
REFUSED = {
    "400": {"$ref": f"{RESPONSES}BAD_REQUEST"},
    "404": {"$ref": f"{RESPONSES}NOT_FOUND"},
    "422": {"$ref": f"{RESPONSES}UNPROCESSABLE_ENTITY"},
    "429": {"$ref": f"{RESPONSES}TOO_MANY_REQUESTS"},
    "503": {"$ref": f"{RESPONSES}SERVICE_UNAVAILABLE"},
    "default": {"$ref": f"{RESPONSES}DEFAULT_ERROR"},
}


def query_parameter(name: str, required: bool = False) -> dict[str, Any]:
    """Returns a query parameter in the OpenAPI document."""
    return {"in": "query", "name": name, "required": required, "schema": TEXT}


def operation(
    tag: str, id: str, text: str, parameters: list[Any], form: str, schema: dict[str, Any]
) -> dict[str, Any]:
    """Returns an operation of the OpenAPI document, whose reply has a media type *form* and a *schema*.

    The first sentence of *text* is its summary.
    """
    summary, _, description = text.partition(". ")
    fields = {
        "description": "The page or picture.",
        "content": {form: {"schema": schema}},
    } | header_references("ETag")
    return {
        "get": {
            "operationId": id,
            "summary": summary,
            "description": description,
            "tags": [tag],
            "parameters": parameters,
            "responses": {"200": fields, **REFUSED},
        }
    }
