"""The audit of the tree over all heads: is every hash in it what the leaves below make?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from replays.proof import merkle
from replays.proof.notes import Checkpoint

from ..database.heads import Leaf, is_stored_level
from ..eventstore.store import Store, translate_errors
from .checkpoints import lost
from .reconstruct import runs
from .service import entry

BATCH = 1000
"""How many leaves are read at once."""

Stored: TypeAlias = Callable[[int, int], bytes | None]
"""Returns the hash that is stored of a subtree: its level, and which it is of that level."""


class Finding(NamedTuple):
    """Something that is not as it was written, and the fact of the match where that shows.

    Of the log of heads, `match` is empty and `seq` the number of the entry.
    """

    match: str
    seq: int
    sentence: str


def audit_tree(store: Store) -> list[Finding]:
    """Returns all that was changed in the tree of *store*, apart from leaves that are not their heads.

    Those are told where the match of the head is audited. Raises `Unavailable`.
    """
    with translate_errors("the log of heads"):
        return [Finding("", place, sentence) for place, sentence in _changed(store)]


def audit_growth(store: Store, old: Checkpoint) -> list[Finding]:
    """Returns why the log of *store* does not begin with the log of an *old* checkpoint, if it does not."""
    with translate_errors("the log of heads"):
        text = lost(store.tree, old)
    return [Finding("", 0, text)] if text else []


def included(stored: Stored, place: int, leaf: bytes, size: int) -> bool:
    """Tells whether the tree that is *stored* has grown from *leaf* at that place."""
    node = _whole(stored)
    return merkle.verify_inclusion(
        leaf, place, size, merkle.prove_inclusion(node, place, size), merkle.tree_root(node, size)
    )


def _whole(stored: Stored) -> merkle.Nodes:
    """Returns the subtrees that are *stored*, something that fits nothing standing for a missing one."""
    return lambda level, place: stored(level, place) or b""


def _changed(store: Store) -> Iterator[tuple[int, str]]:
    tree = store.tree
    size, _ = tree.tree_end()
    made: dict[tuple[int, int], bytes] = {}
    gone: list[Leaf] = []
    place = position = 0
    while leaves := tree.list_leaves(place, BATCH):
        for leaf in leaves:
            if leaf.leaf_index != place:
                yield place, f"Entry {place} of the log was removed: nothing after it can be held against it."
                return
            if leaf.position <= position:
                yield place, f"Entry {place} of the log stands before the one that it follows in the feed."
            position = leaf.position
            if leaf.head is None and not _is_fact(store, leaf.position):
                gone.append(leaf)
            for level, index, hash in merkle.completed_subtrees(
                lambda *at: made[at], place, _believed(store, leaf, size)
            ):
                made[level, index] = hash
                if level:
                    del made[level - 1, 2 * index], made[level - 1, 2 * index + 1]
                    if is_stored_level(level) and tree.find_node(level, index) != hash:
                        yield place, f"Subtree {index} of level {level} is not the hash of what is below it."
            place += 1
    yield from _without_facts(gone)
    strays = tree.list_strays(size)
    grown, _ = tree.tree_end()  # heads may be taken in meanwhile
    yield from _beyond(grown, [(level, index) for level, index in strays if (index + 1) << level > grown])


def _without_facts(leaves: Sequence[Leaf]) -> Iterator[tuple[int, str]]:
    """Yields the entries whose heads and facts are both gone, those that follow one another at once."""
    positions = {leaf.leaf_index: leaf.position for leaf in leaves}
    for first, *more in runs(positions):
        if more:
            text = f"of positions {positions[first]} to {positions[more[-1]]}: no facts stand there."
            yield first, f"Entries {first} to {more[-1]} of the log are {text}"
        else:
            yield first, f"Entry {first} of the log is of position {positions[first]}: no fact stands there."


def _beyond(size: int, strays: Sequence[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    """Yields what subtrees beyond a log of *size* entries show: it was longer, or they were inserted."""
    if not strays:
        return
    once = max((index + 1) << level for level, index in strays)
    levels = [level for level in range(1, once.bit_length()) if is_stored_level(level)]
    if {*strays} == {(level, at) for level in levels for at in range(size >> level, once >> level)}:
        yield size, f"The log was cut off: it held at least {once} entries, and holds {size}."
        return
    for level, index in strays:
        yield index << level, f"Subtree {index} of level {level} was inserted: the log is not that long."


def _believed(store: Store, leaf: Leaf, size: int) -> bytes:
    """Returns what *leaf* was: what its head makes, if that is what the tree has grown from."""
    if leaf.head is not None:
        made = merkle.leaf_hash(entry(leaf.head))
        if made != leaf.hash and included(store.tree.find_node, leaf.leaf_index, made, size):
            return made
    return leaf.hash


def _is_fact(store: Store, position: int) -> bool:
    return any(row.id == position for row in store.recorder.select_notifications(position, 1))
