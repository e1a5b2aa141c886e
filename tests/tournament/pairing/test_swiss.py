"""Swiss rounds at tables of two: the best of all pairings there are, and what each criterion counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.tournament.facts import Bye, Seating
from domain.tournament.pairing import next_round_input, propose_pairing
from domain.tournament.pairing.criteria import CRITERIA, Cost, Criteria
from domain.tournament.plan import CHESS_POINTS, Points, Stage
from domain.tournament.play import pairings
from domain.tournament.play.pairings import Pairing
from domain.tournament.registrations import roster

from ..day import DESK, DRAW, FIRST_ABSENT, LOSS, WIN, Day
from .played import meetings, round_played

ROUNDS = (Stage("swiss", 20),)


def swiss(*players: str, points: Points | None = None) -> Day:
    """Returns a Swiss day that has not begun."""
    return Day(*players, stages=ROUNDS, points=points)


def anyhow(random: Random) -> Day:
    """Returns a day of up to ten players after some rounds, in which anybody met anybody with any result."""
    names = "abcdefghij"[: random.randrange(2, 11)]
    day = swiss(*names, points=random.choice([Points(), CHESS_POINTS]))
    for number in range(1, random.randrange(1, 6)):
        playing = [*day.t.active_players(1)]
        random.shuffle(playing)
        byes = [Bye(playing.pop(), random.choice(["bye", "half_bye"]))] if len(playing) % 2 else []
        tables = [Seating(i + 1, tuple(playing[2 * i : 2 * i + 2])) for i in range(len(playing) // 2)]
        if not tables:
            break
        made = Pairing(tuple(tables), tuple(byes))
        day.does(pairings.pair_round(day.t, number, made, DESK, day.at))
        day.starts(number)
        for table in tables:
            day.records(number, table.number, random.choice([WIN, LOSS, LOSS, DRAW, FIRST_ABSENT]))
        day.closes(number)
        if random.random() < 0.2 and len(day.t.active_players(1)) > 3:
            day.does(roster.drop_player(day.t, random.choice(day.t.active_players(1)), DESK, day.at))
    return day


def every_pairing(criteria: Criteria, players: Sequence[str]) -> Iterator[list[Cost]]:
    """Yields what the tables and the bye of every pairing cost that there is."""
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        rest = [who for who in others if who != other]
        for costs in every_pairing(criteria, rest):
            yield [criteria.cost_of_pair(first, other), *costs]
    if len(players) % 2:
        for costs in every_pairing(criteria, others):
            yield [criteria.cost_of_pair(first, None), *costs]


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_no_pairing_that_there_is_costs_less(random: Random) -> None:
    day = anyhow(random)
    criteria = Criteria(next_round_input(day.t))
    sums = (
        tuple(map(sum, zip(*costs, strict=True)))
        for costs in every_pairing(criteria, day.t.active_players(1))
    )
    assert tuple(propose_pairing(day.t).costs.values()) == min(sums)


def test_the_same_facts_give_the_same_pairing_whoever_asks_when() -> None:
    days = [swiss(*"abcdefgh") for _ in range(2)]
    for _ in range(3):
        assert round_played(days[0]) == round_played(days[1])
    assert propose_pairing(days[0].t).digest == propose_pairing(days[1].t).digest
    days[1].corrects(1, 1, "1/2", effect="points")
    assert propose_pairing(days[0].t) == propose_pairing(days[1].t)
    days[1].corrects(3, 1, "1/2", effect="pair")
    assert propose_pairing(days[0].t).digest != propose_pairing(days[1].t).digest


def test_equal_scores_meet_and_nobody_twice() -> None:
    day = swiss(*"abcdefgh")
    for _ in range(4):
        round_played(day)
    met = [frozenset(table.seats) for known in day.t.rounds for table in known.tables.values()]
    assert len(set(met)) == 16
    assert propose_pairing(day.t).costs["rematches"] == 0


def test_the_bye_goes_to_the_lowest_score_and_to_nobody_twice() -> None:
    day = swiss(*"abcde")
    byes = [round_played(day).split(", ")[1] for _ in range(5)]
    assert sorted(byes) == [f"{who} bye" for who in "abcde"]
    assert propose_pairing(day.t).costs["byes_again"] == 1


def test_who_asked_for_a_bye_has_it() -> None:
    day = swiss(*"abcdef")
    told = round_played(day, a="half_bye", f="zero_bye")
    assert told.endswith(", a half_bye, f zero_bye")


@pytest.mark.parametrize(
    ("played", "criterion", "cost"),
    [
        (["a b 1-0", "a b 1-0"], "rematches", 2),
        (["a b 1-0"], "floats", 9),
        (["a b 1/2"], "floats", 0),
        (["a b 1-0"], "turn_alternation", 0),
        (["a b 1-0", "b a 1-0"], "turn_balance", 0),
        (["a b +--"], "rematches", 0),
    ],
)
def test_what_two_players_cost_who_have_to_meet(played: list[str], criterion: str, cost: int) -> None:
    day = swiss("a", "b")
    for number, table in enumerate(played, 1):
        day.plays(number, table)
    assert propose_pairing(day.t).costs[criterion] == cost


def test_first_turns_are_balanced_and_alternate() -> None:
    day = swiss(*"abcdefghij")
    for _ in range(7):
        round_played(day)
    for who in "abcdefghij":
        seats = "".join(
            str(table.seats.index(who))
            for known in day.t.rounds
            for table in known.tables.values()
            if who in table.seats
        )
        assert abs(seats.count("0") - seats.count("1")) == 1
        assert "000" not in seats
        assert "111" not in seats


def test_who_met_a_lower_score_does_not_again_at_once() -> None:
    day = swiss(*"abcdef")
    day.plays(1, "a b 1-0", "c d 1-0", "e f 1-0")
    day.plays(2, "a c 1/2", "e b 1-0", "d f 1-0")
    again = Criteria(next_round_input(day.t)).cost_of_pair("e", "a")
    assert again[CRITERIA.index("floats_again")] == 2


def test_leaders_who_have_met_float_out_of_their_group_and_back() -> None:
    day = swiss(*"abcdef")
    day.plays(1, "a b 1/2", "c d 1/2", "e f 1/2")
    day.plays(2, "a c 1-0", "b d 1-0", "e f 1/2")
    proposed = propose_pairing(day.t)
    assert frozenset("ab") not in meetings(proposed)
    assert (proposed.costs["rematches"], proposed.costs["floats"] > 0) == (0, True)
