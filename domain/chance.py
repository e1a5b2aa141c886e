"""Chance: one seed, and every order it will ever give, by keyed hash.

An order depends on the key and on a number: which draw it is on this line, or, in matches of the first
version (`BY_FACT`), the `seq` of the fact that records it. Whoever is told the seed and the nonces after the
match can recompute every shuffle. From the third version on (`SORTED`) that takes no rules of a game: options
lie in the order of their code points before chance draws from them, and its answer tells them.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

from .model import CHANCE, Answered, Asked, Chance, Picks

BY_FACT, STIRRED, SORTED = 1, 2, 3
"""The versions of the shuffle; a match pins its own."""


def commitment(seed: str) -> str:
    """Returns what is published before seats are claimed: SHA-256 of *seed*, in hex."""
    return hashlib.sha256(seed.encode()).hexdigest()


def key(seed: str, nonces: Iterable[str], version: int = BY_FACT) -> bytes:
    """Returns the 32-byte key of a line: HMAC-SHA-256 of *nonces* under *seed*.

    Each is told with its length, 4 bytes with the highest first, before it: so no two lists are told alike.
    In matches of the first version they are joined by line feeds.
    """
    told = [nonce.encode() for nonce in nonces]
    if version == BY_FACT:
        return hmac.digest(seed.encode(), b"\n".join(told), "sha256")
    return hmac.digest(seed.encode(), b"".join(len(n).to_bytes(4) + n for n in told), "sha256")


def order(secret: bytes, number: int, options: Picks) -> Picks:
    """Returns *options* in the order of the HMACs of `number:index` under *secret*."""
    ranks = [hmac.digest(secret, f"{number}:{i}".encode(), "sha256") for i in range(len(options))]
    return tuple(options[i] for i in sorted(range(len(options)), key=ranks.__getitem__))


def seeded(secret: bytes) -> Chance:
    """Returns the chance of a match of the first version whose key is *secret*."""
    return lambda asked, seq: answered(order(secret, seq, asked.options)[: asked.least])


def answered(picks: Picks, options: Picks = ()) -> Answered:
    """Returns *picks* as the answer of chance, which tells the *options* from the third version on."""
    return Answered(CHANCE, picks, secret=True, options=options)


class Draws:
    """The chance of a line whose key is *secret*, after so many *draws*: each call is the next one."""

    def __init__(self, secret: bytes, draws: int, version: int) -> None:
        self._secret, self._draws, self._version = secret, draws, version

    def __call__(self, asked: Asked, seq: int) -> Answered:
        """Returns what is drawn next; which fact records it has no part in that."""
        self._draws += 1
        if self._version == STIRRED:
            return answered(order(self._secret, self._draws, asked.options)[: asked.least])
        options = tuple(sorted(asked.options))
        return answered(order(self._secret, self._draws, options)[: asked.least], options)


class Script:
    """Chance that was decided beforehand, for tests and for re-deciding a log. `left` must end up empty."""

    def __init__(self, *answers: Picks) -> None:
        self.left = list(answers)

    def __call__(self, asked: Asked, seq: int) -> Answered:
        if not self.left:
            raise LookupError(f"fact {seq} asks chance for “{asked.prompt}”, and the script is used up")
        picks = self.left.pop(0)
        if not asked.allows(picks):
            raise LookupError(f"fact {seq}: chance was scripted as {picks}, asked of {asked.options}")
        return answered(picks)
