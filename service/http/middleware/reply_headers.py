"""Headers that depend on settings, view or request rather than on content."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from flask import Request, Response, current_app, g
from werkzeug.http import http_date, parse_set_header

from ...settings import Settings

RESOURCE_POLICY = "Cross-Origin-Resource-Policy"
HSTS = "max-age=31536000"
"""Browsers use HTTPS alone for a year (RFC 6797)."""


def security_headers(settings: Settings) -> tuple[tuple[str, str], ...]:
    """Returns the headers that each reply of a service with these *settings* has.

    Other sites may load replies, because the API and pictures are for them. Pages restrict that.
    """
    secure = (("Strict-Transport-Security", HSTS),) if settings.https else ()
    return (("X-Content-Type-Options", "nosniff"), (RESOURCE_POLICY, "cross-origin"), *secure)


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


MARK = "deprecation"
"""The attribute of the view of a deprecated operation."""


class Deprecation(NamedTuple):
    """The times of a deprecation, and the page of the successor."""

    deprecated_at: datetime
    sunset: datetime
    link: str


def announce_deprecation(request: Request, reply: Response) -> Response:
    """Adds the headers of its deprecation to the reply of a deprecated operation, a refusal as well."""
    view = current_app.view_functions.get(request.endpoint or "")
    deprecation: Deprecation | None = getattr(view, MARK, None)
    if deprecation is not None:
        reply.headers["Deprecation"] = f"@{deprecation.deprecated_at.timestamp():.0f}"
        reply.headers["Sunset"] = http_date(deprecation.sunset)
        reply.headers.add("Link", f'<{deprecation.link}>; rel="deprecation"; type="text/html"')
    return reply
