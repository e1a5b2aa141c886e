"""Headers of every reply, whatever it holds: that it is what it says, and how to come back."""

from __future__ import annotations

from ...settings import Settings

HSTS = "max-age=31536000"
"""A browser comes by HTTPS alone for a year (RFC 6797)."""


def security_headers(settings: Settings) -> tuple[tuple[str, str], ...]:
    """Returns the headers that each reply of a service with these *settings* has."""
    secure = (("Strict-Transport-Security", HSTS),) if settings.https else ()
    return (("X-Content-Type-Options", "nosniff"), *secure)
