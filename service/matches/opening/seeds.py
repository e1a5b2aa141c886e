"""Seeds: what the service, and a seat that brings nothing of its own, throw into the chance of a match."""

from __future__ import annotations

import secrets


def server_seed() -> str:
    """Returns a fresh seed of the service, 256 bits; its commitment is published before seats are claimed."""
    return secrets.token_urlsafe(32)


def player_nonce() -> str:
    """Returns a fresh nonce of a seat: 128 bits, in hex."""
    return secrets.token_hex(16)
