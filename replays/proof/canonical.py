"""Canonical JSON (RFC 8785), so that equal values have equal hashes."""

from __future__ import annotations

from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="deterministic")


def canonical(value: Any) -> bytes:
    """Returns *value* as canonical JSON; it may hold strings, integers, booleans, lists and objects.

    For these types msgspec produces the format of RFC 8785, which a test compares with another library.
    """
    return _encoder.encode(value)
