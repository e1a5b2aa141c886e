"""Merkle tree of RFC 9162 with inclusion and consistency proofs.

`Nodes` returns the hash of the complete subtree of height *level* that begins at leaf `index << level`.
Appends and proofs read only a few of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from .standalone.crypto import verify_inclusion as verify_inclusion  # also public here

Nodes: TypeAlias = Callable[[int, int], bytes]
"""Returns the hash of a complete subtree by its level (0 for leaves) and index."""

EMPTY = hashlib.sha256(b"").digest()


def leaf_hash(data: bytes) -> bytes:
    """Returns the hash of an entry."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left_hash: bytes, right_hash: bytes) -> bytes:
    """Returns the hash of two subtrees."""
    return hashlib.sha256(b"\x01" + left_hash + right_hash).digest()


def subtree_hash(hashes: Sequence[bytes]) -> bytes:
    """Returns the hash of a complete subtree from all hashes of one level."""
    while len(hashes) > 1:
        hashes = [node_hash(*pair) for pair in zip(hashes[::2], hashes[1::2], strict=True)]
    return hashes[0]


# -- growing -----------------------------------------------------------------------------------------


def completed_subtrees(nodes: Nodes, size: int, hash: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yields the level, index and hash of each subtree that a new leaf completes."""
    level, index = 0, size
    yield level, index, hash
    while index % 2:
        hash = node_hash(nodes(level, index - 1), hash)
        level, index = level + 1, index // 2
        yield level, index, hash


def tree_root(nodes: Nodes, size: int) -> bytes:
    """Returns the root of the first *size* leaves."""
    return _subtree_hash(nodes, 0, size) if size else EMPTY


def _subtree_hash(nodes: Nodes, first: int, size: int) -> bytes:
    """Returns the hash of *size* leaves from *first*, a multiple of the next power of two."""
    level = size.bit_length() - 1
    if size == 1 << level:
        return nodes(level, first >> level)
    split = 1 << level
    return node_hash(nodes(level, first >> level), _subtree_hash(nodes, first + split, size - split))


# -- proving -----------------------------------------------------------------------------------------


def prove_inclusion(nodes: Nodes, index: int, size: int) -> list[bytes]:
    """Returns the proof that leaf *index* is in the tree of *size* leaves, upwards."""
    return _inclusion_path(nodes, index, 0, size)


def _inclusion_path(nodes: Nodes, index: int, first: int, size: int) -> list[bytes]:
    if size == 1:
        return []
    split = 1 << ((size - 1).bit_length() - 1)
    if index < split:
        return [
            *_inclusion_path(nodes, index, first, split),
            _subtree_hash(nodes, first + split, size - split),
        ]
    return [
        *_inclusion_path(nodes, index - split, first + split, size - split),
        _subtree_hash(nodes, first, split),
    ]


def prove_consistency(nodes: Nodes, old: int, new: int) -> list[bytes]:
    """Returns the proof that the tree of *new* leaves extends that of *old* ones."""
    return [] if old == new else _consistency_path(nodes, old, 0, new, is_complete=True)


def _consistency_path(nodes: Nodes, old: int, first: int, size: int, *, is_complete: bool) -> list[bytes]:
    if old == size:
        return [] if is_complete else [_subtree_hash(nodes, first, size)]
    split = 1 << ((size - 1).bit_length() - 1)
    if old <= split:
        right = _subtree_hash(nodes, first + split, size - split)
        return [*_consistency_path(nodes, old, first, split, is_complete=is_complete), right]
    left_hash = _subtree_hash(nodes, first, split)
    return [*_consistency_path(nodes, old - split, first + split, size - split, is_complete=False), left_hash]


# -- checking ----------------------------------------------------------------------------------------


def verify_consistency(old: int, new: int, before: bytes, after: bytes, proof: Sequence[bytes]) -> bool:
    """Returns whether *proof* shows that *after* extends *before* (RFC 9162, 2.1.4.2)."""
    if not 0 < old <= new:
        return False
    if old == new:
        return not proof and before == after
    path = list(proof)
    if not old & (old - 1):
        path.insert(0, before)
    if not path:
        return False
    at, last = old - 1, new - 1
    while at % 2:
        at, last = at >> 1, last >> 1
    first = second = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if at % 2 or at == last:
            first, second = node_hash(sibling, first), node_hash(sibling, second)
            while at and not at % 2:
                at, last = at >> 1, last >> 1
        else:
            second = node_hash(second, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and first == before and second == after
