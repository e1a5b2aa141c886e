"""Why not Ada against Bo: the rule, or what it would cost, against every other pairing there is."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.tournament.fold import facts_until, fold
from domain.tournament.pairing import explain_why_not, next_round_input, propose_pairing
from domain.tournament.pairing.criteria import CRITERIA, Criteria
from domain.tournament.plan import CHESS_POINTS, Points, Stage
from domain.tournament.refusals import Refused
from domain.tournament.registrations import roster

from ..day import DESK, Day
from .played import round_played
from .test_pods import NAMES, in_order
from .test_swiss import anyhow, every_pairing


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False))
def test_no_pairing_in_which_they_meet_costs_less_than_is_told(random: Random) -> None:
    day = anyhow(random)
    playing = day.t.active_players(1)
    one, other = random.sample(playing, 2)
    criteria, proposed = Criteria(next_round_input(day.t)), propose_pairing(day.t)
    rest = [who for who in playing if who not in (one, other)]
    meet = criteria.cost_of_pair(one, other)
    sums = [tuple(map(sum, zip(meet, *costs, strict=True))) for costs in every_pairing(criteria, rest)]
    answer = explain_why_not(day.t, next_round_input(day.t).number, one, other)
    more = [answer.extra_costs.get(name, 0) + proposed.costs[name] for name in CRITERIA]
    assert tuple(more) == min(sums)


def league_of(plan: Stage, players: str = "abcdef", points: Points | None = None) -> Day:
    """Returns a day of rated players, the best first."""
    day = Day(stages=(plan,), points=points)
    for place, who in enumerate(players):
        day.registers(who, rating=2000 - place)
    return day


def said(day: Day, number: int, one: str, other: str) -> list[str]:
    """Returns the sentences."""
    return [str(line) for line in explain_why_not(day.t, number, one, other).sentences]


def test_who_have_met_would_meet_again_and_the_round_is_told() -> None:
    day = league_of(Stage("swiss", 5), "abcd")
    round_played(day)
    one, other = day.t.rounds[0].tables[1].seats
    assert said(day, 2, one, other)[:2] == [
        f"{one} met {other} in round 1.",
        "If they met: opponents met again, 2 instead of 0.",
    ]


def test_the_tables_of_the_best_round_in_which_they_meet_are_told() -> None:
    day = league_of(Stage("swiss", 5), "abcdef")
    round_played(day)
    pairs = {frozenset(table.seats) for table in propose_pairing(day.t).tables}
    apart = next(pair for pair in combinations("abcdef", 2) if frozenset(pair) not in pairs)
    answer = explain_why_not(day.t, 2, *apart)
    assert set(apart) in [{*table} for table in answer.instead]
    assert sorted(who for table in answer.instead for who in table) == [*"abcdef"]


def test_who_could_have_met_as_well_were_kept_apart_by_lot() -> None:
    day = league_of(Stage("swiss", 5), "abcd")
    met = {frozenset(table.seats) for table in propose_pairing(day.t).tables}
    one, other = next(pair for pair in combinations("abcd", 2) if frozenset(pair) not in met)
    assert said(day, 1, one, other) == ["It would cost the same: lots have decided."]


def test_a_round_of_the_past_is_asked_about_with_what_was_known_then() -> None:
    day = league_of(Stage("swiss", 5), "abcdef")
    for _ in range(3):
        round_played(day)
    paired = day.t.rounds[1].paired_seq
    one, other = day.t.rounds[0].tables[1].seats
    assert said(day, 2, one, other) == said_then(day, paired, one, other)
    meet = day.t.rounds[1].tables[1].seats
    assert said(day, 2, *meet) == [f"{meet[0]} meets {meet[1]} in round 2."]


def said_then(day: Day, paired: int, one: str, other: str) -> list[str]:
    """Returns the sentences before a round was paired."""
    then = fold(facts_until(day.facts, paired - 1))
    return [str(line) for line in explain_why_not(then, 2, one, other).sentences]


def test_who_does_not_play_and_which_round_is_not_paired_is_said() -> None:
    day = league_of(Stage("swiss", 5))
    day.does(roster.drop_player(day.t, "a", DESK, day.at))
    assert said(day, 1, "a", "b") == ["a does not play this round."]
    with pytest.raises(Refused, match="z is not registered"):
        explain_why_not(day.t, 1, "z", "b")
    with pytest.raises(Refused, match="Nobody meets themselves"):
        explain_why_not(day.t, 1, "b", "b")
    with pytest.raises(Refused, match="Round 3 of stage 1 is not paired"):
        explain_why_not(day.t, 3, "b", "c")


def test_where_a_table_or_a_bracket_decides_that_is_told() -> None:
    day = league_of(Stage("round_robin", legs=2), "abcd")
    tables = [round_played(day) for _ in range(6)]
    one, other = tables[1].split()[0].split("-")
    assert said(day, 1, one, other) == [f"By the Berger table {one} meets {other} in round 2, 5."]
    day = league_of(Stage("single_elimination"), "abcd")
    assert said(day, 1, "a", "b") == ["By the bracket a meets d."]
    round_played(day)
    assert said(day, 2, "c", "d") == ["By the bracket neither c nor d meets anybody."]


def test_at_larger_tables_the_best_tables_with_both_are_told() -> None:
    day = league_of(Stage("swiss", 5, (4,)), "abcdefgh", Points(places=(3, 2, 1, 0)))
    round_played(day, in_order)
    one, other = (table.seats[0] for table in propose_pairing(day.t).tables)
    answer = explain_why_not(day.t, 2, one, other)
    assert any({one, other} <= {*table} for table in answer.instead)
    assert (answer.extra_costs["rematches"], answer.extra_costs["floats"]) >= (0, 0)
    day = league_of(Stage("pods", seats=(4,)), "".join(NAMES[:16]))
    answer = explain_why_not(day.t, 1, "a", "b")
    assert (answer.extra_costs["rematches"], answer.extra_costs["pots"]) == (0, 2)


def test_in_the_dutch_system_nobody_meets_twice() -> None:
    day = league_of(Stage("swiss", 5, engine="dutch"), "abcdef", CHESS_POINTS)
    round_played(day)
    assert said(day, 2, "a", "d") == [
        "In the Dutch system nobody meets the same opponent twice (C.04.3, C.1)."
    ]


def test_in_the_dutch_system_two_who_need_the_same_turn_do_not_meet() -> None:
    day = league_of(Stage("swiss", 5, engine="dutch"), "abcdef", CHESS_POINTS)
    day.plays(1, "a d 1-0", "b e 1-0", "c f 1-0")
    day.plays(2, "a e 1-0", "b f 0-1", "c d 1-0")
    assert said(day, 3, "a", "c") == ["Both of them must have the same turn (C.04.3, C3)."]


def test_in_the_dutch_system_the_others_need_a_complete_pairing() -> None:
    day = league_of(Stage("swiss", 5, engine="dutch"), "abcde", CHESS_POINTS)
    day.plays(1, "a b 1-0", "c full", "d full", "e full")
    day.plays(2, "c a 1-0", "d e 1-0", "b full")
    assert said(day, 3, "a", "d") == [
        "If they met, the others would have no complete pairing (C.04.3, C1 to C3)."
    ]


def test_the_best_dutch_round_with_both_is_told() -> None:
    day = Day(stages=(Stage("swiss", 5, engine="dutch"),), points=CHESS_POINTS)
    for place, player in enumerate("abcdefgh"):
        day.registers(player, rating=2000 - place)
    round_played(day)
    answer = explain_why_not(day.t, 2, "a", "f")
    assert sorted(map(sorted, answer.instead)) == [["a", "f"], ["b", "c"], ["d", "e"], ["g", "h"]]
    assert answer.extra_costs["floats"] > 0
