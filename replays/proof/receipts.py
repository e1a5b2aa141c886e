"""Receipts: what the service signs for every write, so that a later rewrite can be proved."""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

from domain.messages import Message

from .canonical import canonical
from .notes import Key, Unsigned, raw


class Receipt(Struct, frozen=True):
    """Proof that a match had the hash `head` at fact `seq` at a time, in milliseconds since 1970.

    `key` is the public key that signed, `signature` its Ed25519 signature (base64) over the canonical JSON
    of the receipt without these two.
    """

    match: str
    seq: int
    head: str
    at: int
    key: str
    signature: str


_named = lru_cache(16)(str)
"""What a key is called in receipts."""


def give(match: str, seq: int, head: str, at: int, key: Key, sign: Callable[[bytes], bytes]) -> Receipt:
    """Returns the signed receipt of a write."""
    signature = base64.b64encode(sign(_text(match, seq, head, at))).decode()
    return Receipt(match, seq, head, at, _named(key), signature)


def check(receipt: Receipt, key: Key) -> None:
    """Raises `Unsigned` unless *key* signed *receipt*."""
    text = _text(receipt.match, receipt.seq, receipt.head, receipt.at)
    if not key.signed(text, raw(receipt.signature)):
        raise Unsigned(
            Message(
                "The receipt for fact {seq} was not signed by {name}, or it was changed.",
                seq=receipt.seq,
                name=key.name,
            )
        )


def _text(match: str, seq: int, head: str, at: int) -> bytes:
    return canonical({"match": match, "seq": seq, "head": head, "at": at})
