"""When rounds are to start: what can be said of it, and what not."""

from __future__ import annotations

import pytest

from domain.tournament.plan import Stage
from domain.tournament.play import rounds
from domain.tournament.refusals import Refused

from .day import DESK, Day


def test_a_time_is_told_changed_and_taken_back() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot")
    for starts in (1000, 2000, 0):
        (fact,) = day.does(rounds.schedule_round(day.t, 1, 2, starts, DESK, 0))
        assert (day.t.start_times[1, 2], day.t.seq) == (starts, fact.seq)
    assert rounds.schedule_round(day.t, 1, 2, 0, DESK, 0) == []


@pytest.mark.parametrize(
    ("stage", "number", "starts", "sentence"),
    [
        (1, 1, 1000, "Round 1 has started already."),
        (1, 4, 1000, "This stage ends with round 3."),
        (3, 1, 1000, "This tournament has no stage 3."),
        (2, 1, 500, "A round is scheduled for a time to come."),
    ],
)
def test_what_cannot_be_scheduled_is_refused(stage: int, number: int, starts: int, sentence: str) -> None:
    day = Day("Ann", "Bob", stages=(Stage("swiss", 3), Stage("single_elimination", players=2)))
    day.pairs(1, "Ann Bob")
    day.starts(1)
    with pytest.raises(Refused, match=sentence):
        rounds.schedule_round(day.t, stage, number, starts, DESK, 500)
