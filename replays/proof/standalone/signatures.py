"""Public keys, and the signatures of receipts, notes and checkpoints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from .encoding import canonical, sha256, unbase64

ED25519 = 1
NOTED = re.compile(r"— (\S+) (\S+)")
SIGNED = ("match", "seq", "head", "at")


class Key(NamedTuple):
    """A public key with its text form, name, short id and bytes."""

    text: str
    name: str
    id: bytes
    public: bytes

    def signed(self, text: bytes, signature: bytes) -> bool:
        """Returns whether *signature* over *text* is by this key."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text)
        except InvalidSignature:
            return False
        return True


def read_key(text: str) -> Key:
    """Returns the key in the form `name+id+key`; raises `ValueError`."""
    name, _, told = text.partition("+")
    id, _, public = told.partition("+")
    raw = unbase64(public or "?")
    key = Key(text, name, sha256(name.encode(), b"\n", raw)[:4], raw[1:])
    if len(raw) != 33 or raw[0] != ED25519 or key.id.hex() != id:
        raise ValueError(f"“{text}” is no public key")
    return key


def receipt_holds(receipt: dict[str, Any], keys: Sequence[Key]) -> bool:
    """Returns whether one of *keys* signed a receipt."""
    text = canonical({name: receipt[name] for name in SIGNED})
    signature = unbase64(receipt["signature"])
    return any(key.text == receipt["key"] and key.signed(text, signature) for key in keys)


def note_text(note: str, keys: Sequence[Key]) -> str:
    """Returns the text of a note that one of *keys* has signed; raises `ValueError`."""
    text, parted, signatures = note.rpartition("\n\n")
    text += "\n"
    for line in signatures.split("\n") if parted else ():
        told = NOTED.fullmatch(line)
        if told is None:
            continue
        raw = unbase64(told[2])
        key = next((key for key in keys if (key.name, key.id) == (told[1], raw[:4])), None)
        if key is None:
            continue
        if not key.signed(text.encode(), raw[4:]):
            break
        return text
    raise ValueError("The note is not signed by a trusted key.")


def checkpoint(note: str, keys: Sequence[Key]) -> tuple[int, bytes]:
    """Returns the size and root of a checkpoint; raises `ValueError`."""
    lines = note_text(note, keys).split("\n")
    if len(lines) < 3 or not re.fullmatch("[0-9]+", lines[1]):
        raise ValueError("The note is no checkpoint.")
    return int(lines[1]), unbase64(lines[2])
