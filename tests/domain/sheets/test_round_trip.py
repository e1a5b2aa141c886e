"""Every match written as a sheet and read again: the same answers, the same facts, the same sheet."""

from __future__ import annotations

import pytest

from domain import decider
from domain.model import Answered, Asked, Fact
from domain.table import MatchOpened, TableFact
from tests.villainous.matches import GAMES as VILLAINOUS_GAMES

from .typed import RULES, answers, arena_facts, read, villainous_facts, write


def assert_round_trip(facts: tuple[Fact, ...]) -> None:
    """The sheet of a match leads to each of its answers, and to the board where the match stands."""
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    sheet = write(facts)
    reading = read(sheet)
    assert reading.mistake is None, str(reading.mistake)
    assert reading.differences == ()
    assert [(answer.seat, answer.picks) for answer in reading.answers] == answers(list(facts))
    rules = RULES[opened.game]
    played = [fact for fact in facts if not isinstance(fact.event, TableFact)]
    start = decider.Position(rules.initial_board(opened.options, opened.seats))
    assert reading.position.board == decider.fold(rules, start, played).board
    assert write((facts[0], *reading.facts)) == sheet


@pytest.mark.parametrize("seed", range(60))
def test_a_match_of_the_arena(seed: int) -> None:
    assert_round_trip(arena_facts(seed))


@pytest.mark.parametrize(("seed", "seats"), VILLAINOUS_GAMES)
def test_a_match_of_villainous(seed: int, seats: int) -> None:
    assert_round_trip(villainous_facts(seed, seats))


@pytest.mark.parametrize("last", range(40, 160, 7))
def test_a_match_that_goes_on(last: int) -> None:
    """A sheet may end after any answer but that to add a card, whose words the card completes."""
    for facts in (arena_facts(5), villainous_facts(3, 5)):
        ends = [index for index, fact in enumerate(facts) if is_question_of_seat(facts, index)]
        assert_round_trip(facts[: ends[last % len(ends)] + 1])


def is_question_of_seat(facts: tuple[Fact, ...], index: int) -> bool:
    """Whether a seat answers next, with no card to add."""
    question, following = facts[index].event, facts[index + 1 : index + 2]
    is_boost = isinstance(question, Asked) and question.prompt == "boost"
    return not is_boost and any(isinstance(f.event, Answered) and f.event.seat >= 0 for f in following)


def test_a_spectators_sheet_names_no_hidden_card() -> None:
    sheet = write(arena_facts(0), exact=False)
    assert "[*:" not in sheet
    assert "R4 SAM (_ _) ?SAM08 e3 -SAM10" in sheet.splitlines()


def test_a_spectators_sheet_names_prints_and_not_copies() -> None:
    exact = write(villainous_facts(0, 2))
    sheet = write(villainous_facts(0, 2), exact=False)
    assert "fB[lost-boys-2,pixie-dust-3]" in exact
    assert "fB[lost-boys,pixie-dust]" in sheet
