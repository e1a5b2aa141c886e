"""Measuring a bot: it plays everybody equally often, else the luck of whom it plays would count."""

from __future__ import annotations

from collections import Counter

from domain.games import GAMES
from ops.strength.strength import seated
from replays import balance

from .conftest import book


def test_a_bot_plays_every_villain_equally_often_and_on_all_seats() -> None:
    lineups = GAMES["villainous"].lineups(book("villainous"), 4)
    placed = list(seated(balance.fixtures(lineups, 24, "a seed")))
    assert [*Counter(one.fixture.lineup.cast[one.seat] for one in placed).values()] == [4] * 6
    assert all(seats >= 4 for seats in Counter(one.seat for one in placed).values())
