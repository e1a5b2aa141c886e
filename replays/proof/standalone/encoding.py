"""Canonical JSON (RFC 8785), hashes, and text encodings of bytes."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
from typing import Any

import rfc8785


def canonical(value: Any) -> bytes:
    """Returns *value* as canonical JSON."""
    return rfc8785.dumps(value)


def sha256(*pieces: bytes) -> bytes:
    """Returns the SHA-256 of the concatenated *pieces*."""
    return hashlib.sha256(b"".join(pieces)).digest()


def mac(key: bytes, *pieces: bytes) -> bytes:
    """Returns the HMAC-SHA-256 of the concatenated *pieces* under *key*."""
    return hmac.digest(key, b"".join(pieces), "sha256")


def unhex(text: Any) -> bytes:
    """Returns the bytes of lower-case hex *text*; raises `ValueError`."""
    if not isinstance(text, str) or not re.fullmatch("([0-9a-f]{2})*", text):
        raise ValueError(f"“{text}” is no hex")
    return bytes.fromhex(text)


def unbase64(text: str) -> bytes:
    """Returns the bytes of padded base64 *text*; raises `ValueError`."""
    try:
        told = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError(f"“{text}” is no base64") from error
    if base64.b64encode(told).decode() != text:
        raise ValueError(f"“{text}” is no base64")
    return told
