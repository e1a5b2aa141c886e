"""The stamp of a store: the first fact of all, which tells the format."""

from __future__ import annotations

from msgspec import Struct

FORMAT = 1
"""The format this version writes, and the newest it reads."""

STAMP = "recount"
"""The stream that tells the format of the store. Its first fact is the first of the store."""

FORMATTED = "store.Formatted"


class Formatted(Struct, frozen=True):
    """What the stamp of a store says: its format, and the position from which on each write left a head.

    Without `headed` that is not known: the store is from before that was said.
    """

    format: int
    headed: int | None = None
