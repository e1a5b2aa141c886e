"""Whole matches of Villainous by bots that answer by chance, in memory, one process: two players and six."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from domain.games import GAMES
from domain.model import Fact
from replays.bots import players as bots

from . import sample
from .figure import Figure, Target, at_least
from .ground import Ground
from .rounds import Reading, per_second, side_by_side

VILLAINOUS = GAMES["villainous"]
RULES = VILLAINOUS.make_rules(sample.LIBRARY.cards("villainous").book)

TARGETS: dict[str, tuple[Target, ...]] = {
    "matches/s": (),
    "answers/s": (),
    "facts/s": (at_least(50_000),),
}

LONGEST = 1_000
"""After so many answers a match is left as it stands: chance alone may never reach an objective."""


def played(seed: int, seats: int) -> list[Fact]:
    """Returns the facts of a match, or of its first part."""
    try:
        return bots.play_match(VILLAINOUS, RULES, str(seed), [bots.random] * seats, {}, max_answers=LONGEST)
    except bots.EndlessMatch as endless:
        return list(endless.facts)


def measure(ground: Ground) -> list[Figure]:
    """Measures matches, answers and facts a second."""
    few, many = side_by_side(ground.rounds, *(_at(seats, ground.seconds) for seats in (2, 6)))
    return [
        Figure(f"Villainous, {seats} players, decide in memory", read[unit], unit, targets=TARGETS[unit])
        for seats, read in ((2, few), (6, many))
        for unit in TARGETS
    ]


def _at(seats: int, seconds: float) -> Callable[[], Reading]:
    seeds = count()

    def play() -> dict[str, int]:
        facts = played(next(seeds), seats)
        return {"matches": 1, "facts": len(facts), "answers": sum(map(sample.is_answer, facts))}

    return lambda: per_second(play, seconds)
