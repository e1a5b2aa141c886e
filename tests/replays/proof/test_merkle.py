"""The Merkle log agrees with RFC 9162 as it is written there, and proofs show what they show and no more."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import pytest

from replays.proof import merkle

from .signers import SigningService

SIZES = range(1, 71)

EIGHT = "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"
"""The entries that implementations of RFC 6962 are commonly tested with."""
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
"""The roots of the first one, two, … of them."""


# -- the RFC's own words, written down here and nowhere else -------------------------------------------


def mth(entries: Sequence[bytes]) -> bytes:
    """MTH of 2.1.1."""
    if len(entries) <= 1:
        return sha256(b"\x00" + entries[0] if entries else b"").digest()
    k = split(len(entries))
    return sha256(b"\x01" + mth(entries[:k]) + mth(entries[k:])).digest()


def path(m: int, entries: Sequence[bytes]) -> list[bytes]:
    """PATH of 2.1.3.1."""
    if len(entries) == 1:
        return []
    k = split(len(entries))
    if m < k:
        return [*path(m, entries[:k]), mth(entries[k:])]
    return [*path(m - k, entries[k:]), mth(entries[:k])]


def subproof(m: int, entries: Sequence[bytes], whole: bool) -> list[bytes]:
    """SUBPROOF of 2.1.4.1."""
    if m == len(entries):
        return [] if whole else [mth(entries)]
    k = split(len(entries))
    if m <= k:
        return [*subproof(m, entries[:k], whole), mth(entries[k:])]
    return [*subproof(m - k, entries[k:], False), mth(entries[:k])]


def split(n: int) -> int:
    """The largest power of two smaller than *n*."""
    k = 1
    while k * 2 < n:
        k *= 2
    return k


# -- trees ---------------------------------------------------------------------------------------------


ENTRIES = [f"entry {n}".encode() for n in range(SIZES[-1])]


@pytest.fixture(scope="module")
def logs() -> list[SigningService]:
    """A log of each size."""
    return [filled(ENTRIES[:size]) for size in SIZES]


def filled(entries: Sequence[bytes]) -> SigningService:
    service = SigningService()
    for entry in entries:
        service.add(entry)
    return service


def test_the_root_of_every_size_is_that_of_the_rfc(logs: list[SigningService]) -> None:
    for log in logs:
        assert merkle.tree_root(log.node, log.size) == mth(ENTRIES[: log.size])
    assert merkle.tree_root(SigningService().node, 0) == mth([])


def test_a_long_log_remembers_the_roots_it_had(logs: list[SigningService]) -> None:
    longest = logs[-1]
    assert [merkle.tree_root(longest.node, size) for size in SIZES] == [mth(ENTRIES[:size]) for size in SIZES]


def test_the_roots_that_are_known_in_public() -> None:
    log = filled([bytes.fromhex(entry) for entry in EIGHT])
    assert [merkle.tree_root(log.node, size).hex() for size in range(1, 9)] == list(ROOTS)


def test_every_inclusion_proof_is_that_of_the_rfc_and_holds(logs: list[SigningService]) -> None:
    for log in logs:
        root = mth(ENTRIES[: log.size])
        for index in range(log.size):
            proof = merkle.prove_inclusion(log.node, index, log.size)
            assert proof == path(index, ENTRIES[: log.size])
            assert merkle.verify_inclusion(merkle.leaf_hash(ENTRIES[index]), index, log.size, proof, root)


def test_every_consistency_proof_is_that_of_the_rfc_and_holds(logs: list[SigningService]) -> None:
    longest = logs[-1]
    for new in SIZES:
        after = mth(ENTRIES[:new])
        for old in range(1, new + 1):
            proof = merkle.prove_consistency(longest.node, old, new)
            assert proof == subproof(old, ENTRIES[:new], True)
            assert merkle.verify_consistency(old, new, mth(ENTRIES[:old]), after, proof)


# -- proofs that prove nothing -------------------------------------------------------------------------


def spoilt(proof: Sequence[bytes]) -> list[list[bytes]]:
    """Returns *proof* with a hash altered, left out, doubled, and one put before and behind."""
    other = sha256(b"another").digest()
    ways = [[other, *proof], [*proof, other]]
    for n in range(len(proof)):
        ways += [
            [*proof[:n], other, *proof[n + 1 :]],
            [*proof[:n], *proof[n + 1 :]],
            [*proof[: n + 1], *proof[n:]],
        ]
    return ways


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 11, 64, 70])
def test_an_inclusion_proof_shows_nothing_else(logs: list[SigningService], size: int) -> None:
    log, root = logs[size - 1], mth(ENTRIES[:size])
    for index in range(size):
        hash, proof = merkle.leaf_hash(ENTRIES[index]), merkle.prove_inclusion(log.node, index, size)
        assert not any(merkle.verify_inclusion(hash, index, size, other, root) for other in spoilt(proof))
        assert not any(
            merkle.verify_inclusion(hash, n, size, proof, root) for n in range(-1, size + 2) if n != index
        )
        assert not merkle.verify_inclusion(merkle.leaf_hash(b"forged"), index, size, proof, root)
        assert not merkle.verify_inclusion(hash, index, size, proof, mth(ENTRIES[: size - 1]))


@pytest.mark.parametrize("size", [2, 3, 7, 8, 11, 64, 70])
def test_a_consistency_proof_shows_nothing_else(logs: list[SigningService], size: int) -> None:
    log, after = logs[size - 1], mth(ENTRIES[:size])
    forged = mth([b"forged", *ENTRIES[1:size]])
    for old in range(1, size):
        before, proof = mth(ENTRIES[:old]), merkle.prove_consistency(log.node, old, size)
        assert not any(merkle.verify_consistency(old, size, before, after, other) for other in spoilt(proof))
        assert not merkle.verify_consistency(old, size, before, forged, proof)
        assert not merkle.verify_consistency(old, size, mth([b"forged", *ENTRIES[1:old]]), after, proof)
        assert not merkle.verify_consistency(size, old, after, before, proof)
    assert not merkle.verify_consistency(0, size, merkle.EMPTY, after, [])
    assert not merkle.verify_consistency(size, size, after, forged, [])
