"""Seeds of the service and nonces of seats, for the chance of a match."""

from __future__ import annotations

import secrets


def server_seed() -> str:
    """Returns a new seed of 256 bits. Its commitment is public before the first claim of a seat."""
    return secrets.token_urlsafe(32)


def player_nonce() -> str:
    """Returns a new nonce of a seat, 128 bits in hex."""
    return secrets.token_hex(16)
