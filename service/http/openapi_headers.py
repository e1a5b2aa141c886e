"""Headers of replies, as the document tells of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .rate_limit import RATE_LIMIT, RATE_LIMIT_POLICY

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
    RATE_LIMIT: {
        "description": (
            "The budgets that this request was counted against. `r` requests remain of each, and it is full "
            "again after `t` seconds. Those whose names end in `-cost` are counted in facts. On a 429 it is "
            "the budget that is spent. Without limits the service sends none."
        ),
        "schema": TEXT,
        "example": '"address";r=5998;t=42, "token";r=1199;t=60',
    },
    RATE_LIMIT_POLICY: {
        "description": "The size `q` of each budget in `RateLimit`, and its window of `w` seconds.",
        "schema": TEXT,
        "example": '"address";q=6000;w=60, "token";q=1200;w=60',
    },
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
    "TOO_MANY_REQUESTS": ("Retry-After",),
    "SERVICE_UNAVAILABLE": ("Retry-After",),
}
"""What refusals come with, by the name of the response."""

OF_EACH_REPLY = (RATE_LIMIT, RATE_LIMIT_POLICY)


def headed(*names: str) -> dict[str, Any]:
    """Returns what a response says of the headers of these *names*."""
    return {"headers": {name: {"$ref": f"#/components/headers/{name}"} for name in names}}


def add_headers(document: dict[str, Any]) -> None:
    """Tells in *document* what each header holds, and which ones replies of the API come with."""
    document["components"]["headers"] = HEADERS
    refusals = document["components"]["responses"]
    for name, names in OF_PROBLEMS.items():
        refusals[name] |= headed(*names)
    for response in (*refusals.values(), *_replies(document)):
        response["headers"] = response.get("headers", {}) | headed(*OF_EACH_REPLY)["headers"]


def _replies(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the responses of the API that *document* describes in place; pages have no budgets to tell."""
    for item in document["paths"].values():
        if "servers" not in item:
            operations = (operation for name, operation in item.items() if name != "parameters")
            responses = (response for operation in operations for response in operation["responses"].values())
            yield from (response for response in responses if "$ref" not in response)
