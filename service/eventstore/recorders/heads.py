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


class Entered(NamedTuple):
    """A head, and which leaf of the tree it is, from 0, with the hash there; `None` while it is not in it."""

    head: Head
    place: int | None
    leaf: bytes | None


class Leaf(NamedTuple):
    """A leaf of the tree, and the head it was made of; `None` when there is no such head."""

    place: int
    hash: bytes
    position: int
    head: Head | None


class HeadRecorder(Protocol):
    """A recorder that keeps heads beside the facts, and the tree over them."""

    def last_head(self, match: str) -> Head | None:
        """Returns the last head of *match*, if there is one."""

    def head_from(self, match: str, seq: int) -> Head | None:
        """Returns the first head of *match* that fact *seq* has gone into."""

    def heads(self, after: int, limit: int) -> list[Head]:
        """Returns up to *limit* heads that stand after position *after*, in order."""

    def adopt(self, heads: Sequence[Head]) -> None:
        """Adds *heads* of facts that were there before heads were kept; those that are known stay."""

    def sealed(self) -> tuple[int, int]:
        """Returns how many heads are in the tree, and the position of the last of them."""

    def grow(self, nodes: Sequence[Hash]) -> None:
        """Adds *nodes* to the tree, all or none; raises `IntegrityError` when somebody was faster."""

    def node(self, level: int, place: int) -> bytes | None:
        """Returns the hash of a complete subtree, if there is one."""

    def leaf_at(self, position: int) -> int | None:
        """Returns which leaf of the tree the head at *position* is, from 0."""

    # -- for the audit -----------------------------------------------------------------------------------

    def matches(self) -> list[str]:
        """Returns every stream that has a fact or a head."""

    def entered(self, match: str) -> list[Entered]:
        """Returns every head of *match*, in order, with its leaf."""

    def positions(self, match: str) -> dict[int, int]:
        """Returns where each fact of *match* stands in the log, by its number."""

    def headless(self, match: str) -> list[int]:
        """Returns the facts of *match* at which the tree has a leaf, and nobody has a head any more."""

    def leaves(self, first: int, limit: int) -> list[Leaf]:
        """Returns up to *limit* leaves from place *first* on, in order."""

    def strays(self, size: int) -> list[tuple[int, int]]:
        """Returns the level and place of all that is no complete subtree of a tree with *size* leaves."""
