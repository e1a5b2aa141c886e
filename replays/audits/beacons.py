"""Verifies the signatures of a public beacon: BLS on the curve BLS12-381 (RFC 9380)."""

from __future__ import annotations

import hashlib

import pyblst

from domain import table
from domain.messages import Message
from domain.rules import Rules
from domain.script import B, K
from domain.table import BeaconDrawn, CommandOutcome, Match
from domain.table.beacon import Beacon

DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""The domain of the scheme, with signatures in G1 and keys in G2."""
GENERATOR = bytes.fromhex(
    "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
    "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
)
"""The generator of G2, compressed."""
INFINITY_FLAG = 0x40
"""The bit of the first byte of a compressed point that marks the point at infinity."""


def round_message(number: int) -> bytes:
    """Returns the signed message of round *number*, the SHA-256 of its 8 bytes, the highest first."""
    return hashlib.sha256(number.to_bytes(8)).digest()


def unsigned_round(number: int) -> Message:
    """Returns that a round has another signature than the beacon's, as a sentence."""
    return Message("Round {round} is not signed by the key of the beacon.", round=number)


def draw_signed_round(rules: Rules[B, K], match: Match[B], drawn: BeaconDrawn) -> CommandOutcome[B]:
    """Returns the outcome of a round that the key of the beacon has signed.

    Raises `table.WrongMoment`, also for another signature.
    """
    outcome = table.draw_beacon(rules, match, drawn)
    beacon = match.settings.beacon
    if beacon is None or not is_signed_round(beacon, drawn.round, drawn.signature):
        raise table.WrongMoment(unsigned_round(drawn.round))
    return outcome


def is_signed_round(beacon: Beacon, number: int, signature: str) -> bool:
    """Returns whether *signature*, in hex, is that of the beacon's chain for round *number*."""
    signed, key = bytes.fromhex(signature), bytes.fromhex(beacon.public_key)
    if key[0] & INFINITY_FLAG or signed[0] & INFINITY_FLAG:
        return False
    try:
        point = pyblst.BlstP1Element.uncompress(signed)
        public = pyblst.BlstP2Element.uncompress(key)
    except ValueError:
        return False
    hashed = pyblst.BlstP1Element.hash_to_group(round_message(number), DOMAIN)
    generator = pyblst.BlstP2Element.uncompress(GENERATOR)
    return bool(pyblst.final_verify(pyblst.miller_loop(point, generator), pyblst.miller_loop(hashed, public)))
