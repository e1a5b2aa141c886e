"""Endpoints with the tiles of the log of heads, for mirrors (C2SP tlog-tiles)."""

from __future__ import annotations

from flask import Response

from ...http.heavy import heavy
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag
from ..tiles import Tiles, read_place

tiles = Resource("tiles", Tag.PROOFS)

BYTES = "application/octet-stream"
FOREVER = "public, max-age=31536000, immutable"


@tiles.get("/tile/<int:level>/<path:place>")
@heavy
@tiles.returns(200, "Tile", BYTES)
@tiles.errors(404, 422, 503)
def get_tile(level: int, place: str) -> Response:
    """Get a tile of hashes.

    It has up to 256 hashes of a level of the log, of 32 bytes each. Level 0 has the leaves, and each hash
    above covers a full tile. The log takes a head as soon as the public may see its facts.
    """
    return _reply(Tiles(services()).read_hashes(level, read_place(place)))


@tiles.get("/tile/entries/<path:place>")
@heavy
@tiles.returns(200, "Entries", BYTES)
@tiles.errors(404, 422, 503)
def get_tile_entries(place: str) -> Response:
    """Get the entries of a tile.

    Each entry has its length before it, in two bytes. A tile with a head of a private match or of a fork has
    no public entries.
    """
    return _reply(Tiles(services()).read_entries(read_place(place)))


def _reply(body: bytes) -> Response:
    return Response(body, headers={"Cache-Control": FOREVER}, content_type=BYTES)
