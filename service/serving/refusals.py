"""Problems (RFC 9457) that the server sends before any request reaches the application."""

from __future__ import annotations

import json
from http import HTTPStatus

from ..http.addresses import API
from ..http.problem_types import KINDS

RETRY_AFTER_SECONDS = {HTTPStatus.TOO_MANY_REQUESTS: 30, HTTPStatus.SERVICE_UNAVAILABLE: 1}

FULL = "There are as many connections as there may be: try again in a moment."
CROWDED = "There are as many connections from your network as there may be: use those again, or wait."


def refusal_reply(status: HTTPStatus, detail: str, slug: str = "") -> bytes:
    """Returns the bytes of a whole reply. The connection closes after it.

    The *detail* of a problem without a type says what the server allows.
    """
    problem = {"type": "about:blank", "title": status.phrase, "status": int(status), "detail": detail}
    if slug:
        kind = KINDS[slug]
        problem |= {"type": f"{API}/problems/{slug}", "title": kind.title, "fix": kind.fix}
    body = json.dumps(problem)
    retry = [f"Retry-After: {RETRY_AFTER_SECONDS[status]}"] if status in RETRY_AFTER_SECONDS else []
    lines = [
        f"HTTP/1.1 {int(status)} {status.phrase}",
        "Connection: close",
        "Content-Type: application/problem+json",
        f"Content-Length: {len(body)}",
        *retry,
        "",
        body,
    ]
    return "\r\n".join(lines).encode()
