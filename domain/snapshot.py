"""Where a game stands, as text: the position its effect began from, and all that was said of it since.

A position of the notation tells a board between two effects. With the facts of the effect under way it tells
any moment of a match; studies, forks and rewinds begin from one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from . import decider
from .decider import Position, Rules
from .notation import read_fact, write_fact
from .script import B, K


class Standing(NamedTuple):
    """A moment of a game: a position in notation, and the facts of the effect under way as lines."""

    position: str
    told: tuple[str, ...] = ()


def tell(write: Callable[[Any], str], p: Position[B]) -> Standing:
    """Returns where *p* stands; *write* is the game's notation of positions."""
    if p.running is None:
        return Standing(write(p.board))
    return Standing(write(p.running.base), tuple(write_fact(fact) for fact in p.running.told))


def stand(rules: Rules[B, K], standing: Standing, seq: int, *, elsewhere: bool = False) -> Position[B]:
    """Returns the position that *standing* tells, as it stands after fact *seq* of some match.

    What was said *elsewhere*, in another match, has numbers that mean nothing in this one: all of it counts
    as fact *seq*, which tells it. Raises `Unreadable`, and `Unplayable` when no match can go on
    from there.
    """
    p: Position[B] = Position(rules.load_study(standing.position).board)
    for line in standing.told:
        fact = read_fact(line, rules.vocabulary)
        p = decider.evolve(rules, p, replace(fact, seq=seq, cause=seq) if elsewhere else fact)
    return replace(p, seq=seq)


def at_rest(p: Position[B]) -> bool:
    """Tells whether nothing is happening just now, so that a game can go on from *p*."""
    return p.running is None or p.pending is not None
