"""Tiles of the log of heads for mirrors, in the form of C2SP (tlog-tiles)."""

from __future__ import annotations

import re
from typing import NamedTuple

from domain.errors import LocalizableError
from domain.messages import Message
from domain.table import MatchOpened
from domain.table.recordings.public_access import find_first_scribe, stays_closed

from ..database.heads import Leaf
from ..eventstore.store import Store, translate_errors
from ..evidence.late_heads import log_entry
from ..evidence.service import LOG, Evidence
from ..shared.registry import Registry

HEIGHT = 8
WIDTH = 1 << HEIGHT
"""Hashes of a full tile."""
LOOKAHEAD_FACTS = 16
"""Facts in one read during the search for a scribe."""
_PLACE = re.compile(r"((?:x\d{3}/)*\d{3})(?:\.p/([1-9]\d{0,2}))?", re.ASCII)


class UnknownTile(LocalizableError, LookupError):
    """The log has no such tile."""

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
        self._require_sealed((first + place.width) << height)
        hashes = self._tree.list_nodes(height, first, place.width)
        if len(hashes) < place.width:
            raise _unknown_tile()
        return b"".join(hashes)

    @translate_errors(LOG)
    def read_entries(self, place: Place) -> bytes:
        """Returns the entries of a tile, each after its length in two bytes.

        Raises `UnknownTile`, also for a tile with a head of a match that is closed to the public.
        """
        first = place.number * WIDTH
        self._require_sealed(first + place.width)
        entries: list[bytes] = []
        for leaf in self._tree.list_leaves(first, place.width):
            if leaf.head is None or self._is_closed(leaf):
                raise _unknown_tile()
            entry = log_entry(leaf.head)
            entries.append(len(entry).to_bytes(2) + entry)
        return b"".join(entries)

    def _require_sealed(self, end: int) -> None:
        """Raises `UnknownTile` unless the log has *end* heads."""
        if end > self._services[Evidence].seal_heads():
            raise _unknown_tile()

    def _is_closed(self, leaf: Leaf) -> bool:
        opened = self._find_opening(leaf)
        if opened is None or leaf.head is None:
            return False
        return stays_closed(opened) or (opened.source == "table" and not self._has_scribe(leaf.head.match))

    def _has_scribe(self, match: str) -> bool:
        """Returns whether a real table has had a scribe."""
        last = 0
        while facts := self._services[Store].facts(match, last, last + LOOKAHEAD_FACTS):
            if find_first_scribe(facts):
                return True
            last = facts[-1].seq
        return False

    def _find_opening(self, leaf: Leaf) -> MatchOpened | None:
        """Returns the opening of the match of *leaf*, or `None` for another record."""
        facts = self._services[Store].facts(leaf.head.match, 0, 1) if leaf.head else []
        event = facts[0].event if facts else None
        return event if isinstance(event, MatchOpened) else None


def _unknown_tile() -> UnknownTile:
    return UnknownTile(Message("The log has no such tile."))
