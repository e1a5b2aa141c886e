"""Replies to GET that are asked for again: each has an ETag, and 304 is told where `If-None-Match` has it."""

from __future__ import annotations

import hashlib

from flask import Response, request

IF_NONE_MATCH = "HTTP_IF_NONE_MATCH"
"""The key of the environment that holds the header; most requests do without, and are not parsed for it."""


def current_tag(tag: str) -> str | None:
    """Returns the form of *tag* in which `If-None-Match` has it (plain or compressed), or None."""
    if IF_NONE_MATCH not in request.environ:
        return None
    forms = (tag, f"{tag}:gzip")  # compressing adds to it
    return next((form for form in forms if request.if_none_match.contains_weak(form)), None)


def make_conditional(reply: Response) -> Response:
    """Returns *reply* with an ETag, or 304; as it is where it streams or nothing keeps it."""
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
