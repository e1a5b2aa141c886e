"""Seeds of the service, and nonces of registrations."""

from __future__ import annotations

import secrets


def server_seed() -> str:
    """Returns a new seed of 256 bits. Its commitment is public before the first claim of a seat."""
    return secrets.token_urlsafe(32)


def player_nonce() -> str:
    """Returns a new nonce of a registration for a tournament, 128 bits in hex."""
    return secrets.token_hex(16)
