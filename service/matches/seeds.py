"""Seeds: what the house, and a seat that brings nothing of its own, throw into the chance of a match."""

from __future__ import annotations

import secrets


def of_house() -> str:
    """Returns a fresh seed of the house: 256 bits, whose commitment is published before seats are claimed."""
    return secrets.token_urlsafe(32)


def of_seat() -> str:
    """Returns a fresh nonce of a seat: 128 bits, in hex."""
    return secrets.token_hex(16)
