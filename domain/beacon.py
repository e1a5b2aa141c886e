"""Public beacons, which publish a random value in each round (drand).

Rounds follow each other in a fixed period, and nobody knows a value before its round. Times are in
milliseconds since 1970.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Scheme: TypeAlias = Literal["bls-unchained-g1-rfc9380"]
"""Signatures of 48 bytes that need no earlier round, as on the network “quicknet” of drand."""

Hex: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{2})+$")]

WAIT_MS = 60_000
"""The time limit of a beacon after the time of its round."""


class Beacon(Struct, frozen=True, forbid_unknown_fields=True):
    """The beacon of a match.

    It has the address and the hash of its chain, the public key that signs each round, the time of round 1,
    and the period of rounds. A match waits `wait_ms` for a round that the beacon owes.
    """

    address: Annotated[str, Meta(pattern="^https?://", max_length=200)]
    chain: Annotated[Hex, Meta(max_length=64)]
    public_key: Annotated[Hex, Meta(max_length=192)]
    genesis_ms: Annotated[int, Meta(ge=0)]
    period_ms: Annotated[int, Meta(ge=1000, le=3_600_000)]
    scheme: Scheme
    wait_ms: Annotated[int, Meta(ge=0)] = WAIT_MS

    def time_of(self, number: int) -> int:
        """Returns the time of round *number*, the first of which is 1."""
        return self.genesis_ms + (number - 1) * self.period_ms

    def round_after(self, at: int) -> int:
        """Returns the first round at least one period after the time *at*.

        The period covers a difference of the clocks: at the time *at* nobody knows this round.
        """
        return max(1, 2 - (self.genesis_ms - at) // self.period_ms)

    def round_path(self, number: int) -> str:
        """Returns the path of round *number* below the address."""
        return f"/{self.chain}/public/{number}"


def signed_randomness(signature: str) -> str:
    """Returns the random value of a round in hex, the SHA-256 of its *signature* in hex."""
    return hashlib.sha256(bytes.fromhex(signature)).hexdigest()
