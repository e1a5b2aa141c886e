"""Inclusion proofs in the log of heads, a Merkle tree (RFC 9162)."""

from __future__ import annotations

from collections.abc import Iterable

from .encoding import canonical, sha256


def leaf_of(match: str, seq: int, head: str) -> bytes:
    """Returns the leaf hash of a head."""
    return sha256(b"\0", canonical({"match": match, "seq": seq, "head": head}))


def included(hash: bytes, leaf: int, size: int, path: Iterable[bytes], root: bytes) -> bool:
    """Returns whether a proof leads from the leaf *hash* to the *root*."""
    if not 0 <= leaf < size:
        return False
    at, last = leaf, size - 1
    for sibling in path:
        if last == 0:
            return False
        if at % 2 or at == last:
            hash = sha256(b"\1", sibling, hash)
            while at % 2 == 0 and at != 0:
                at, last = at // 2, last // 2
        else:
            hash = sha256(b"\1", hash, sibling)
        at, last = at // 2, last // 2
    return last == 0 and hash == root
