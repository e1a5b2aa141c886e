"""Heads: the hash that each write leaves a match with, and the tree over all of them, as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Head(NamedTuple):
    """What a write left behind: where its last fact stands, and the hash of that fact."""

    position: int
    match: str
    seq: int
    head: bytes


class Hash(NamedTuple):
    """A subtree of the Merkle tree: its level, its place there, its hash; for a leaf the head's position."""

    level: int
    place: int
    hash: bytes
    position: int | None


class HeadRecorder(Protocol):
    """A recorder that keeps heads beside the facts, and the tree over them."""

    def last_head(self, match: str) -> Head | None:
        """Returns the last head of *match*, if there is one."""

    def head_from(self, match: str, seq: int) -> Head | None:
        """Returns the first head of *match* that fact *seq* has gone into."""

    def heads(self, after: int, limit: int) -> list[Head]:
        """Returns up to *limit* heads that stand after position *after*, in order."""

    def heads_of(self, match: str) -> list[Head]:
        """Returns every head of *match*, in order."""

    def sealed(self) -> tuple[int, int]:
        """Returns how many heads are in the tree, and the position of the last of them."""

    def grow(self, nodes: Sequence[Hash]) -> None:
        """Adds *nodes* to the tree, all or none; raises `IntegrityError` when somebody was faster."""

    def node(self, level: int, place: int) -> bytes:
        """Returns the hash of a complete subtree."""

    def leaf_at(self, position: int) -> int | None:
        """Returns which leaf of the tree the head at *position* is, from 0."""
