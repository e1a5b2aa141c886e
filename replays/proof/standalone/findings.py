"""Findings of a check."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """An error with the number of its fact (0 for the whole record), its kind, and a sentence."""

    seq: int
    what: str
    sentence: str
