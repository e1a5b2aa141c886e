"""Tournaments played many times over in memory."""

from __future__ import annotations

from collections import Counter
from math import exp
from random import Random

import pytest

from domain.tournament.facts import TournamentOpened
from domain.tournament.plan import Points, Stage
from domain.tournament.refusals import Refused
from replays.research.simulation import BY, SCALE, draw_order, play_tournament, simulate

RATINGS = {f"p{place:02}": 1800 - 40 * place for place in range(16)}
"""Sixteen players, `p00` the best."""


def plan(*stages: Stage, minutes: int = 50) -> TournamentOpened:
    """What a tournament announces."""
    return TournamentOpened("trumps", stages, Points(), ("buchholz", "lot"), "", BY, 0, minutes=minutes)


@pytest.mark.parametrize(
    ("stages", "rounds", "games"),
    [
        ((Stage("single_elimination", pools=(("fox", "owl"),), casting="chosen"),), 4, 15),
        ((Stage("swiss", 4),), 4, 32),
        ((Stage("swiss", 4), Stage("single_elimination", players=4)), 6, 35),
        ((Stage("pods", seats=(4,)),), 2, 5),
        ((Stage("round_robin"),), 15, 120),
    ],
)
def test_every_format_is_played_to_its_end(stages: tuple[Stage, ...], rounds: int, games: int) -> None:
    played = play_tournament(plan(*stages), RATINGS, "seed")
    assert (played.rounds, played.games) == (rounds, games)
    assert sorted(played.places) == sorted(RATINGS)


def test_double_elimination_may_take_one_round_more() -> None:
    found = simulate(plan(Stage("double_elimination")), RATINGS, 12, "seed")
    assert {one.games for one in found.played} == {30, 31}
    assert found.minutes == 50 * found.rounds[1]


def test_the_same_seed_plays_the_same() -> None:
    once, again, other = (simulate(plan(Stage("swiss", 3)), RATINGS, 2, seed) for seed in "aab")
    assert once == again != other


def test_a_table_is_drawn_by_the_model() -> None:
    ratings = {"Ann": 1500 + round(SCALE), "Bob": 1500, "Cid": 1500}
    drawn, times = Random("seed"), 4000
    first = Counter(draw_order(tuple(ratings), ratings, drawn).index(1) for _ in range(times))
    assert first[0] / times == pytest.approx(exp(1) / (exp(1) + 2), abs=0.03)
    assert first[1] / times == pytest.approx(1 / (exp(1) + 2), abs=0.03)


def test_who_is_far_better_wins() -> None:
    found = simulate(plan(Stage("single_elimination")), RATINGS | {"p07": 4000}, 5, "seed")
    assert (found.best, found.share_within(1), found.places) == ("p07", 1.0, (1,) * 5)


def test_a_plan_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(Refused, match="should go on"):
        play_tournament(plan(Stage("swiss", 1), Stage("single_elimination", players=32)), RATINGS, "seed")
