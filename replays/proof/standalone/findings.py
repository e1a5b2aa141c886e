"""What a check finds."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """Something that is wrong: the number of the fact (0: the record as a whole), what kind, a sentence."""

    seq: int
    what: str
    sentence: str
