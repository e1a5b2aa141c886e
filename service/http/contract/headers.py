"""Headers of replies in the document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..middleware.rate_limit import RATE_LIMIT, RATE_LIMIT_POLICY
from .descriptions import load_descriptions

TEXT = {"type": "string"}

HEADERS: dict[str, dict[str, Any]] = {
    **dict.fromkeys(("ETag", "Link", "Location", "Recount-Log", "WWW-Authenticate"), TEXT),
    **dict.fromkeys((RATE_LIMIT, RATE_LIMIT_POLICY), TEXT),
    "Idempotent-Replayed": {"type": "string", "const": "true"},
    "Retry-After": {"type": "integer", "minimum": 0},
}
"""The schemas of all headers."""

OF_PROBLEMS = {
    "UNAUTHORIZED": ("WWW-Authenticate",),
    "CONFLICT": ("Retry-After",),
    "PRECONDITION_FAILED": ("ETag",),
    "TOO_MANY_REQUESTS": ("Retry-After",),
    "SERVICE_UNAVAILABLE": ("Retry-After",),
}
"""Headers of refusals, by the name of the response."""

OF_EACH_REPLY = (RATE_LIMIT, RATE_LIMIT_POLICY)


def header_references(*names: str) -> dict[str, Any]:
    """Returns the part of a response that lists the headers of these *names*."""
    return {"headers": {name: {"$ref": f"#/components/headers/{name}"} for name in names}}


def add_headers(document: dict[str, Any]) -> None:
    """Adds the schemas of all headers to *document*, and the headers to each reply of the API."""
    document["components"]["headers"] = {
        name: {"schema": schema, **load_descriptions()["reply_header"].get(name, {})}
        for name, schema in HEADERS.items()
    }
    refusals = document["components"]["responses"]
    for name, names in OF_PROBLEMS.items():
        refusals[name] |= header_references(*names)
    for response in refusals.values():
        _add_headers(response, *OF_EACH_REPLY)
    for method, status, response in _iter_replies(document):
        is_creation = method == "post" and status.startswith("2")
        _add_headers(response, *OF_EACH_REPLY, *(("Idempotent-Replayed",) if is_creation else ()))


def _add_headers(response: dict[str, Any], *names: str) -> None:
    response["headers"] = response.get("headers", {}) | header_references(*names)["headers"]


def _iter_replies(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yields method, status and body of each reply of the API that *document* defines in place.

    Replies of pages have no budgets.
    """
    for item in document["paths"].values():
        if "servers" not in item:
            for method, operation in item.items():
                responses = {} if method == "parameters" else operation["responses"]
                for status, response in responses.items():
                    if "$ref" not in response:
                        yield method, status, response
