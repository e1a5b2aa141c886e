"""CORS for requests with a bearer token, and compression of large replies."""

from __future__ import annotations

from flask import Flask, Request, Response, current_app
from flask_compress import Compress

from ..pages import is_page

METHODS = ("DELETE", "GET", "HEAD", "POST", "PUT")
"""The methods that scripts of other sites may use."""

EXPOSED = (
    "Deprecation, ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Recount-Log, "
    "Retry-After, Sunset, X-Request-ID"
)
"""The headers of a reply that scripts of other sites may read."""
SENT = (
    "Accept, Authorization, Content-Type, Idempotency-Key, Idempotency-Secret, If-Match, If-None-Match, "
    "Last-Event-ID, X-Request-ID, X-Viewer"
)
"""The headers that scripts of other sites may send. Cookies they may not: `*` allows none."""
SHARED = (("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", EXPOSED))
"""What lets scripts of any site read a reply."""
DAY = "86400"
"""Seconds that a browser remembers what it may do."""

COMPRESSED = [
    "application/cloudevents-batch+json",
    "application/json",
    "application/problem+json",
    "application/schema+json",
    "application/x-ndjson",
    "image/svg+xml",
    "text/css",
    "text/html",
    "text/javascript",
    "text/plain",
]
"""What is worth it; no stream of events, where each has to leave at once."""
COMPRESS = "compress"
"""The name of the library among the extensions of the application."""
COMPRESSION, SMALLEST = 5, 500
"""How well it is compressed, and from how many bytes on."""


def share_reply(request: Request, reply: Response) -> Response:
    """Lets scripts of any site use the API, with a token; no browser sends them a cookie."""
    if is_page(request):
        return reply
    if request.method == "OPTIONS":
        if request.headers.get("Access-Control-Request-Method") in METHODS:
            reply.headers["Access-Control-Allow-Origin"] = "*"
            reply.headers["Access-Control-Allow-Methods"] = ", ".join(METHODS)
            reply.headers["Access-Control-Allow-Headers"] = SENT
            reply.headers["Access-Control-Max-Age"] = DAY
    else:
        for name, value in SHARED:
            reply.headers.add(name, value)
    return reply


def compress_reply(request: Request, reply: Response) -> Response:
    """Compresses a large *reply* for clients that read that."""
    if "HTTP_ACCEPT_ENCODING" not in request.environ:
        return reply
    compress: Compress = current_app.extensions[COMPRESS]
    return compress.after_request(reply)


def init_app(app: Flask) -> None:
    """Sets how `compress_reply` compresses what *app* sends."""
    app.config |= {
        "COMPRESS_REGISTER": False,
        "COMPRESS_ALGORITHM": ["gzip"],
        "COMPRESS_LEVEL": COMPRESSION,
        "COMPRESS_MIN_SIZE": SMALLEST,
        "COMPRESS_MIMETYPES": COMPRESSED,
        "COMPRESS_STREAMS": False,
    }
    app.extensions[COMPRESS] = Compress(app)
