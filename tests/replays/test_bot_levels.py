"""Bots that think: they see what their seat sees and nothing else, and spend what they may and no more."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from domain.decider import Position
from domain.games import GAMES
from domain.model import Picks
from domain.table import Match, MatchOpened
from replays.bots.budget import Budget
from replays.bots.determinization import determinize
from replays.bots.levels import SearchBot
from replays.bots.search import Edge, Search

from .test_bots import at, unending
from .test_determinization import OPTIONS, Moment, moments

SLACK = 12
"""A chain of questions that was begun is followed to its end."""


def search(moment: Moment, budget: Budget) -> list[Edge]:
    """Returns the answers that a search looks into."""
    given = moment.given
    return Search(given.game, given.rules, moment.position, moment.asked, Random(1), budget).run()


def answer(moment: Moment, position: Position[Any], seed: int) -> Picks:
    """Returns what a bot answers that looks at 60 positions, and stands at *position*."""
    opened = MatchOpened(moment.given.game.NAME, 3, {}, 2, "", "", 0, "a seed")
    match = Match(opened, (None, None), position)
    return SearchBot("a child", 60, 60.0)(
        moment.given.game, moment.given.rules, match, moment.asked, Random(seed)
    )


@pytest.mark.parametrize("name", OPTIONS)
def test_the_same_is_answered_whatever_the_hidden_cards_are(name: str) -> None:
    """The position is replaced by another that looks alike to the seat: it has to answer the same."""
    luck, others = Random(7), 0
    for moment in moments(name)[5::29]:
        other = determinize(moment.given.rules, moment.position, moment.viewer, luck)
        assert other is not None
        others += other.board != moment.position.board
        for seed in range(2):
            assert answer(moment, other, seed) == answer(moment, moment.position, seed), moment.asked
    assert others >= 5


@pytest.mark.parametrize("name", OPTIONS)
def test_no_more_is_spent_than_the_budget(name: str) -> None:
    moment = next(each for each in moments(name) if not each.running)
    budget = Budget(300, 60.0)
    found = search(moment, budget)
    assert 300 <= budget.position_count <= 300 + SLACK
    assert sum(edge.visits for edge in found) >= 5


def test_time_ends_a_search_too() -> None:
    moment = next(each for each in moments("arena") if not each.running)
    budget = Budget(10_000, -1.0)
    search(moment, budget)
    assert budget.position_count <= SLACK


def test_what_would_never_come_to_an_end_is_left_alone() -> None:
    play = unending()
    picks = SearchBot("a child", 300, 60.0)(GAMES["arena"], play.rules, at(play), play.asked, Random(1))
    assert play.red(*picks).story
