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
"""The headers that scripts of other sites may send. `*` allows no cookies."""
SHARED = (("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", EXPOSED))
"""The headers that open a reply to scripts of any site."""
DAY = "86400"
"""Seconds for which a browser caches the permissions."""

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
"""Media types worth compression. Event streams are absent, because each event leaves at once."""
COMPRESS = "compress"
"""The name of the library among the extensions of the application."""
COMPRESSION, SMALLEST = 6, 500
"""The level of compression, and the smallest compressed reply in bytes."""


def share_reply(request: Request, reply: Response) -> Response:
    """Opens the API to scripts of any site with a token. No browser sends them a cookie."""
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
    """Configures `compress_reply` for *app*."""
    app.config |= {
        "COMPRESS_REGISTER": False,
        "COMPRESS_ALGORITHM": ["gzip"],
        "COMPRESS_LEVEL": COMPRESSION,
        "COMPRESS_MIN_SIZE": SMALLEST,
        "COMPRESS_MIMETYPES": COMPRESSED,
        "COMPRESS_STREAMS": False,
    }
    app.extensions[COMPRESS] = Compress(app)
