"""Boards with unknown cards, from which a recording starts or goes on.

The unknown cards of one owner are one hidden choice: an order of the cards that nobody has seen, of which the
first take the unknown places. The board holds the first options of that choice in their order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..decider import Position
from ..model import CHANCE, Asked
from ..position import UNKNOWN
from ..rules import Rules
from ..sheets.unknowns import PartialPosition, check_surplus, fill_position, find_piles
from ..snapshot import Snapshot, restore_position


class Start(NamedTuple):
    """A position, and the hidden choices of its unknown cards, which hold their first options."""

    position: Position[Any]
    unknowns: tuple[Asked, ...] = ()


def restore_start(rules: Rules[Any, Any], snapshot: Snapshot, seq: int) -> Start:
    """Returns the start of *snapshot*, as after fact *seq*; `?` in it are unknown cards.

    The numbers of its own facts mean nothing. Raises `Unreadable`, and `Unplayable` when no match can go on
    from there.
    """
    partial = find_piles(snapshot.position, rules.pile_cards)
    check_surplus(partial)
    filled = Snapshot(fill_position(partial).text, snapshot.lines)
    position = restore_position(rules, filled, seq, of_other_match=True)
    return Start(position, tuple(_hidden_choices(partial)))


def _hidden_choices(partial: PartialPosition) -> list[Asked]:
    counts: dict[tuple[str, ...], int] = {}
    for pile, unseen in zip(partial.piles, partial.unseen, strict=True):
        counts[unseen] = counts.get(unseen, 0) + pile.items.count(UNKNOWN)
    return [
        Asked(CHANCE, "unknown", cards, count, count, sight="secret")
        for cards, count in counts.items()
        if count
    ]
