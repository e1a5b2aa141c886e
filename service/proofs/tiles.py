"""Tiles of the log of heads for mirrors, in the form of C2SP (tlog-tiles).

They end before the first head that a delay hides from the public. A hash that confirms a guess would show it.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import NamedTuple

from domain.errors import LocalizableError
from domain.messages import Message
from domain.table import MatchOpened
from projections.versions import VersionedViews
from projections.view_store import CheckpointConflict

from ..database.heads import Leaf
from ..eventstore.store import Store, translate_errors
from ..evidence.service import LOG, Evidence, log_entry
from ..matches.repository import SPECTATOR
from ..matches.viewing.access import Access
from ..shared.registry import Registry

NAME = "tiles"
"""The name in the views. Its position there is the number of heads that are public for sure."""
HEIGHT = 8
WIDTH = 1 << HEIGHT
"""Hashes of a full tile."""
BATCH_SIZE = 1000
MAX_SCANNED = 20 * BATCH_SIZE
"""The most heads that one request looks through. A mirror that starts at the first tile needs fewer."""
_PLACE = re.compile(r"((?:x\d{3}/)*\d{3})(?:\.p/([1-9]\d{0,2}))?", re.ASCII)


class UnknownTile(LocalizableError, LookupError):
    """The log has no such tile, or the public may not see it yet."""

    slug = "unknown-tile"


class Place(NamedTuple):
    """The number of a tile in its level, from 0, and its width in hashes."""

    number: int
    width: int


def read_place(text: str) -> Place:
    """Returns the place in *text*, such as `x001/234` or `567.p/8`. Raises `UnknownTile`."""
    match_ = _PLACE.fullmatch(text)
    index = int(match_[1].replace("x", "").replace("/", "")) if match_ and len(match_[1]) < 20 else -1
    if match_ is None or write_index(index) != match_[1] or int(match_[2] or 1) >= WIDTH:
        raise UnknownTile(Message("“{place}” is no place of a tile.", place=text[:80]))
    return Place(index, int(match_[2] or WIDTH))


def write_index(index: int) -> str:
    """Returns *index* in groups of three digits, all but the last with an `x` before them."""
    digits = str(index)
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    *groups, last = (digits[at : at + 3] for at in range(0, len(digits), 3))
    return "".join(f"x{group}/" for group in groups) + last


class Tiles:
    """The tiles that the public may see."""

    def __init__(self, services: Registry) -> None:
        self._services = services
        self._tree = services[Store].tree

    @translate_errors(LOG)
    def read_hashes(self, level: int, place: Place) -> bytes:
        """Returns the hashes of a tile. Raises `UnknownTile`."""
        first, height = place.number * WIDTH, HEIGHT * level
        self._require_public((first + place.width) << height)
        hashes = self._tree.list_nodes(height, first, place.width)
        if len(hashes) < place.width:
            raise _unknown_tile()
        return b"".join(hashes)

    @translate_errors(LOG)
    def read_entries(self, place: Place) -> bytes:
        """Returns the entries of a tile, each after its length in two bytes.

        Raises `UnknownTile`, also for a tile with a head of a private match or of a fork.
        """
        first = place.number * WIDTH
        self._require_public(first + place.width)
        entries: list[bytes] = []
        for leaf in self._tree.list_leaves(first, place.width):
            if leaf.head is None or self._is_closed(leaf):
                raise _unknown_tile()
            entry = log_entry(leaf.head)
            entries.append(len(entry).to_bytes(2) + entry)
        return b"".join(entries)

    def _require_public(self, end: int) -> None:
        """Raises `UnknownTile` unless the first *end* heads are public."""
        self._services[Evidence].seal_heads()
        size, _ = self._tree.tree_end()
        if end > size or end > self._count_public(size, end):
            raise _unknown_tile()

    def _count_public(self, size: int, needed: int) -> int:
        """Returns a number of public heads at the start of the log, *needed* ones or more if there are."""
        views = self._services[VersionedViews]
        if (start := views.position(NAME)) > size:  # of a log that was there before
            views.clear(NAME)
            start = 0
        count = start
        while count < min(needed, start + MAX_SCANNED):
            leaves = self._tree.list_leaves(count, BATCH_SIZE)
            hidden = next((leaf.leaf_index for leaf in leaves if self._is_hidden(leaf)), None)
            count = hidden if hidden is not None else count + len(leaves)
            if hidden is not None or not leaves:
                break
        if count > start:
            with suppress(CheckpointConflict):  # another process has counted as well
                views.save(NAME, {}, start, count)
        return count

    def _is_hidden(self, leaf: Leaf) -> bool:
        """Returns whether a delay hides the head of *leaf*."""
        opened = self._find_opening(leaf)
        if leaf.head is None or opened is None or opened.delay is None:
            return False
        last = self._services[Access].window(leaf.head.match, SPECTATOR).last
        return last is not None and leaf.head.seq > last

    def _is_closed(self, leaf: Leaf) -> bool:
        opened = self._find_opening(leaf)
        return opened is not None and (opened.private or bool(opened.origin))

    def _find_opening(self, leaf: Leaf) -> MatchOpened | None:
        """Returns the opening of the match of *leaf*, or `None` for another record."""
        facts = self._services[Store].facts(leaf.head.match, 0, 1) if leaf.head else []
        event = facts[0].event if facts else None
        return event if isinstance(event, MatchOpened) else None


def _unknown_tile() -> UnknownTile:
    return UnknownTile(Message("The log has no such tile, or not all of its heads are public yet."))
