"""Tokens that prove a seat or an account, of which the store has only the SHA-256, and hashes of nonces."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.messages import Message

from .errors import InvalidOptions

NONCE_HASH_PATTERN = "^([0-9a-f]{64})?$"
"""The pattern of the SHA-256 of a nonce; an empty one commits to no nonce."""
NONCE_HASH_ERROR = Message("A hash of a nonce is 64 lower-case hex digits.")
NONCE_EXAMPLE = "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"
"""A nonce for examples, the SHA-256 of the next one, `0`."""
NONCE_HASH_EXAMPLE = "5122a1d1bc9d87662dcf5fb870adf8c55faf2ce12fad1bacac2fe7df88172466"
"""The SHA-256 of that nonce."""

NonceHash: TypeAlias = Annotated[str, Meta(pattern=NONCE_HASH_PATTERN)]
"""The SHA-256 of a nonce in hex, or an empty text."""


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


def sent_hash(form: Mapping[str, str]) -> str:
    """Returns the hash of a nonce in *form*, empty without one; raises `InvalidOptions` for other texts."""
    nonce_hash = form.get("nonce_hash", "")
    if re.fullmatch(NONCE_HASH_PATTERN, nonce_hash) is None:
        raise InvalidOptions("/nonce_hash", NONCE_HASH_ERROR)
    return nonce_hash
