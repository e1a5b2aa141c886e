"""Mirrors read the log as tiles, which lead to the signed root."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from replays.proof import merkle, notes
from service.bootstrap import Services
from service.proofs.tiles import read_place, write_index
from tests.service.client import Api


@pytest.mark.parametrize(
    ("index", "text"), [(0, "000"), (67, "067"), (1000, "x001/000"), (1234067, "x001/x234/067")]
)
def test_an_index_is_written_in_groups_of_three_digits(index: int, text: str) -> None:
    assert write_index(index) == text
    assert read_place(text) == (index, 256)
    assert read_place(f"{text}.p/17") == (index, 17)


@pytest.mark.parametrize(
    "place",
    [
        "0",
        "0000",
        "x000/001",
        "001/002",
        "000.p/0",
        "000.p/256",
        "000.p/007",
        "000/",
        "\u0660\u0660\u0660",
        "x" * 99,
    ],
)
def test_no_other_place_is_a_tile(api: Api, place: str) -> None:
    for kind in ("0", "entries"):
        assert api.get(f"/api/v1/tile/{kind}/{place}").status_code == 404


def entries(reply: TestResponse) -> Iterator[dict[str, Any]]:
    """Yields the entries of a tile."""
    data = reply.data
    while data:
        size = int.from_bytes(data[:2])
        yield msgspec.json.decode(data[2 : 2 + size])
        data = data[2 + size :]


def grown(api: Api, services: Services) -> int:
    """Lets the log grow over its first full tile; returns its size."""
    while services.evidence.seal_heads() < 260:
        services.matches.open_match("arena", {"chapter": 1}, 2)
    size = services.evidence.seal_heads()
    assert 256 < size < 512
    return size


def test_tiles_lead_to_the_signed_root(api: Api, services: Services) -> None:
    size = grown(api, services)
    full, rest = api.get("/api/v1/tile/0/000"), api.get(f"/api/v1/tile/0/001.p/{size - 256}")
    assert full.content_type == "application/octet-stream"
    assert full.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    leaves = [(full.data + rest.data)[at : at + 32] for at in range(0, 32 * size, 32)]
    above = api.get("/api/v1/tile/1/000.p/1").data
    assert above == merkle.subtree_hash(leaves[:256])
    nodes: dict[tuple[int, int], bytes] = {}
    for index, leaf in enumerate(leaves):
        for level, place, hash in merkle.completed_subtrees(lambda *at: nodes[at], index, leaf):
            nodes[level, place] = hash
    note = api.get("/api/v1/checkpoint").text
    checkpoint = notes.read_checkpoint(note, services.evidence.public_keys())
    assert (checkpoint.size, checkpoint.root) == (size, merkle.tree_root(lambda *at: nodes[at], size))
    bundle = [*entries(api.get("/api/v1/tile/entries/000"))]
    hashes = [merkle.leaf_hash(msgspec.json.encode(entry, order="sorted")) for entry in bundle]
    assert hashes == leaves[:256]


def test_a_tile_that_is_not_full_yet_is_none(api: Api, services: Services) -> None:
    api.seat_pair()
    size = services.evidence.seal_heads()
    assert api.get(f"/api/v1/tile/0/000.p/{size}").status_code == 200
    for missing in (f"0/000.p/{size + 1}", "0/000", "0/001.p/1", "1/000.p/1", "7/000", "63/000", "99/000"):
        assert api.get(f"/api/v1/tile/{missing}").status_code == 404
    assert api.get("/api/v1/tile/entries/000").status_code == 404


def test_entries_of_private_matches_are_not_shown(api: Api, services: Services) -> None:
    api.opens(private=True)
    size = services.evidence.seal_heads()
    assert api.get(f"/api/v1/tile/0/000.p/{size}").status_code == 200
    assert api.get(f"/api/v1/tile/entries/000.p/{size}").status_code == 404
