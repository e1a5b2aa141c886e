"""Tokens that prove a seat or an account. The store has only their SHA-256."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from functools import lru_cache


def new_token() -> str:
    """Returns a new token of 256 random bits, safe in headers and URLs."""
    return secrets.token_urlsafe(32)


@lru_cache(1024)  # one request needs it several times
def digest_token(token: str) -> str:
    """Returns the SHA-256 of *token* in hex, the stored form."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_digest_of(token: str, stored: str) -> bool:
    """Returns whether *stored* is the digest of *token*, by a comparison in constant time."""
    return hmac.compare_digest(digest_token(token), stored)


def find_digest(token: str, stored: Sequence[str]) -> int | None:
    """Returns the index of the digest of *token* in *stored*. It compares all, in constant time."""
    digested = digest_token(token)
    equal = [hmac.compare_digest(digested, candidate) for candidate in stored]
    return equal.index(True) if True in equal else None
