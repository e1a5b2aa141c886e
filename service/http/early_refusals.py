"""Refusals of networks above the limit on requests, which the event loop sends as bytes before any body."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from flask import Flask
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from ..observability import metrics
from ..settings import Settings
from ..shared.catalogues import localized_detail
from ..shared.languages import choose_language
from .addresses import API
from .direct import DirectReply, Header, encode_headers
from .errors import PROBLEM, encode_problem
from .middleware import access_log
from .middleware.cors import SHARED
from .middleware.rate_limit import RateLimited, RateLimiter
from .middleware.rate_limit_headers import LIMITER, unlimited_paths
from .middleware.reply_headers import security_headers
from .problem_types import KINDS

EARLY_REFUSALS = "early_refusals"
"""The name of the early refusals among the extensions of the application."""

_CONSTANT_FIELDS = (
    ("Content-Type", PROBLEM),
    ("Cache-Control", "no-store"),
    ("Vary", "Accept, Authorization, Cookie, X-Viewer, Accept-Language, Accept-Encoding"),
    *SHARED,
)


class EarlyRefusals:
    """Refusals of *app*, by the windows that this process has found full. Only the event loop calls it."""

    def __init__(self, app: Flask, settings: Settings) -> None:
        self._limiter: RateLimiter | None = app.extensions[LIMITER]
        self._unlimited_paths = unlimited_paths(app)
        self._headers = encode_headers((*_CONSTANT_FIELDS, *security_headers(settings)))

    def find_refusal(self, network: str, path: str) -> RateLimited | None:
        """Returns the refusal of a request of *network* for *path*, if the limits count the request."""
        if self._limiter is None or self._unlimited_paths.fullmatch(path):
            return None
        return self._limiter.find_refusal("address", network)

    def make_reply(self, refusal: RateLimited, scope: Mapping[str, Any]) -> DirectReply | None:
        """Returns the reply to the ASGI *scope*, or `None` where its client may read a page."""
        fields = dict[bytes, bytes](scope["headers"])
        if not scope["path"].startswith(f"{API}/") or b"html" in fields.get(b"accept", b""):
            return None
        start = access_log.start_request(fields.get(b"x-request-id", b"").decode("latin-1"))
        languages = parse_accept_header(fields.get(b"accept-language", b"").decode("latin-1"), LanguageAccept)
        chosen = parse_qs(scope["query_string"].decode("latin-1")).get("lang", [""])[0]
        kind, code = KINDS[RateLimited.slug], choose_language(chosen, languages)
        body = encode_problem(kind, localized_detail(refusal, code), code)
        headers: list[Header] = [
            *self._headers,
            (b"content-length", b"%d" % len(body)),
            (b"content-language", code.encode()),
            *encode_headers(refusal.headers.items()),
            (b"x-request-id", start.id.encode()),
        ]
        method = metrics.method_label(scope["method"])
        access_log.finish_request(start, method, access_log.NO_ROUTE, None, kind.status, kind.slug)
        return DirectReply(kind.status, headers, body)


def init_app(app: Flask, settings: Settings) -> None:
    """Gives *app* its early refusals, after all its views."""
    app.extensions[EARLY_REFUSALS] = EarlyRefusals(app, settings)
