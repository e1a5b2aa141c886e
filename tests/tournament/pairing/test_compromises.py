"""The compromises of a pairing: sentences that name the players, one or more for each criterion it costs."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.tournament.facts import Bye, Seating
from domain.tournament.pairing import compromise_sentences, pairing_costs
from domain.tournament.pairing.why_not import CRITERION_NAMES
from domain.tournament.plan import Stage
from domain.tournament.play.pairings import Pairing, change_pairing, pair_round

from ..day import DESK, Day
from .played import paired, round_played
from .test_pods import in_order
from .test_swiss import anyhow


def sentences(day: Day) -> list[str]:
    return [str(one) for one in compromise_sentences(day.t, day.t.rounds[-1])]


def test_players_who_meet_again_and_have_the_same_turn_again_are_named() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", stages=(Stage("swiss", 3),))
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0")
    rematch = (Seating(1, ("Ann", "Bob")), Seating(2, ("Cid", "Dot")))
    weights = dict(pairing_costs(day.t, 2, rematch, ()))
    day.does(pair_round(day.t, 2, Pairing(rematch, (), costs=weights), DESK, day.at))
    assert sentences(day)[:2] == [
        "Opponents who have met before: Ann – Bob, Cid – Dot",
        "Opponents with different scores: Ann – Bob, Cid – Dot",
    ]
    swapped = (Seating(1, ("Ann", "Cid")), Seating(2, ("Dot", "Bob")))
    weights = dict(pairing_costs(day.t, 2, swapped, ()))
    day.does(change_pairing(day.t, 1, 2, swapped, (), DESK, day.at, "a better round", costs=weights))
    assert sentences(day) == [
        "More first turns than second ones, by two or more: Ann",
        "More second turns than first ones, by two or more: Bob",
        "The first turn again: Ann",
        "The second turn again: Bob",
    ]


def test_a_bye_that_comes_again_is_named() -> None:
    day = Day("Ann", "Bob", "Cid", stages=(Stage("swiss", 3),))
    day.plays(1, "Ann Bob 1-0", "Cid bye")
    table, byes = (Seating(1, ("Bob", "Ann")),), (Bye("Cid", "bye"),)
    weights = dict(pairing_costs(day.t, 2, table, byes))
    day.does(pair_round(day.t, 2, Pairing(table, byes, costs=weights), DESK, day.at))
    assert sentences(day)[:3] == [
        "Opponents who have met before: Bob – Ann",
        "A bye again: Cid",
        "A bye although others have fewer points: Cid",
    ]


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False))
def test_each_cost_of_a_swiss_round_names_its_players(random: Random) -> None:
    day = anyhow(random)
    weights = paired(day).costs
    lines = sentences(day)
    assert bool(lines) == any(weights.values())
    assert not {*lines}.intersection(map(str, CRITERION_NAMES.values()))


def test_tables_of_four_have_plain_sentences_without_squares() -> None:
    day = Day(*"abcdefgh", stages=(Stage("swiss", 3, seats=(4,)),))
    for _ in range(2):
        round_played(day, in_order)
    paired(day)
    weights = day.t.rounds[-1].costs
    assert sentences(day) == [str(CRITERION_NAMES[name]) for name, cost in weights.items() if cost]
    assert "opponents met again" in sentences(day)
    assert not any("squared" in str(one) for one in CRITERION_NAMES.values())
