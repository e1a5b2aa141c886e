"""Larger tables: their sizes, who sits together and in which order, and who goes on from a pod."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.tournament.pairing import propose_pairing
from domain.tournament.pairing.pods import table_sizes
from domain.tournament.pairing.tables import improve_tables
from domain.tournament.plan import Points, Stage
from domain.tournament.ranking.prospects import rank_prospects
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.refusals import Refused
from domain.tournament.scoring.results import Result

from ..day import Day
from .played import paired, round_played

Tables: TypeAlias = list[list[str]]
NAMES = tuple("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV")


@pytest.mark.parametrize(
    ("players", "allowed", "made"),
    [
        (48, (4,), [4] * 12),
        (10, (4, 3), [4, 3, 3]),
        (5, (4, 3), [4]),
        (6, (4, 3), [3, 3]),
        (10, (2, 3, 4, 5, 6), [5, 5]),
        (11, (2, 3, 4, 5, 6), [6, 5]),
        (3, (4,), []),
    ],
)
def test_tables_leave_out_few_players_and_then_have_few_gaps(
    players: int, allowed: tuple[int, ...], made: list[int]
) -> None:
    assert table_sizes(players, allowed) == made


def every_seating(players: Sequence[str], shape: Sequence[int]) -> Iterator[Tables]:
    """Yields all ways to seat players at tables of these sizes, some of them more than once."""
    if not shape:
        yield []
        return
    for table in combinations(players, shape[0]):
        rest = [who for who in players if who not in table]
        for others in every_seating(rest, shape[1:]):
            yield [[*table], *others]


@settings(max_examples=20, deadline=None)
@given(st.sampled_from([(4, 4), (3, 3, 2), (4, 3), (5, 4), (2, 2, 2)]), st.randoms(use_true_random=False))
def test_in_a_small_field_no_tables_cost_less(shape: tuple[int, ...], random: Random) -> None:
    players = NAMES[: sum(shape)]
    prices = {frozenset(pair): random.choice([0, 1, 4, 1000]) for pair in combinations(players, 2)}

    def cost(tables: Tables) -> int:
        return sum(prices[frozenset(pair)] for table in tables for pair in combinations(table, 2))

    start, rest = [], [*players]
    for size in shape:
        start.append([rest.pop() for _ in range(size)])
    found = improve_tables(start, lambda one, other: prices[frozenset((one, other))])
    assert [len(table) for table in found] == [*shape]
    assert cost(found) == min(map(cost, every_seating(players, shape)))


def test_in_a_large_field_no_two_who_have_met_could_change_places_for_the_better() -> None:
    start = [[*NAMES[i : i + 4]] for i in range(0, 16, 4)]
    met = {frozenset(pair) for table in start for pair in combinations(table, 2)}
    found = improve_tables(start, lambda one, other: int(frozenset((one, other)) in met))
    assert sorted(who for table in found for who in table) == sorted(NAMES[:16])
    assert not met & {frozenset(pair) for table in found for pair in combinations(table, 2)}


def in_order(seats: tuple[str, ...]) -> Result:
    """Places are those of the alphabet."""
    return Result(tuple(1 + sorted(seats).index(who) for who in seats))


def test_swiss_pods_let_scores_meet_and_balance_who_plays_when() -> None:
    day = Day(*NAMES[:16], stages=(Stage("swiss", 9, (4,)),), points=Points(places=(3, 2, 1, 0)))
    for _ in range(4):
        round_played(day, in_order)
    costs = [known.costs for known in day.t.rounds]
    assert [cost["rematches"] for cost in costs[:2]] == [0, 0]
    had = Counter(
        (who, seat)
        for known in day.t.rounds
        for t in known.tables.values()
        for seat, who in enumerate(t.seats)
    )
    early = {who: had[who, 0] * 3 + had[who, 1] - had[who, 2] - had[who, 3] * 3 for who in NAMES[:16]}
    assert max(map(abs, early.values())) <= 4
    top = day.t.rounds[3].tables[1].seats
    assert "a" in top


def test_byes_in_pods_are_for_the_lowest_and_for_nobody_twice() -> None:
    day = Day(*"abcde", stages=(Stage("swiss", 9, (4,)),), points=Points(places=(3, 2, 1, 0)))
    byes = [round_played(day, in_order).split(", ")[1] for _ in range(5)]
    assert sorted(byes) == [f"{who} bye" for who in "abcde"]


@pytest.mark.parametrize(
    ("players", "plan", "rounds"),
    [
        (48, Stage("pods", seats=(4, 3)), [12, 3, 1]),
        (32, Stage("pods", seats=(4, 2)), [8, 2, 1]),
        (24, Stage("pods", seats=(6,), going_on=3), [4, 2, 1]),
    ],
)
def test_pods_go_on_until_one_table_is_left(players: int, plan: Stage, rounds: list[int]) -> None:
    day = Day(*NAMES[:players], stages=(plan,))
    played: list[int] = []
    while len(played) < len(rounds):
        round_played(day, in_order)
        played.append(len(day.t.rounds[-1].tables))
    assert played == rounds
    (final,) = day.t.rounds[-1].tables.values()
    assert min(NAMES[:players]) in final.seats
    with pytest.raises(Refused, match="This stage is decided"):
        propose_pairing(day.t)


def test_seeds_are_spread_over_the_pods() -> None:
    day = Day(stages=(Stage("pods", seats=(4,)),))
    for place, who in enumerate(NAMES[:12]):
        day.registers(who, rating=2000 - place)
    tables = {frozenset(table.seats) for table in propose_pairing(day.t).tables}
    assert tables == {frozenset("afgl"), frozenset("behk"), frozenset("cdij")}


def test_who_share_a_place_at_the_border_draw_lots_and_who_was_not_there_never_goes_on() -> None:
    day = Day(*NAMES[:8], stages=(Stage("pods", seats=(4, 2)),))
    paired(day)
    day.starts(1)
    absent = Result((1, 1, 1, 4), forfeits=(3,))
    day.records(1, 1, absent)
    day.records(1, 2, Result((4, 4, 4, 4)))
    drawn = day.t.rounds[0].tables[1].seats
    with pytest.raises(Refused, match="This stage is decided"):
        propose_pairing(day.t)
    day.corrects(1, 2, Result((1, 2, 3, 4)))
    (table,) = propose_pairing(day.t).tables
    assert len({*table.seats} & {*drawn[:3]}) == 1
    assert day.t.rounds[0].tables[2].seats[0] in table.seats


def test_who_does_not_fill_a_table_is_told_so() -> None:
    day = Day(*NAMES[:12], stages=(Stage("pods", seats=(4,)),))
    round_played(day, in_order)
    with pytest.raises(Refused, match="3 players do not fill a table"):
        propose_pairing(day.t)


def test_places_in_pods_are_those_of_the_last_round_a_player_played() -> None:
    day = Day(*NAMES[:16], stages=(Stage("pods", seats=(4,)),))
    for _ in range(2):
        round_played(day, in_order)
    rows = compute_standings(day.t)
    assert [row.player for row in rows[:4]] == sorted(day.t.rounds[1].tables[1].seats)
    assert [row.rank for row in rows] == [1, 2, 3, 4, *[5] * 4, *[9] * 4, *[13] * 4]


def test_while_a_pod_is_played_who_is_out_of_another_can_still_be_passed() -> None:
    day = Day(*NAMES[:16], stages=(Stage("pods", seats=(4,)),))
    paired(day)
    day.starts(1)
    for number in (1, 2, 3):
        day.records(1, number, in_order(day.t.rounds[0].tables[number].seats))
    possible = rank_prospects(day.t, 1)
    fourth = sorted(day.t.rounds[0].tables[1].seats)
    assert [possible[who] for who in fourth] == [(1, 7), (4, 10), (7, 13), (10, 16)]
    assert possible[day.t.rounds[0].tables[4].seats[0]] == (1, 16)
