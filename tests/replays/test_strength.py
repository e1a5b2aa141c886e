"""Measuring a bot: it plays everybody equally often, else the luck of whom it plays would count.

A race counts the rounds to an objective, against somebody who does nothing but deal Fates.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from domain.games import GAMES
from ops.research.strength import races
from ops.research.strength.races import Hinderer
from ops.research.strength.strength import seated
from replays.executors import process_workers
from replays.research import balance

from ..villainous.play import Match, sits
from .conftest import book
from .test_bots_at_villainous import greed


def test_a_bot_plays_every_villain_equally_often_and_on_all_seats() -> None:
    lineups = GAMES["villainous"].list_lineups(book("villainous"), 4)
    placed = list(seated(balance.make_fixtures(lineups, 24, "a seed")))
    assert [*Counter(one.fixture.lineup.characters[one.seat] for one in placed).values()] == [4] * 6
    assert all(seats >= 4 for seats in Counter(one.seat for one in placed).values())


def test_who_hinders_deals_one_fate_and_ends_the_turn() -> None:
    match = Match(sits("prince-john", "church"), sits("maleficent", fate="aurora flora"))
    hinderer, said = Hinderer(often=1.0), []
    while match.question.seat == 0:
        question = match.question
        picks = greed(match, bot=hinderer)
        match.says(0, *picks)
        said += [(question.prompt, picks[0].partition(":")[0])]
    assert [did for prompt, did in said if prompt in ("move", "act")] == ["move", "fate", "end"]


def test_a_race_that_is_not_over_counts_as_long_as_it_may_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(races, "ROUNDS", 3)
    run = races.run(
        partial(book, "villainous"), "random", ("jafar",), 2, often=0.5, seed="a", workers=process_workers(1)
    )
    assert [(race.villain, rounds) for race, rounds in run] == [("jafar", 3)] * 2
