"""The picture of a stage that knocks out: who met whom, who went on, what is to come."""

from __future__ import annotations

import pytest

from domain.tournament.knockout.brackets import Box, Bracket, Column, stage_bracket
from domain.tournament.plan import Stage
from domain.tournament.scoring.results import Result

from .day import Day
from .pairing.played import round_played


def drawn(box: Box | None) -> str:
    """A box in words: `Ann*-Dot` where Ann went on, `?` for who is open, in the order of the alphabet."""
    if box is None:
        return "nobody"
    names = sorted((seat.player or "?") + "*" * seat.on for seat in box.seats)
    return "-".join(names)


def lines(columns: tuple[Column, ...]) -> list[str]:
    """Columns in words, a line each."""
    return [" ".join(map(drawn, column.boxes)) for column in columns]


def of(day: Day, after: int | None = None) -> Bracket:
    found = stage_bracket(day.t, 1, after)
    assert found is not None
    return found


def rated(stage: Stage, *players: str) -> Day:
    day = Day(stages=(stage,))
    for place, player in enumerate(players):
        day.registers(player, rating=2000 - place)
    return day


def test_swiss_has_no_bracket() -> None:
    day = Day("Ann", "Bob")
    day.pairs(1, "Ann Bob")
    assert stage_bracket(day.t, 1) is None


def test_a_cup_shows_byes_who_went_on_and_what_is_to_come() -> None:
    day = rated(Stage("single_elimination"), "Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
    assert stage_bracket(day.t, 1) is None
    day.pairs(1, "Dot Eve", "Cid Fay", "Ann bye", "Bob bye")
    day.starts(1)
    day.records(1, 1, "1-0", "2-1")
    picture = of(day)
    assert lines(picture.columns) == ["Ann* Dot*-Eve Bob* Cid-Fay", "Ann-Dot ?-Bob", "?-?"]
    assert picture.tree
    assert [
        seat.score for box in picture.columns[0].boxes if box for seat in box.seats if box.table == 1
    ] == [2, 1]


def test_a_cup_of_which_a_round_is_asked_for_tells_no_more() -> None:
    day = rated(Stage("single_elimination", third_place=True), "Ann", "Bob", "Cid", "Dot")
    for _ in range(2):
        round_played(day)
    whole = of(day)
    assert [len(column.boxes) for column in whole.columns] == [2, 1]
    [third] = whole.losers
    assert [box.third for box in third.boxes if box] == [True]
    first = of(day, 1)
    assert (len(first.columns), first.losers) == (2, ())
    assert not any(seat.on for box in first.columns[1].boxes if box for seat in box.seats)


def test_where_nobody_won_nobody_stands_in_the_next_round() -> None:
    day = rated(Stage("single_elimination"), "Ann", "Bob", "Cid", "Dot")
    day.pairs(1, "Ann Dot", "Bob Cid")
    day.starts(1)
    day.records(1, 1, "0-0")
    day.records(1, 2, "1-0")
    assert lines(of(day).columns) == ["Ann-Dot Bob*-Cid"]


def test_who_lost_once_has_columns_of_its_own() -> None:
    day = rated(Stage("double_elimination"), "Ann", "Bob", "Cid", "Dot")
    while len(day.t.rounds) < 4:
        round_played(day)
    picture = of(day)
    assert [column.round for column in picture.columns] == [1, 2, 4]
    assert [column.round for column in picture.losers] == [2, 3]
    assert picture.tree


def test_of_pods_so_many_go_on_as_was_announced() -> None:
    day = rated(Stage("pods", seats=(3,), going_on=1), *"ABCDEF")
    day.pairs(1, "A B C", "D E F")
    day.starts(1)
    day.records(1, 1, Result((2, 1, 3)))
    day.records(1, 2, Result((1, 1, 3)))
    assert lines(of(day).columns) == ["A-B*-C D-E-F"]


@pytest.mark.parametrize("by_hand", ["Ann Bob", "Ann Cid"])
def test_a_pairing_by_hand_is_drawn_without_lines(by_hand: str) -> None:
    day = rated(Stage("single_elimination"), "Ann", "Bob", "Cid", "Dot")
    others = " ".join(sorted({"Ann", "Bob", "Cid", "Dot"} - {*by_hand.split()}))
    day.pairs(1, by_hand, others)
    assert not of(day).tree
