"""Tokens: what a player proves a seat with. Only their SHA-256 is ever stored."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from functools import lru_cache


def new_token() -> str:
    """Returns a fresh token: 256 bits of chance, safe in a header and in a URL."""
    return secrets.token_urlsafe(32)


@lru_cache(1024)  # a request asks several times
def digest_token(token: str) -> str:
    """Returns what is stored of *token*: its SHA-256, in hex."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_digest_of(token: str, stored: str) -> bool:
    """Tells whether *stored* is the digest of *token*, in a time that does not tell how nearly it is."""
    return hmac.compare_digest(digest_token(token), stored)


def find_digest(token: str, stored: Sequence[str]) -> int | None:
    """Returns which of *stored* is the digest of *token*; all are compared, found or not."""
    digested = digest_token(token)
    equal = [hmac.compare_digest(digested, candidate) for candidate in stored]
    return equal.index(True) if True in equal else None
