"""Headers of replies, as the document tells of them."""

from __future__ import annotations

from typing import Any

TEXT = {"type": "string"}

HEADERS: dict[str, dict[str, Any]] = {
    "ETag": {
        "description": "What this reply is known by: for `If-None-Match`, and, of a match, for `If-Match`.",
        "schema": TEXT,
    },
    "Idempotent-Replayed": {
        "description": "`true` for the reply to an earlier request with the same `Idempotency-Key`.",
        "schema": {"type": "string", "const": "true"},
    },
    "Link": {"description": 'The next page, as `rel="next"`, if there is one.', "schema": TEXT},
    "Location": {"description": "Where to find what was made.", "schema": TEXT},
    "RateLimit": {"description": 'What is left of the limits (`"address";r=99;t=60`).', "schema": TEXT},
    "RateLimit-Policy": {"description": "The limits themselves.", "schema": TEXT},
    "Recount-Log": {"description": "The id of the log, which each restore renews.", "schema": TEXT},
    "Retry-After": {
        "description": "After how many seconds to ask again.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "WWW-Authenticate": {"description": "`Bearer`: a token is needed.", "schema": TEXT},
}

OF_PROBLEMS = {
    "UNAUTHORIZED": ("WWW-Authenticate",),
    "CONFLICT": ("Retry-After",),
    "PRECONDITION_FAILED": ("ETag",),
    "TOO_MANY_REQUESTS": ("Retry-After", "RateLimit", "RateLimit-Policy"),
    "SERVICE_UNAVAILABLE": ("Retry-After",),
}
"""What refusals come with, by the name of the response."""


def headed(*names: str) -> dict[str, Any]:
    """Returns what a response says of the headers of these *names*."""
    return {"headers": {name: {"$ref": f"#/components/headers/{name}"} for name in names}}


def add_headers(document: dict[str, Any]) -> None:
    """Tells in *document* what each header holds, and which ones refusals come with."""
    document["components"]["headers"] = HEADERS
    for name, names in OF_PROBLEMS.items():
        document["components"]["responses"][name] |= headed(*names)
