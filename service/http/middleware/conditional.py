"""ETags of replies to GET, and 304 for a current `If-None-Match`."""

from __future__ import annotations

import hashlib

from flask import Response, request

IF_NONE_MATCH = "HTTP_IF_NONE_MATCH"
"""The key of the environment for the header. Most requests lack it, and so need no parser."""


def current_tag(tag: str) -> str | None:
    """Returns the form of *tag* (plain or compressed) in `If-None-Match`, or None."""
    if IF_NONE_MATCH not in request.environ:
        return None
    forms = (tag, f"{tag}:gzip")  # compressing adds to it
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
