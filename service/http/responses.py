"""JSON responses with the headers for caches, and 304 for current ETags."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from urllib.parse import urlencode

from flask import Response, request

from domain.published import encode
from replays.text.languages import ENGLISH

from .bodies.json_bodies import JSON

IF_NONE_MATCH = "HTTP_IF_NONE_MATCH"
"""The key of the environment for the header. Most requests lack it, and so need no parser."""


def current_tag(tag: str) -> str | None:
    """Returns the form of *tag* (plain or compressed) in `If-None-Match`, or None."""
    if IF_NONE_MATCH not in request.environ:
        return None
    forms = (tag, f"{tag}:gzip")  # a compressed reply has a suffix
    return next((form for form in forms if request.if_none_match.contains_weak(form)), None)


def make_conditional(reply: Response) -> Response:
    """Returns *reply* with an ETag, or 304. Streams and uncached replies do not change."""
    if (
        reply.status_code != 200
        or reply.is_streamed
        or reply.direct_passthrough
        or "no-store" in reply.headers.get("Cache-Control", "")
    ):
        return reply
    if "ETag" not in reply.headers:
        reply.set_etag(hashlib.sha256(reply.get_data()).hexdigest()[:16])
    tag, weak = reply.get_etag() if IF_NONE_MATCH in request.environ else (None, None)
    if tag and (current := current_tag(tag)):
        reply.set_etag(current, bool(weak))
        reply.status_code = 304
        reply.set_data(b"")
    return reply


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


def next_link(following: str | None) -> dict[str, str]:
    """Returns the header that leads on to the page at the cursor *following* of the same list."""
    if following is None:
        return {}
    query = [pair for pair in request.args.items(multi=True) if pair[0] not in ("after", "cursor")]
    return {"Link": f'<{request.path}?{urlencode([*query, ("cursor", following)])}>; rel="next"'}
