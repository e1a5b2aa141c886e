"""Canonical JSON (RFC 8785), hashes, Ed25519 signatures and Merkle proofs (RFC 9162)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

ED25519, COSIGNATURE = 1, 4
"""The types of keys in notes, of logs and of witnesses."""
SIGNATURE_LINE = re.compile(r"— (\S+) (\S+)")
SIGNED_FIELDS = ("match", "seq", "head", "at")


def canonical_json(value: Any) -> bytes:
    """Returns *value* as canonical JSON."""
    return rfc8785.dumps(value)


def hash_pieces(*pieces: bytes) -> bytes:
    """Returns the SHA-256 of the concatenated *pieces*."""
    return hashlib.sha256(b"".join(pieces)).digest()


def hmac_pieces(key: bytes, *pieces: bytes) -> bytes:
    """Returns the HMAC-SHA-256 of the concatenated *pieces* under *key*."""
    return hmac.digest(key, b"".join(pieces), "sha256")


def decode_hex(text: Any) -> bytes:
    """Returns the bytes of lower-case hex *text*; raises `ValueError`."""
    if not isinstance(text, str) or not re.fullmatch("([0-9a-f]{2})*", text):
        raise ValueError(f"“{text}” is no hex")
    return bytes.fromhex(text)


def decode_base64(text: str) -> bytes:
    """Returns the bytes of padded base64 *text*; raises `ValueError`."""
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError(f"“{text}” is no base64") from error
    if base64.b64encode(raw).decode() != text:
        raise ValueError(f"“{text}” is no base64")
    return raw


# -- signatures --------------------------------------------------------------------------------------


class Key(NamedTuple):
    """A public key with its text form, name, short id and bytes."""

    text: str
    name: str
    id: bytes
    public: bytes

    def verifies(self, text: bytes, signature: bytes) -> bool:
        """Returns whether *signature* over *text* is by this key."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text)
        except InvalidSignature:
            return False
        return True


def read_key(text: str, kind: int = ED25519) -> Key:
    """Returns the key of that type in the form `name+id+key`; raises `ValueError`."""
    name, _, remainder = text.partition("+")
    id, _, public = remainder.partition("+")
    raw = decode_base64(public or "?")
    key = Key(text, name, hash_pieces(name.encode(), b"\n", raw)[:4], raw[1:])
    if len(raw) != 33 or raw[0] != kind or key.id.hex() != id:
        raise ValueError(f"“{text}” is no public key")
    return key


def is_signed_receipt(receipt: dict[str, Any], keys: Sequence[Key]) -> bool:
    """Returns whether one of *keys* signed a receipt."""
    text = canonical_json({name: receipt[name] for name in SIGNED_FIELDS})
    signature = decode_base64(receipt["signature"])
    return any(key.text == receipt["key"] and key.verifies(text, signature) for key in keys)


def note_parts(note: str) -> tuple[str, list[tuple[str, bytes, bytes]]]:
    """Returns the text of a note, and the name, the key's id and the bytes of each signature."""
    text, separator, signatures = note.rpartition("\n\n")
    lines = map(SIGNATURE_LINE.fullmatch, signatures.split("\n") if separator else ())
    pairs = [(line[1], decode_base64(line[2])) for line in lines if line is not None]
    return f"{text}\n", [(name, raw[:4], raw[4:]) for name, raw in pairs]


def verified_text(note: str, keys: Sequence[Key]) -> str:
    """Returns the text of a note signed by one of *keys*; raises `ValueError`."""
    text, signatures = note_parts(note)
    for name, id, signature in signatures:
        key = next((key for key in keys if (key.name, key.id) == (name, id)), None)
        if key is None:
            continue
        if not key.verifies(text.encode(), signature):
            break
        return text
    raise ValueError("The note is not signed by a trusted key.")


def find_signers(note: str, keys: Sequence[Key]) -> list[Key]:
    """Returns those of *keys* that signed a note; raises `ValueError` for a wrong signature."""
    text, signatures = note_parts(note)
    keys_by_id = {(key.name, key.id): key for key in reversed(keys)}
    signed = [(keys_by_id[name, id], raw) for name, id, raw in signatures if (name, id) in keys_by_id]
    for key, signature in signed:
        if not key.verifies(text.encode(), signature):
            raise ValueError(f"A signature of {key.name} is wrong.")
    return [key for key, _ in signed]


def read_checkpoint(note: str, keys: Sequence[Key]) -> tuple[int, bytes]:
    """Returns the size and root of a checkpoint; raises `ValueError`."""
    lines = verified_text(note, keys).split("\n")
    if len(lines) < 3 or not re.fullmatch("[0-9]+", lines[1]):
        raise ValueError("The note is no checkpoint.")
    return int(lines[1]), decode_base64(lines[2])


# -- the log of heads --------------------------------------------------------------------------------


def hash_head(match: str, seq: int, head: str) -> bytes:
    """Returns the leaf hash of a head in the log."""
    return hash_pieces(b"\0", canonical_json({"match": match, "seq": seq, "head": head}))


def verify_inclusion(hash: bytes, index: int, size: int, proof: Iterable[bytes], root: bytes) -> bool:
    """Returns whether *proof* leads from leaf *index* with *hash* to *root* (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    at, last = index, size - 1
    for sibling in proof:
        if last == 0:
            return False
        if at % 2 or at == last:
            hash = hash_pieces(b"\1", sibling, hash)
            while at and not at % 2:
                at, last = at >> 1, last >> 1
        else:
            hash = hash_pieces(b"\1", hash, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and hash == root
