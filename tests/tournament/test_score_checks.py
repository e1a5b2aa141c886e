"""Scores against the winner are a warning that a reason overrules; other scores pass without a question."""

from __future__ import annotations

import pytest

from domain.tournament.facts import ResultRecorded, WarningOverruled
from domain.tournament.refusals import Overrulable
from domain.tournament.scoring.result_checks import contradicts_places
from domain.tournament.scoring.result_entry import record_result
from domain.tournament.scoring.results import Result
from domain.tournament.state import TableRef

from .day import DESK, four

AGAINST = Result((1, 2), (12, 18))


@pytest.mark.parametrize(
    ("result", "contradicts"),
    [
        (AGAINST, True),
        (Result((2, 1), (18, 12)), True),
        (Result((1, 2, 3), (9, 5, 7)), True),
        (Result((1, 2), (18, 12)), False),
        (Result((1, 2), (9, 9)), False),  # a tie that something else broke
        (Result((1, 1), (9, 7)), False),
        (Result((2, 2), (9, 7)), False),  # nobody won
        (Result((1, 2), (3, 9), (1,)), False),  # the leader was sent away
        (Result((1, 2)), False),
    ],
)
def test_a_player_behind_with_more_contradicts_the_places(result: Result, contradicts: bool) -> None:
    assert contradicts_places(result) == contradicts


def test_whoever_overrules_the_warning_says_why() -> None:
    day = four()
    with pytest.raises(Overrulable, match=r"contradict its result: Ann won \(12–18\)"):
        record_result(day.t, TableRef(1, 1, 1), AGAINST, "entered", DESK, day.at)
    facts = record_result(
        day.t, TableRef(1, 1, 1), AGAINST, "entered", DESK, day.at, overrule="low score wins"
    )
    assert [type(fact.event) for fact in facts] == [WarningOverruled, ResultRecorded]
    day.does(facts)
    assert day.t.rounds[0].tables[1].result == AGAINST
