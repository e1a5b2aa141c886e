"""Replies in JSON: bytes that msgspec wrote, with the headers for caches."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response

from domain.published import encode
from replays.text.languages import ENGLISH

from .bodies.json_bodies import JSON
from .middleware.conditional import kept_form


def created_response(what: object, seq: int) -> Response:
    """Returns the reply to a command: for its author alone, with the new ETag of the match."""
    reply = Response(encode(what), 201, content_type=JSON)
    reply.headers.extend({"ETag": f'"{seq}"', "Cache-Control": "no-store", "Vary": "Accept-Encoding"})
    return reply


def conditional_response(
    make: Callable[[], bytes], seq: int, caching: str, language: str, tag: str = ""
) -> Response:
    """Returns the view of a match after fact *seq*, or 304 if the client has it under its *tag*."""
    version = "".join((f"-{language}" if language != ENGLISH else "", f"-{tag}" if tag else ""))
    etag = f"{seq}{version}"
    kept = kept_form(etag)
    reply = Response(None if kept else make(), 304 if kept else 200, content_type=JSON)
    reply.headers.add("ETag", f'"{kept or etag}"')
    if language != ENGLISH:
        reply.headers.add("Content-Language", language)
    reply.headers.add("Cache-Control", caching)
    reply.headers.add("Vary", "Authorization")
    return reply


def json_response(what: object, content_type: str = JSON, **headers: str) -> Response:
    """Returns *what* as JSON."""
    kwargs = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(encode(what), headers=kwargs, content_type=content_type)
