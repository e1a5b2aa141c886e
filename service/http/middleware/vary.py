"""The header `Vary`, with the fields of the request that decide the reply."""

from __future__ import annotations

from functools import lru_cache

from flask import Request, Response, g
from werkzeug.http import parse_set_header

VARY = "Vary"
DECLARATIONS = 64
"""Cached values of the header. Views name a few."""


def declare_fields(request: Request, reply: Response) -> Response:
    """Names the language of the reply if the request chose it, and each field that decides the reply.

    A cookie and the chosen viewer decide the same as a token.
    """
    language: str | None = g.get("language")
    if language is not None:
        reply.headers.setdefault("Content-Language", language)
    reply.headers[VARY] = _join_fields(reply.headers.get(VARY, ""), language is not None)
    return reply


@lru_cache(DECLARATIONS)
def _join_fields(vary: str, by_language: bool) -> str:
    fields = parse_set_header(vary)
    if "Authorization" in fields:
        fields.update(("Cookie", "X-Viewer"))
    if by_language:
        fields.add("Accept-Language")
    fields.add("Accept-Encoding")
    return fields.to_header()
