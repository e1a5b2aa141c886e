"""Players who think ahead: the same search, with more or less to spend on an answer."""

from __future__ import annotations

from random import Random
from typing import Any

from domain.decider import Rules
from domain.games import Game
from domain.model import Asked, Picks
from domain.table import Match

from .budget import Budget
from .candidates import declining, guess
from .search import Search


class Thinker:
    """A player who looks at so many positions before an answer, and takes so many seconds of the processor.

    Positions are what counts, so that the same seed plays the same match; the seconds are for machines, and
    for effects, so slow that they would never come to that.
    """

    def __init__(self, name: str, positions: int, seconds: float) -> None:
        self.__name__, self.positions, self.seconds = name, positions, seconds

    def __call__(
        self, game: Game, rules: Rules[Any, Any], match: Match[Any], asked: Asked, luck: Random
    ) -> Picks:
        """Answers as a search finds best; where its seat cannot tell what goes on, it declines or guesses."""
        if len(asked.options) == asked.least == 1:
            return asked.options
        budget = Budget(self.positions, self.seconds)
        search = Search(game, rules, match.position, asked, luck, budget)
        found = search.run()
        if found:
            return found[0].picks
        declined = declining(asked)
        return guess(asked, luck) if declined is None else declined


THINKERS = (Thinker("quick", 600, 0.2), Thinker("steady", 2_000, 0.5), Thinker("deep", 6_000, 0.95))
"""The levels. A quiet second is enough for 6,000 positions of Villainous and 12,000 of Sorcerer's Arena.

The last is to take a second at most, with what is begun when its time is over.
"""
