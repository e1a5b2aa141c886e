"""Audit of the Merkle tree over all heads against its leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from replays.proof import merkle
from replays.proof.notes import Checkpoint

from ..database.heads import Leaf, is_stored_level
from ..eventstore.store import Store, translate_errors
from .checkpoints import describe_contradiction
from .late_heads import NO_DELAY, find_delay, log_entry
from .reconstruct import group_runs

BATCH_SIZE = 1000
"""Leaves in one read."""

FindNode: TypeAlias = Callable[[int, int], bytes | None]
"""Returns the stored hash of a subtree by its level and its index there."""


class Finding(NamedTuple):
    """Difference from the original record, at a fact of the match.

    For the log of heads, `match` is empty and `seq` is the number of the entry.
    """

    match: str
    seq: int
    sentence: str


def audit_tree(store: Store) -> list[Finding]:
    """Returns all changes in the tree of *store*, except leaves that differ from their heads.

    The audits of matches report those. Raises `Unavailable`.
    """
    with translate_errors("the log of heads"):
        return [Finding("", index, sentence) for index, sentence in _find_changes(store)]


def audit_growth(store: Store, old: Checkpoint) -> list[Finding]:
    """Returns why the log of *store* does not extend the *old* checkpoint, if it does not."""
    with translate_errors("the log of heads"):
        text = describe_contradiction(store.tree, old)
    return [Finding("", 0, text)] if text else []


def is_included(find_node: FindNode, index: int, leaf: bytes, size: int) -> bool:
    """Returns whether the tree of *find_node* includes *leaf* at that index."""
    node = _complete_nodes(find_node)
    return merkle.verify_inclusion(
        leaf, index, size, merkle.prove_inclusion(node, index, size), merkle.tree_root(node, size)
    )


def _complete_nodes(find_node: FindNode) -> merkle.Nodes:
    """Returns *find_node* with an impossible hash in place of missing nodes."""
    return lambda level, index: find_node(level, index) or b""


def _find_changes(store: Store) -> Iterator[tuple[int, str]]:
    tree = store.tree
    size, _ = tree.tree_end()
    hashes: dict[tuple[int, int], bytes] = {}
    lost: list[Leaf] = []
    index = position = 0
    while leaves := tree.list_leaves(index, BATCH_SIZE):
        for leaf in leaves:
            if leaf.leaf_index != index:
                yield index, f"Entry {index} of the log was removed: nothing after it can be held against it."
                return
            if leaf.position <= position and not _is_late(store, leaf):
                yield index, f"Entry {index} of the log stands before the one that it follows in the feed."
            position = max(position, leaf.position)
            if leaf.head is None and not _is_fact(store, leaf.position):
                lost.append(leaf)
            for level, subtree, hash in merkle.completed_subtrees(
                lambda *node: hashes[node], index, _original_leaf(store, leaf, size)
            ):
                hashes[level, subtree] = hash
                if level:
                    del hashes[level - 1, 2 * subtree], hashes[level - 1, 2 * subtree + 1]
                    if is_stored_level(level) and tree.find_node(level, subtree) != hash:
                        text = f"Subtree {subtree} of level {level} is not the hash of what is below it."
                        yield index, text
            index += 1
    yield from _describe_lost_entries(lost)
    strays = tree.list_strays(size)
    size, _ = tree.tree_end()  # the log may have grown
    yield from _describe_strays(
        size, [(level, index) for level, index in strays if (index + 1) << level > size]
    )


def _describe_lost_entries(leaves: Sequence[Leaf]) -> Iterator[tuple[int, str]]:
    """Yields the entries without head and fact. Consecutive ones share a sentence."""
    positions = {leaf.leaf_index: leaf.position for leaf in leaves}
    for first, *others in group_runs(positions):
        if others:
            text = f"of positions {positions[first]} to {positions[others[-1]]}: no facts stand there."
            yield first, f"Entries {first} to {others[-1]} of the log are {text}"
        else:
            yield first, f"Entry {first} of the log is of position {positions[first]}: no fact stands there."


def _describe_strays(size: int, strays: Sequence[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    """Yields descriptions of subtrees beyond a log of *size* entries, after a cut or an insertion."""
    if not strays:
        return
    once = max((index + 1) << level for level, index in strays)
    levels = [level for level in range(1, once.bit_length()) if is_stored_level(level)]
    missing = [range(size >> level, once >> level) for level in levels]
    # An invented subtree may claim any size, so the ranges are counted before they are walked.
    if sum(map(len, missing)) == len(strays) and {*strays} == {
        (level, at) for level, indices in zip(levels, missing, strict=True) for at in indices
    }:
        yield size, f"The log was cut off: it held at least {once} entries, and holds {size}."
        return
    for level, index in strays:
        yield index << level, f"Subtree {index} of level {level} was inserted: the log is not that long."


def _original_leaf(store: Store, leaf: Leaf, size: int) -> bytes:
    """Returns the hash from the head of *leaf* if the tree contains it, else the stored hash."""
    if leaf.head is not None:
        hash = merkle.leaf_hash(log_entry(leaf.head))
        if hash != leaf.hash and is_included(store.tree.find_node, leaf.leaf_index, hash, size):
            return hash
    return leaf.hash


def _is_late(store: Store, leaf: Leaf) -> bool:
    """Returns whether a delay may have kept the head of *leaf* out of the log for a while."""
    return leaf.head is not None and find_delay(store, leaf.head.match) != NO_DELAY


def _is_fact(store: Store, position: int) -> bool:
    return any(row.id == position for row in store.recorder.select_notifications(position, 1))
