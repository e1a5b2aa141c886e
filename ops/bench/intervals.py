"""Intervals of a review: how many hold the mean of what many searches of the same question find."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import mean
from typing import Any

from domain import table
from domain.games import GAMES, Game
from domain.model import CHANCE
from replays.analysis.estimates import Estimate, estimate_chances
from replays.analysis.review import REVIEW_LEVELS
from replays.bots import players as bots
from replays.bots.budget import Budget
from replays.bots.greedy_bot import greedy
from replays.bots.search import Search
from replays.playback.replay import Replay
from service.catalog.cardsets import packaged

from .figure import Figure, at_least
from .ground import Ground

QUESTIONS, SEARCHES = 20, 8
"""So many questions of a match, and so many searches of each, that know nothing of each other."""

OPTIONS: dict[str, dict[str, Any]] = {"arena": {"chapter": 4}, "villainous": {}}


def measure(_: Ground) -> list[Figure]:
    """Measures a match of each game; by positions looked at, and so the same on every machine."""
    return [_held(game) for name, game in GAMES.items() if name in OPTIONS]


def _held(game: Game) -> Figure:
    held = [
        low <= mean(other.chances[seat] for other in estimates) <= high
        for seat, estimates in _questions(game)
        for low, high in (estimate.intervals[seat] for estimate in estimates)
    ]
    name = f"intervals of a quick review that hold, {game.TITLE}"
    return Figure(name, 100 * mean(held), "%", None, None, (at_least(90),))


def _questions(game: Game) -> Iterator[tuple[int, list[Estimate]]]:
    """Yields who was asked some questions of a match, and what searches found of the best answers."""
    rules = game.make_rules(packaged(game.NAME).book)
    replay = Replay(rules, bots.play_match(game, rules, "intervals", [greedy] * 2, OPTIONS[game.NAME]))
    asked = [
        (match, question) for match in replay if (question := table.open_question(rules, match)) is not None
    ]
    open_ = [(match, q) for match, q in asked if q.seat != CHANCE and len(q.options) > 1]
    level = REVIEW_LEVELS["quick"]
    for match, question in open_[:: max(1, len(open_) // QUESTIONS)][:QUESTIONS]:
        estimates = []
        for number in range(SEARCHES):
            rng, budget = Random(f"{number}/{match.seq}"), Budget(level.positions, 60.0)
            search = Search(game, rules, match.position, question, rng, budget, range(match.settings.seats))
            best = next(iter(search.run()), None)
            if best is not None and best.ends:
                estimates.append(estimate_chances(rules.list_sides(match.position.board), best.ends))
        yield question.seat, estimates
