"""Public beacons, which publish a random value in each round (drand).

Rounds follow each other in a fixed period, and nobody knows a value before its round. Times are in
milliseconds since 1970.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, convert, field, json

Scheme: TypeAlias = Literal["bls-unchained-g1-rfc9380"]
"""Signatures of 48 bytes that need no earlier round, as on the network “quicknet” of drand."""

Hex: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{2})+$")]

WAIT_MS = 60_000
"""The time limit of a beacon after the time of its round."""


class ChainInfo(Struct, frozen=True):
    """A chain as a drand describes it at `/info`; times are in seconds."""

    hash: str
    public_key: str
    genesis_time: int
    period: int
    scheme: str = field(name="schemeID")

    def make_beacon(self, address: str) -> Beacon:
        """Returns the beacon below *address*. Raises `msgspec.ValidationError`."""
        settings = {
            "address": address,
            "chain": self.hash,
            "public_key": self.public_key,
            "genesis_ms": self.genesis_time * 1000,
            "period_ms": self.period * 1000,
            "scheme": self.scheme,
        }
        return convert(settings, Beacon)


class AddressedChain(ChainInfo, frozen=True):
    """A chain with the address of a drand, as in the file of an operator."""

    address: str = ""


def read_beacon(text: str) -> Beacon:
    """Returns the beacon in the JSON of a chain with its address. Raises `msgspec.DecodeError`."""
    chain = json.decode(text, type=AddressedChain)
    return chain.make_beacon(chain.address.rstrip("/"))


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

    def is_same_chain(self, other: Beacon) -> bool:
        """Returns whether the rounds of *other* are those of this beacon."""
        return (self.chain, self.public_key, self.scheme) == (other.chain, other.public_key, other.scheme)

    def round_path(self, number: int) -> str:
        """Returns the path of round *number* below the address."""
        return f"/{self.chain}/public/{number}"


def signed_randomness(signature: str) -> str:
    """Returns the random value of a round in hex, the SHA-256 of its *signature* in hex."""
    return hashlib.sha256(bytes.fromhex(signature)).hexdigest()
