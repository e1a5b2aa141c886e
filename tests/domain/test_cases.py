"""Cases: disputed, answered, ruled on, appealed. The game goes on around them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain import table
from domain.model import Answered, Fact, Resolved
from domain.table import (
    UNREAD,
    Appealed,
    CaseAssigned,
    DisputeAnswered,
    DisputeOpened,
    JudgeLooked,
    NoSuchCase,
    Ruled,
    WrongMoment,
)

from .toy_game import Said
from .toy_matches import (
    RULES,
    Log,
    answered,
    appealed,
    asking,
    assigned,
    claimed,
    disputed,
    ended,
    events,
    greeted,
    looked,
    match,
    noted,
    pointing,
    replied,
    ruling,
)


def status(log: Log) -> str:
    """How the first case stands."""
    return match(log).cases[0].status


# -- a case, from the dispute to the last ruling -------------------------------------------------------


def test_a_dispute_opens_a_case_and_points_to_facts() -> None:
    last = disputed(greeted(), 10, 11)[-1]
    assert last == Fact(12, 11, "", DisputeOpened(1, "seat:0", "That was rude.", pointing(10, 11), 500))


def test_a_case_goes_from_the_dispute_to_a_second_ruling_and_no_further() -> None:
    log = disputed(greeted())
    assert status(log) == "open"
    log = replied(log)
    assert status(log) == "open"
    log = noted(log)
    assert status(log) == "ruled"
    log = replied(appealed(log), by="seat:0")
    assert status(log) == "appealed"
    log = noted(log)
    assert status(log) == "closed"
    assert match(log).cases[0].said == tuple(range(12, 18))
    with pytest.raises(WrongMoment, match="Case 1 is closed: only a first ruling can be appealed"):
        appealed(log)


def test_whatever_is_said_in_a_case_follows_from_what_was_said_before() -> None:
    log = answered(disputed(asking()), 1, "hello")
    log = noted(replied(log))
    assert [(fact.seq, fact.cause) for fact in log if fact.seq in (9, 13, 14)] == [(9, 8), (13, 9), (14, 13)]


def test_several_cases_are_open_at_once() -> None:
    log = noted(disputed(disputed(greeted(), by="seat:1")), case=2)
    assert [(case.number, case.by, case.status) for case in match(log).cases] == [
        (1, "seat:1", "open"),
        (2, "seat:0", "ruled"),
    ]


def test_a_match_can_be_disputed_after_its_end() -> None:
    assert status(noted(disputed(ended()))) == "ruled"
    assert match(noted(disputed(ended()))).ended is not None


# -- whose case it is ----------------------------------------------------------------------------------


def test_a_case_is_given_to_a_judge_and_back() -> None:
    log = assigned(disputed(greeted()), "Joe")
    assert log[-1] == Fact(13, 12, "", CaseAssigned(1, "Joe", "organizer:league", 550))
    assert (match(log).cases[0].judge, match(log).cases[0].said) == ("Joe", (12,))
    log = noted(appealed(noted(assigned(assigned(log, ""), "Jane"))))
    assert (match(log).cases[0].judge, match(log).cases[0].is_waiting) == ("Jane", False)


@pytest.mark.parametrize(
    ("log", "judge", "why"),
    [
        (assigned(disputed(greeted()), "Joe"), "Joe", "Joe has case 1 already"),
        (disputed(greeted()), "", "Nobody has case 1"),
        (noted(disputed(greeted())), "Joe", "Case 1 is ruled: there is nothing to rule on"),
    ],
)
def test_only_a_case_that_waits_changes_hands(log: Log, judge: str, why: str) -> None:
    with pytest.raises(WrongMoment, match=why):
        assigned(log, judge)


# -- the game goes on ----------------------------------------------------------------------------------


@pytest.mark.parametrize("log", [claimed(), asking(), greeted(), ended()])
def test_what_is_said_in_a_case_changes_nothing_about_the_game(log: Log) -> None:
    before, after = match(log), match(looked(noted(assigned(replied(disputed(log)), "Joe"))))
    assert (after.last_game_seq, after.ply, after.ended) == (before.last_game_seq, before.ply, before.ended)
    assert table.open_question(RULES, after) == table.open_question(RULES, before)
    assert after.position == replace(before.position, seq=after.seq)
    assert after.seq == before.seq + 5


def test_who_was_about_to_answer_may_still_do_so() -> None:
    calm, heated = answered(asking(), 1, "hello"), answered(replied(disputed(asking())), 1, "hello")
    assert (
        events(heated)[-3:] == events(calm)[-3:] == [Answered(1, ("hello",), 400), Said("hello"), Resolved()]
    )
    assert heated[-3].cause == 8


def test_a_judge_has_looked_until_the_game_moves_on() -> None:
    log = looked(asking())
    assert log[-1] == Fact(9, 8, "", JudgeLooked("Joe", 650))
    assert match(log).has_looked("Joe")
    assert match(disputed(log)).has_looked("Joe")
    assert not match(log).has_looked("Jim")
    assert not match(answered(log, 1, "hello")).has_looked("Joe")


# -- wrong moments -------------------------------------------------------------------------------------


def test_cases_are_numbered_from_one() -> None:
    with pytest.raises(WrongMoment, match="The next case of this match is number 1"):
        disputed(greeted(), case=2)
    with pytest.raises(WrongMoment, match="The next case of this match is number 2"):
        disputed(disputed(greeted()), case=1)


@pytest.mark.parametrize("seq", [-1, 0, 12])
def test_nobody_points_to_what_is_not_there(seq: int) -> None:
    with pytest.raises(WrongMoment, match=f"There is no fact {seq}: the record holds facts 1 to 11"):
        disputed(greeted(), 11, seq)


def test_an_answer_may_point_to_the_dispute_itself() -> None:
    said = replied(disputed(greeted()), 1, 12)[-1].event
    assert said == DisputeAnswered(1, "seat:1", "It was not.", pointing(12), 600)
    with pytest.raises(WrongMoment, match="There is no fact 13"):
        replied(disputed(greeted()), 1, 13)


@pytest.mark.parametrize("case", [-1, 0, 2])
def test_there_is_no_case_but_those_that_were_opened(case: int) -> None:
    for speak in (replied, appealed, noted):
        with pytest.raises(NoSuchCase, match=f"This match has no case {case}; it has 1"):
            speak(disputed(greeted()), case)


def test_after_a_ruling_nobody_answers_and_nobody_rules() -> None:
    log = noted(disputed(greeted()))
    with pytest.raises(WrongMoment, match="Case 1 has been ruled on; it can be appealed, not answered"):
        replied(log)
    with pytest.raises(WrongMoment, match="Case 1 is ruled: there is nothing to rule on"):
        noted(log)


def test_what_was_not_ruled_on_is_not_appealed() -> None:
    with pytest.raises(WrongMoment, match="Case 1 is open: only a first ruling can be appealed"):
        appealed(disputed(greeted()))


# -- who sees what -------------------------------------------------------------------------------------


def test_what_the_parties_say_is_for_those_at_the_table() -> None:
    log = noted(appealed(noted(replied(disputed(greeted(), 11), 1, 10))))
    spectator, *at_the_table = table.all_viewers(RULES, match(log))
    assert [table.redact_fact(RULES, fact, spectator).event for fact in log[11:]] == [
        DisputeOpened(1, "seat:0", UNREAD, pointing(11), 500),
        DisputeAnswered(1, "seat:1", UNREAD, pointing(10), 600),
        ruling("note"),
        Appealed(1, "seat:1", UNREAD, 800),
        ruling("note"),
    ]
    for viewer in at_the_table:
        assert [table.redact_fact(RULES, fact, viewer) for fact in log[11:]] == log[11:]


def test_a_ruling_and_a_look_are_for_everyone() -> None:
    log = looked(noted(disputed(greeted())))
    for viewer in table.all_viewers(RULES, match(log)):
        public = [fact for fact in log if isinstance(fact.event, Ruled | JudgeLooked)]
        assert len(public) == 2
        assert [table.redact_fact(RULES, fact, viewer) for fact in public] == public
