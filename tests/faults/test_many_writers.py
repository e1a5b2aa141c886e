"""Two and twenty who answer at one match at once: one order, one answer at a time, nothing told in vain."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from random import Random

import pytest

from domain.model import CHANCE, Answered, Fact
from domain.table import MatchEnded
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings
from tests.examples import go_on
from tests.faults.conftest import TIMES
from tests.faults.play import assert_kept, sit_down
from tests.faults.racers import Told, race

MATCHES = 1 * TIMES


def assert_linearizable(told: list[Told]) -> None:
    """Fails unless whatever was acknowledged before something else was asked for comes before it in the log.

    *told* is in the order in which it was heard.
    """
    latest = 0
    heard = iter(told)
    before = next(heard)
    for one in sorted(told, key=lambda one: one.asked):
        while before.heard < one.asked:
            latest, before = max(latest, before.said.seq), next(heard)
        assert one.said.seq > latest


def given(facts: list[Fact]) -> list[tuple[int, Answered]]:
    """Returns the answers that players gave, with their numbers."""
    return [
        (fact.seq, fact.event)
        for fact in facts
        if isinstance(fact.event, Answered) and fact.event.seat != CHANCE
    ]


@pytest.mark.parametrize(
    ("processes", "threads"),
    [
        pytest.param(1, 2, id="two threads"),
        # What two processes do to each other, four do as well: those alone are left for the night.
        *([pytest.param(2, 1, id="two processes")] if TIMES > 1 else []),
        pytest.param(4, 5, id="twenty threads in four processes"),
    ],
)
def test_many_answer_and_one_is_heard(
    settings: Settings, processes: int, threads: int, luck: Random, tell: Callable[[str], None]
) -> None:
    races = answers = slower = 0
    with Services(settings, CardSetRegistry()) as services:
        while go_on(races, 1, enough=slower > MATCHES):
            races += 1
            tables = [sit_down(services)[0] for _ in range(MATCHES)]
            came = race(settings, tables, processes, threads, luck.getrandbits(24))
            for at in tables:
                told = [one for one in came.told if one.said.receipt.match == at.match]
                facts = services.repository.load_facts(at.match)
                assert isinstance(facts[-1].event, MatchEnded)
                said = [(one.said.seq, one.said.answered) for one in told]
                assert sorted(said, key=itemgetter(0)) == given(facts)
                assert_linearizable(told)
            assert_kept(services, [one.said for one in came.told])
            answers, slower = answers + len(came.told), slower + came.slower
    tell(
        f"{races * MATCHES} matches, {answers} answers acknowledged, and no others, in the order of "
        f"their acknowledgement; {slower} times somebody else was faster"
    )
