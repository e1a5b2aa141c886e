"""Chance: one seed, and every order it will ever give, by keyed hash.

An order depends on the key and on the `seq` of the fact that records it, on nothing else: whoever is told
the seed and the nonces after the match can recompute every shuffle.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

from .words import Asked, Chance, Picks


def commitment(seed: str) -> str:
    """Returns what is published before seats are claimed: SHA-256 of *seed*, in hex."""
    return hashlib.sha256(seed.encode()).hexdigest()


def key(seed: str, nonces: Iterable[str]) -> bytes:
    """Returns the 32-byte key of a match: HMAC-SHA-256 of the seats' nonces, in seat order, under *seed*."""
    return hmac.digest(seed.encode(), "\n".join(nonces).encode(), "sha256")


def order(secret: bytes, seq: int, options: Picks) -> Picks:
    """Returns *options* in the order of the HMACs of `seq:index` under *secret*."""
    ranked = sorted(range(len(options)), key=lambda i: hmac.digest(secret, f"{seq}:{i}".encode(), "sha256"))
    return tuple(options[i] for i in ranked)


def seeded(secret: bytes) -> Chance:
    """Returns the chance of a match whose key is *secret*."""
    return lambda asked, seq: order(secret, seq, asked.options)[: asked.least]


class Script:
    """Chance that was decided beforehand, for tests and for re-deciding a log. `left` must end up empty."""

    def __init__(self, *answers: Picks) -> None:
        self.left = list(answers)

    def __call__(self, asked: Asked, seq: int) -> Picks:
        if not self.left:
            raise LookupError(f"fact {seq} asks chance for “{asked.prompt}”, and the script is used up")
        picks = self.left.pop(0)
        if not asked.allows(picks):
            raise LookupError(f"fact {seq}: chance was scripted as {picks}, asked of {asked.options}")
        return picks
