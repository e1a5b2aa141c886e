"""Seeds of the service, for the chance of its matches and tournaments."""

from __future__ import annotations

import secrets


def server_seed() -> str:
    """Returns a new seed of 256 bits. Its commitment is public before the first claim of a seat."""
    return secrets.token_urlsafe(32)
