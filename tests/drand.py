"""A chain of a public beacon with real signatures, by a secret that tests know."""

from __future__ import annotations

import pyblst
from msgspec import Struct

from domain.table import BeaconDrawn
from domain.table.beacon import Beacon, signed_randomness
from replays.audits.beacons import DOMAIN, GENERATOR, round_message

GENESIS_MS = 1_767_225_600_000
"""Midnight at the beginning of 2026, in milliseconds since 1970."""


QUICKNET = Beacon(
    "https://api.drand.sh",
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    1_692_803_367_000,
    3_000,
    "bls-unchained-g1-rfc9380",
)
ROUND_1000 = (
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
)
"""The signature of a round that the network “quicknet” of drand published on 23 August 2023."""


class Chain(Struct, frozen=True):
    """A chain below *address*, whose rounds the *secret* signs."""

    address: str = "https://beacon.example"
    secret: int = 2026
    genesis_ms: int = GENESIS_MS
    period_ms: int = 3_000

    @property
    def beacon(self) -> Beacon:
        """What the chain says of itself."""
        public = pyblst.BlstP2Element.uncompress(GENERATOR).scalar_mul(self.secret).compress().hex()
        return Beacon(
            *(self.address, "c0" * 32, public, self.genesis_ms, self.period_ms, "bls-unchained-g1-rfc9380")
        )

    def sign(self, number: int) -> str:
        """Returns the signature of a round, in hex."""
        hashed = pyblst.BlstP1Element.hash_to_group(round_message(number), DOMAIN)
        return bytes(hashed.scalar_mul(self.secret).compress()).hex()

    def draw(self, number: int, at: int) -> BeaconDrawn:
        """Returns the fact of a round that is recorded at the time *at*."""
        signature = self.sign(number)
        return BeaconDrawn(number, signed_randomness(signature), signature, at)
