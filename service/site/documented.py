"""How the OpenAPI document tells of pages and pictures that are made for other sites."""

from __future__ import annotations

from typing import Any

from ..http.contract.headers import headed

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


def asked(name: str, required: bool = False) -> dict[str, Any]:
    """Returns a parameter of the query."""
    return {"in": "query", "name": name, "required": required, "schema": TEXT}


def page(
    tag: str, id: str, text: str, parameters: list[Any], form: str, schema: dict[str, Any]
) -> dict[str, Any]:
    """Returns an operation, under the heading *tag*, answered in a *form* that *schema* describes.

    The first sentence of the *text* is its summary.
    """
    summary, _, description = text.partition(". ")
    fields = {"description": "The page or picture.", "content": {form: {"schema": schema}}} | headed("ETag")
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
