"""Headers that depend on settings, view or request rather than on content."""

from __future__ import annotations

from ...settings import Settings

HSTS = "max-age=31536000"
"""Browsers use HTTPS alone for a year (RFC 6797)."""


def security_headers(settings: Settings) -> tuple[tuple[str, str], ...]:
    """Returns the headers that each reply of a service with these *settings* has."""
    secure = (("Strict-Transport-Security", HSTS),) if settings.https else ()
    return (("X-Content-Type-Options", "nosniff"), *secure)
