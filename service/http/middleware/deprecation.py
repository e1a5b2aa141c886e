"""Deprecation headers of operations (RFC 9745, RFC 8594)."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from flask import Request, Response, current_app
from werkzeug.http import http_date

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
