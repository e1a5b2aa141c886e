"""Snapshots of games as text, from which studies, forks and rewinds start.

The notation of a position describes a board between two effects. A snapshot adds the facts of the effect in
progress.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from . import decider
from .decider import Position
from .notation import read_fact, write_fact
from .rules import Rules
from .script import B, K


class Snapshot(NamedTuple):
    """A position in notation, and the facts of the effect in progress as lines."""

    position: str
    lines: tuple[str, ...] = ()


def take_snapshot(write_board: Callable[[Any], str], p: Position[B]) -> Snapshot:
    """Returns the snapshot of *p*; *write_board* is the game's notation of positions."""
    if p.running is None:
        return Snapshot(write_board(p.board))
    return Snapshot(write_board(p.running.base), tuple(write_fact(fact) for fact in p.running.facts))


def restore_position(
    rules: Rules[B, K], snapshot: Snapshot, seq: int, *, of_other_match: bool = False
) -> Position[B]:
    """Returns the position of *snapshot*, numbered as after fact *seq* of a match.

    The numbers of facts *of_other_match* mean nothing in this one: all of them count as fact *seq*, which
    contains the snapshot. Raises `Unreadable`, and `Unplayable` when no match can go on from there.
    """
    p: Position[B] = Position(rules.load_study(snapshot.position).board)
    for line in snapshot.lines:
        fact = read_fact(line, rules.vocabulary)
        p = decider.evolve(rules, p, replace(fact, seq=seq, cause=seq) if of_other_match else fact)
    return replace(p, seq=seq)


def is_resumable(p: Position[B]) -> bool:
    """Returns whether no effect is running, or it waits for an answer."""
    return p.running is None or p.pending is not None
