"""Signed receipts of writes as proofs of a later rewrite."""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

from domain.messages import Message

from .chain import canonical_json
from .notes import Key, Unsigned, decode_base64


class Receipt(Struct, frozen=True):
    """A signed statement that a match had the hash `head` at fact `seq` and a time.

    The time is in milliseconds since 1970. `key` is the public key, `signature` the Ed25519 signature
    (base64) of the canonical JSON without these two.
    """

    match: str
    seq: int
    head: str
    at: int
    key: str
    signature: str


_key_text = lru_cache(16)(str)
"""The text of a key in receipts."""


def sign_receipt(
    match: str, seq: int, head: str, at: int, key: Key, sign: Callable[[bytes], bytes]
) -> Receipt:
    """Returns the signed receipt of a write."""
    signature = base64.b64encode(sign(_signed_text(match, seq, head, at))).decode()
    return Receipt(match, seq, head, at, _key_text(key), signature)


def verify_receipt(receipt: Receipt, key: Key) -> None:
    """Raises `Unsigned` unless *key* signed *receipt*."""
    text = _signed_text(receipt.match, receipt.seq, receipt.head, receipt.at)
    if not key.verifies(text, decode_base64(receipt.signature)):
        raise Unsigned(
            Message(
                "The receipt for fact {seq} was not signed by {name}, or it was changed.",
                seq=receipt.seq,
                name=key.name,
            )
        )


def _signed_text(match: str, seq: int, head: str, at: int) -> bytes:
    return canonical_json({"match": match, "seq": seq, "head": head, "at": at})
