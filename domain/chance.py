"""Shuffles and draws from a committed seed, by keyed hash.

An order depends on a key and a number: the number of the draw on this line or, in matches of the first
version (`BY_FACT`), the `seq` of its fact. With the seed, revealed after the match, and the nonces every
shuffle can be recomputed. From the third version on (`SORTED`) that takes no rules of a game: chance draws
from options in the order of their code points, and its answer records them.

In the fourth version (`COMMITTED`) each seat commits to its nonces with its claim, and reveals one for each
line after the service has committed to the seed. So one honest nonce suffices: neither the service nor the
other seats know it when they choose. Each nonce that a seat or the service withholds doubles the deals to
choose from, and the record shows it. In the fifth version (`BEACON`) the value of a public beacon follows the
nonces. Its round comes after the last of them, so that whoever withholds one chooses between unknown deals.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

from .model import CHANCE, Answered, Asked, Chance, Picks

BY_FACT, STIRRED, SORTED, COMMITTED, BEACON = 1, 2, 3, 4, 5
"""The versions of the shuffle; a match pins its own."""


def seed_commitment(seed: str) -> str:
    """Returns SHA-256 of *seed* in hex, to publish before seats are claimed."""
    return hashlib.sha256(seed.encode()).hexdigest()


def nonce_hash(nonce: str) -> str:
    """Returns SHA-256 of *nonce* in hex, which a seat publishes before its nonce."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def line_key(seed: str, nonces: Iterable[str], version: int = BY_FACT) -> bytes:
    """Returns the 32-byte key of a line, the HMAC-SHA-256 of *nonces* under *seed*.

    A length of 4 bytes, the highest first, precedes each nonce, so that no two lists give the same input. In
    matches of the first version line feeds join them instead.
    """
    encoded = [nonce.encode() for nonce in nonces]
    if version == BY_FACT:
        return hmac.digest(seed.encode(), b"\n".join(encoded), "sha256")
    return hmac.digest(seed.encode(), b"".join(len(n).to_bytes(4) + n for n in encoded), "sha256")


def keyed_order(secret: bytes, number: int, options: Picks) -> Picks:
    """Returns *options* in the order of the HMACs of `number:index` under *secret*."""
    ranks = [hmac.digest(secret, f"{number}:{i}".encode(), "sha256") for i in range(len(options))]
    return tuple(options[i] for i in sorted(range(len(options)), key=ranks.__getitem__))


def chance_by_fact(secret: bytes) -> Chance:
    """Returns the chance of a match of the first version with the key *secret*."""
    return lambda question, seq: chance_answer(keyed_order(secret, seq, question.options)[: question.least])


def chance_answer(picks: Picks, options: Picks = ()) -> Answered:
    """Returns *picks* as the answer of chance, with its *options* from the third version on."""
    return Answered(CHANCE, picks, secret=True, options=options)


class CountedChance:
    """The chance of a line with the key *secret* after *draws* draws; each call is the next."""

    def __init__(self, secret: bytes, draws: int, version: int) -> None:
        self._secret, self._draws, self._version = secret, draws, version

    def __call__(self, question: Asked, seq: int) -> Answered:
        """Returns the next draw, independent of the number of its fact."""
        self._draws += 1
        if self._version == STIRRED:
            return chance_answer(keyed_order(self._secret, self._draws, question.options)[: question.least])
        options = tuple(sorted(question.options))
        return chance_answer(keyed_order(self._secret, self._draws, options)[: question.least], options)


class ScriptedChance:
    """Chance with prepared answers, for tests and audits; `remaining` ends up empty."""

    def __init__(self, *answers: Picks) -> None:
        self.remaining = list(answers)

    def __call__(self, question: Asked, seq: int) -> Answered:
        if not self.remaining:
            raise LookupError(f"fact {seq} asks chance for “{question.prompt}”, and the script is used up")
        picks = self.remaining.pop(0)
        if not question.allows(picks):
            raise LookupError(f"fact {seq}: chance was scripted as {picks}, asked of {question.options}")
        return chance_answer(picks)
