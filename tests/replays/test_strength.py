"""A measured bot plays all characters equally often, because the luck of one would count otherwise."""

from __future__ import annotations

from collections import Counter

from domain.games import GAMES
from ops.research.strength import assign_seats
from replays.research import balance

from .conftest import book


def test_a_bot_plays_every_villain_equally_often_and_on_all_seats() -> None:
    lineups = GAMES["villainous"].list_lineups(book("villainous"), 4)
    placed = list(assign_seats(balance.make_fixtures(lineups, 24, "a seed")))
    assert [*Counter(one.fixture.lineup.characters[one.seat] for one in placed).values()] == [4] * 6
    assert all(seats >= 4 for seats in Counter(one.seat for one in placed).values())
