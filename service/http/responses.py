"""JSON responses with the headers for caches, and 304 for current ETags."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response

from domain.published import encode
from replays.text.languages import ENGLISH

from .bodies.json_bodies import JSON
from .middleware.conditional import current_tag


def created_response(content: object, seq: int) -> Response:
    """Returns the response to a command, private to its author, with the new ETag of the match."""
    reply = Response(encode(content), 201, content_type=JSON)
    reply.headers.extend({"ETag": f'"{seq}"', "Cache-Control": "no-store", "Vary": "Accept-Encoding"})
    return reply


def conditional_response(
    make: Callable[[], bytes], seq: int, caching: str, language: str, tag: str = ""
) -> Response:
    """Returns the view of a match after fact *seq*, or 304 if the client has it under its *tag*."""
    version = "".join((f"-{language}" if language != ENGLISH else "", f"-{tag}" if tag else ""))
    etag = f"{seq}{version}"
    fresh_tag = current_tag(etag)
    reply = Response(None if fresh_tag else make(), 304 if fresh_tag else 200, content_type=JSON)
    reply.headers.add("ETag", f'"{fresh_tag or etag}"')
    if language != ENGLISH:
        reply.headers.add("Content-Language", language)
    reply.headers.add("Cache-Control", caching)
    reply.headers.add("Vary", "Authorization")
    return reply


def json_response(content: object, content_type: str = JSON, **headers: str) -> Response:
    """Returns *content* as JSON."""
    kwargs = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(encode(content), headers=kwargs, content_type=content_type)
