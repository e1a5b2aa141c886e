"""Proofs of inclusion and consistency for the log of all heads."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from domain.messages import Message

from . import merkle, notes
from .chain import canonical_json
from .notes import Checkpoint, Key, Unsigned

MAX_PROOF_HASHES = 63
"""Hashes of a consistency proof, by C2SP's protocol of witnesses."""
_SIZE = re.compile("0|[1-9][0-9]{0,15}")


class Logged(Struct, frozen=True, forbid_unknown_fields=True):
    """An inclusion proof of a match's head in the log.

    The `head` of fact `seq` is leaf number `leaf` of a log of `size` leaves. `path` are the sibling hashes
    from the leaf upwards, in hex.
    """

    seq: int
    head: str
    leaf: int
    size: int
    path: tuple[str, ...]

    def is_in(self, match: str, checkpoint: Checkpoint) -> bool:
        """Returns whether this proves that the head of *match* is in the log of *checkpoint*."""
        try:
            path = [bytes.fromhex(hash) for hash in self.path]
        except ValueError:
            return False
        hash = merkle.leaf_hash(leaf_data(match, self.seq, self.head))
        return merkle.verify_inclusion(hash, self.leaf, checkpoint.size, path, checkpoint.root)


def leaf_data(match: str, seq: int, head: str) -> bytes:
    """Returns the log's entry of a head, the canonical JSON of match, seq and hash (hex)."""
    return canonical_json({"match": match, "seq": seq, "head": head})


class ConsistencyProof(NamedTuple):
    """A signed checkpoint with the proof that it extends a log of `old` heads, if any."""

    note: str
    old: int = 0
    proof: tuple[bytes, ...] = ()

    def __str__(self) -> str:
        """Returns the text format of C2SP's witnesses with size, proof, an empty line and checkpoint."""
        lines = [f"old {self.old}", *(b64encode(hash).decode() for hash in self.proof)]
        return "\n".join(lines) + "\n\n" + self.note


def read_proof(text: str) -> ConsistencyProof:
    """Returns the checkpoint in *text*, with or without a proof; raises `Unsigned`."""
    if not text.startswith("old "):
        return ConsistencyProof(text)
    header, _, note = text.partition("\n\n")
    size, *proof = header.removeprefix("old ").split("\n")
    try:
        if not _SIZE.fullmatch(size) or len(proof) > MAX_PROOF_HASHES:
            raise ValueError(header.partition("\n")[0][:80])
        return ConsistencyProof(note, int(size), tuple(b64decode(hash, validate=True) for hash in proof))
    except ValueError as error:
        raise Unsigned(Message("This is no proof that a log grew: {error}.", error=str(error))) from error


def find_inconsistency(checkpoints: Sequence[ConsistencyProof], keys: Iterable[Key]) -> Message | None:
    """Returns the inconsistency of *checkpoints*, or `None`.

    Raises `Unsigned` unless one of *keys* signed each.
    """
    keys = tuple(keys)
    signed = [(notes.read_checkpoint(proof.note, keys), proof) for proof in checkpoints]
    signed.sort(key=lambda pair: pair[0].size)
    for (before, _), (after, _) in pairwise(signed):
        if before.size == after.size and before.root != after.root:
            return Message(
                "Two checkpoints tell different roots of the log of {size} heads: "
                "the service has signed two histories.",
                size=after.size,
            )
    by_size = {checkpoint.size: checkpoint for checkpoint, _ in signed if checkpoint.size}
    for size, after in list(by_size.items())[1:]:
        proofs = [
            proof
            for checkpoint_, proof in signed
            if checkpoint_.size == size and proof.old in by_size.keys() - {size}
        ]
        if not proofs:
            return Message(
                "Nothing shows that the log of {size} heads begins with that of {old}.",
                size=size,
                old=min(by_size),
            )
        for proof in proofs:
            if not merkle.verify_consistency(
                proof.old, size, by_size[proof.old].root, after.root, proof.proof
            ):
                return Message(
                    "The log of {size} heads does not begin with that of {old}, by the proof given.",
                    size=size,
                    old=proof.old,
                )
    return None
