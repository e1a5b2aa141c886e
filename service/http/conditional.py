"""Replies to GET that are asked for again: each has an ETag, and 304 is told where `If-None-Match` has it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response, request


def conditional(view: Callable[..., Any]) -> Callable[..., Any]:
    """Lets *view* reply with an ETag, of what it tells if it gives none, unless it streams or is not kept."""

    @wraps(view)
    def answer(*sent: Any, **named: Any) -> Any:
        reply = view(*sent, **named)
        return _conditional(reply) if isinstance(reply, Response) else reply

    return answer


def kept_form(tag: str) -> str | None:
    """Returns the form of *tag* in which `If-None-Match` has it (plain or compressed), or None."""
    if "HTTP_IF_NONE_MATCH" not in request.environ:
        return None
    forms = (tag, f"{tag}:gzip")  # compressing adds to it
    return next((form for form in forms if request.if_none_match.contains_weak(form)), None)


def _conditional(reply: Response) -> Response:
    if (
        reply.status_code != 200
        or reply.is_streamed
        or reply.direct_passthrough
        or "no-store" in reply.headers.get("Cache-Control", "")
    ):
        return reply
    tag, weak = reply.get_etag()
    if tag is None:
        tag = hashlib.sha256(reply.get_data()).hexdigest()[:16]
        reply.set_etag(tag)
    if kept := kept_form(tag):
        reply.set_etag(kept, bool(weak))
        reply.status_code = 304
        reply.set_data(b"")
    return reply
