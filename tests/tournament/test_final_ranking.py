"""The final ranking: the last stage first, then those behind each cut; a bracket after it shares places."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.tournament import stages
from domain.tournament.decision.ranking import final_ranking, vacancy_reason
from domain.tournament.decision.winners import stage_winners
from domain.tournament.facts import TournamentOpened
from domain.tournament.fold import fold
from domain.tournament.plan import Format, Stage, Tiebreaker, usual_tiebreakers
from domain.tournament.ranking.standings import compute_standings

from .day import BOTH_ABSENT, DESK, Day
from .pairing.played import round_played


def swiss_then_cup(*, finals: bool = True) -> Day:
    """Returns a day of six whose best four play a cup; every first seat wins."""
    plan = (Stage("swiss", 2), Stage("single_elimination", players=4))
    day = Day(*"ABCDEF", stages=plan, tiebreakers=("wins", "lot"))
    round_played(day)
    round_played(day)
    day.does(stages.cut_stage(day.t, stages.expected_qualifiers(day.t), DESK, day.at))
    if finals:
        round_played(day)
        round_played(day)
    return day


def test_nobody_is_ranked_before_the_end() -> None:
    assert final_ranking(swiss_then_cup().t) == ()


def test_losers_of_one_round_share_a_place_and_those_behind_the_cut_follow() -> None:
    day = swiss_then_cup()
    day.ends()
    ranking = final_ranking(day.t)
    assert [place.rank for place in ranking][:5] == [1, 2, 3, 3, 5]
    assert [place.stage for place in ranking] == [2, 2, 2, 2, 1, 1]
    assert (ranking[0].player,) == stage_winners(day.t)
    assert sorted(place.player for place in ranking) == [*"ABCDEF"]
    assert vacancy_reason(day.t) is None


def test_an_old_tournament_keeps_its_places_by_tie_breakers() -> None:
    day = swiss_then_cup()
    opened, *others = day.facts
    assert isinstance(opened.event, TournamentOpened)
    old = fold([replace(opened, event=replace(opened.event, version=2)), *others])
    assert [row.rank for row in compute_standings(old, 2)] == [1, 2, 3, 4]
    assert [row.rank for row in compute_standings(day.t, 2)] == [1, 2, 3, 3]


def test_a_tournament_without_winner_gives_the_reason() -> None:
    unplayed = swiss_then_cup(finals=False)
    unplayed.ends()
    assert (stage_winners(unplayed.t), str(vacancy_reason(unplayed.t))) == (
        (),
        "The last stage was not played.",
    )
    assert [place.stage for place in final_ranking(unplayed.t)] == [1] * 6
    empty = Day("A", "B", stages=[Stage("single_elimination")])
    round_played(empty, lambda _: BOTH_ABSENT)
    empty.ends()
    assert str(vacancy_reason(empty.t)) == "No player has won the last stage."
    assert [place.rank for place in final_ranking(empty.t)] == [2, 2]


@pytest.mark.parametrize(
    ("format", "given", "taken"),
    [
        ("swiss", None, ("buchholz_cut_1", "buchholz", "sonneborn_berger", "wins")),
        ("single_elimination", None, ()),
        ("swiss", ("wins",), ("wins",)),
        ("swiss", (), ()),
    ],
)
def test_the_usual_tie_breakers_count_where_none_are_given(
    format: Format, given: tuple[Tiebreaker, ...] | None, taken: tuple[Tiebreaker, ...]
) -> None:
    assert usual_tiebreakers([Stage(format, 3 if format == "swiss" else 0)], given) == taken
