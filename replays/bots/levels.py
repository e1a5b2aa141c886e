"""Search bots with different budgets."""

from __future__ import annotations

from random import Random
from typing import Any

from domain.games import Game
from domain.model import Asked, Picks
from domain.rules import Rules
from domain.table import Match

from .budget import Budget
from .candidates import declining_answer, guess_answer
from .search import Search


class SearchBot:
    """A bot with a budget of positions and processor seconds for each answer.

    Positions decide, so that the same seed plays the same match. Seconds stop very slow effects.
    """

    def __init__(self, name: str, positions: int, seconds: float) -> None:
        self.__name__, self.positions, self.seconds = name, positions, seconds

    def __call__(
        self, game: Game, rules: Rules[Any, Any], match: Match[Any], question: Asked, rng: Random
    ) -> Picks:
        """Returns the best answer of a search; without sampled worlds it declines or guesses."""
        if len(question.options) == question.least == 1:
            return question.options
        budget = Budget(self.positions, self.seconds)
        search = Search(game, rules, match.position, question, rng, budget)
        edges = search.run()
        if edges:
            return edges[0].picks
        declined = declining_answer(question)
        return guess_answer(question, rng) if declined is None else declined


SEARCH_BOTS = (SearchBot("quick", 600, 0.2), SearchBot("steady", 2_000, 0.5), SearchBot("deep", 6_000, 0.95))
"""The levels; the last one answers within a second."""
