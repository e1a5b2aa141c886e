"""Evidence: what the house signs for what it keeps. Heads, receipts, and the Merkle log of all heads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from domain.core import Rules
from domain.table import MatchOpened
from domain.words import Fact
from replays.proof import merkle, notes, receipts
from replays.proof.canonical import canonical
from replays.proof.chain import GENESIS, Sealer
from replays.proof.notes import Checkpoint, Key
from replays.proof.receipts import Receipt

from .keys import Keyring
from .recorders.heads import Hash, Head
from .shelf import Shelf
from .store import Conflict, Store

LIVE = 1024
"""How many heads a process remembers."""
BATCH = 1000
"""How many heads are taken into the log at once."""


class NoSuchSize(LookupError):
    """The log was never that long, or is not yet."""


class Inclusion(NamedTuple):
    """That a head is in the log: which leaf, of how many, and the hashes beside its way to the root."""

    seq: int
    head: str
    leaf: int
    size: int
    path: list[bytes]


class Evidence:
    """The signed side of a store. Threads may share it."""

    def __init__(self, store: Store, keys: Keyring, origin: str) -> None:
        self._store, self._keys, self._origin = store, keys, origin
        self._heads: Shelf[tuple[int, str]] = Shelf(LIVE)

    # -- the chain of a match ----------------------------------------------------------------------------

    def head(self, match: str, rules: Rules[Any, Any], opened: MatchOpened, facts: Sequence[Fact]) -> str:
        """Returns the head that *facts*, about to be appended to *match*, lead to."""
        before = facts[0].seq - 1
        sealer = Sealer(match, rules, opened)
        known = self._heads.get(match)
        last = known[1] if known is not None and known[0] == before else self._last(match, sealer, before)
        *_, head = sealer.heads(facts, last)
        return head

    def _last(self, match: str, sealer: Sealer, seq: int) -> str:
        """Returns the hash of fact *seq*: as it was recorded, and else made anew from the facts."""
        if not seq:
            return GENESIS
        recorded = self._store.tree.last_head(match)
        if recorded is not None and recorded.seq == seq:
            return recorded.head.hex()
        *_, head = sealer.heads(self._store.facts(match, 0, seq))
        return head

    def appended(self, match: str, seq: int, head: str) -> None:
        """Remembers the head of *match*, which stands in the store now."""
        self._heads.put(match, (seq, head), unless=lambda kept: kept[0] > seq)

    def receipt(self, match: str, seq: int, head: str, at: int) -> Receipt:
        """Returns the receipt of a write, signed."""
        return receipts.give(match, seq, head, at, *self._signer)

    @cached_property
    def _signer(self) -> tuple[Key, Any]:
        return self._keys.signers()[0]

    def keys(self) -> list[Key]:
        """Returns the public keys of the house, the one in use first."""
        return [signer.key for signer in self._keys.signers()]

    # -- the log of all heads ----------------------------------------------------------------------------

    def seal(self) -> int:
        """Takes all heads into the log that are not there yet; returns how many it holds."""
        while True:
            size, position = self._store.tree.sealed()
            heads = self._store.tree.heads(position, BATCH)
            if not heads:
                return size
            try:
                self._store.grow(self._grown(size, heads))
            except Conflict:  # another process is sealing too
                continue

    def _grown(self, size: int, heads: Sequence[Head]) -> list[Hash]:
        fresh: dict[tuple[int, int], bytes] = {}
        grown: list[Hash] = []

        def node(level: int, place: int) -> bytes:
            return fresh.get((level, place)) or self._store.tree.node(level, place)

        for count, head in enumerate(heads, size):
            for level, place, hash in merkle.grow(node, count, merkle.leaf(entry(head))):
                fresh[level, place] = hash
                grown.append(Hash(level, place, hash, None if level else head.position))
        return grown

    def checkpoint(self) -> str:
        """Returns how long the log is and its root, as a note signed with every key of the house."""
        size = self.seal()
        told = Checkpoint(self._origin, size, merkle.root(self._store.tree.node, size))
        return notes.sign(told.text, self._keys.signers())

    def inclusion(self, match: str, seq: int) -> Inclusion | None:
        """Returns the proof that the first head with fact *seq* of *match* in it is in the log."""
        size = self.seal()
        head = self._store.tree.head_from(match, seq)
        leaf = self._store.tree.leaf_at(head.position) if head is not None else None
        if head is None or leaf is None:
            return None
        path = merkle.inclusion(self._store.tree.node, leaf, size)
        return Inclusion(head.seq, head.head.hex(), leaf, size, path)

    def consistency(self, old: int, new: int | None = None) -> list[bytes]:
        """Returns the proof that the log of *new* heads, all by default, begins with that of *old*.

        Raises `NoSuchSize`.
        """
        size = self.seal()
        new = size if new is None else new
        if not 0 < old <= new <= size:
            raise NoSuchSize(f"The log holds {size} heads: there is no proof from {old} to {new}.")
        return merkle.consistency(self._store.tree.node, old, new)


def entry(head: Head) -> bytes:
    """Returns what of *head* is an entry of the log: canonical JSON of match, seq and hash."""
    return canonical({"match": head.match, "seq": head.seq, "head": head.head.hex()})
