"""Rulings: a note or a penalty changes nothing; a correction and a result do. Rewinds have their own page."""

from __future__ import annotations

import pytest

from domain import table
from domain.model import Answered, Asked, Event, Fact, Resolved
from domain.rules import Study
from domain.table import UNREAD, MatchEnded, PositionCorrected, WrongMoment

from .toy_game import Said, ToyBoard, Whispered
from .toy_matches import (
    ANN,
    BOB,
    OPENED,
    RULES,
    Log,
    ToyMatchGame,
    answered,
    asking,
    corrected,
    decided,
    disputed,
    ended,
    events,
    greeted,
    match,
    opened,
    ruling,
)


def test_a_penalty_is_for_a_seat_and_changes_nothing_else() -> None:
    log = disputed(greeted())
    penalty = ruling("penalty", seat=1, penalty="a warning")
    followed = table.rule_case(RULES, match(log), penalty)
    assert followed.facts == [Fact(13, 12, "", penalty)]
    assert followed.match.position.board == match(log).position.board


def test_nobody_is_punished_who_does_not_play() -> None:
    with pytest.raises(WrongMoment, match="There are seats 0 to 1"):
        table.rule_case(RULES, match(disputed(greeted())), ruling("penalty", seat=2, penalty="a warning"))


def test_a_correction_is_marked_and_moves_the_game() -> None:
    log = corrected(disputed(greeted()), Said("sorry"), Whispered(0, "really"))
    assert log[12:] == [
        Fact(13, 12, "", ruling("correction")),
        Fact(14, 13, "case-1", Said("sorry")),
        Fact(15, 13, "case-1", Whispered(0, "really")),
    ]
    assert match(log).position.board.words == ("welcome", "hello", "sorry", "really")
    assert (match(log).last_game_seq, match(log).ply) == (15, 2)
    assert table.open_question(RULES, match(log)) == Asked(0, "round", ("go", "wait"))


def test_a_correction_may_say_how_all_of_it_is_to_stand() -> None:
    position = PositionCorrected("welcome, sorry")
    log = corrected(disputed(greeted()), position)
    assert log[13:] == [Fact(14, 13, "case-1", position)]
    assert (match(log).position.board.words, match(log).last_game_seq) == (("welcome", "sorry"), 14)
    spectator, *_, judge = table.all_viewers(RULES, match(log))
    assert table.redact_fact(RULES, log[13], spectator).event == PositionCorrected(UNREAD)
    assert table.redact_fact(RULES, log[13], judge).event == position


def test_a_position_that_nobody_can_go_on_from_corrects_nothing() -> None:
    with pytest.raises(WrongMoment, match="No match can go on from this position: The guests have left"):
        corrected(disputed(greeted()), PositionCorrected("scandal"))


def test_a_position_of_another_table_corrects_nothing() -> None:
    class Crowded(ToyMatchGame):
        """A toy_game where three sit down to go on."""

        def load_study(self, position: str) -> Study[ToyBoard]:
            return super().load_study(position)._replace(seats=3)

    with pytest.raises(WrongMoment, match="one of a match with other seats or other options"):
        table.rule_case(
            Crowded(RULES.round),
            match(disputed(greeted())),
            ruling("correction"),
            corrections=[PositionCorrected("welcome")],
        )


def test_a_correction_may_end_the_match() -> None:
    last = corrected(disputed(greeted()), Said("Good night"))[-1]
    assert (last.event, last.rule) == (MatchEnded((1,), (0, 3), "a seed"), "P-9")


def test_after_a_correction_chance_answers_for_itself() -> None:
    class Forgetful(ToyMatchGame):
        """A toy_game where a “hush” makes everybody forget what was said."""

        def evolve(self, board: ToyBoard, event: Event) -> ToyBoard:
            return ToyBoard() if event == Said("hush") else super().evolve(board, event)

    rules, log = Forgetful(RULES.round), disputed(greeted())
    followed = table.rule_case(rules, match(log), ruling("correction"), corrections=[Said("hush")])
    assert events(followed.facts)[3:] == [Said("welcome"), Resolved()]
    assert followed.match.position.board.words == ("welcome",)


@pytest.mark.parametrize(
    "corrections",
    [(), (Said("sorry"), Resolved()), (Answered(0, ("go",)),), (MatchEnded((0,), (), ""),), (ANN,)],
)
def test_a_correction_consists_of_facts_of_the_game(corrections: tuple[Event, ...]) -> None:
    with pytest.raises(WrongMoment, match="A correction consists of facts of the game"):
        corrected(disputed(greeted()), *corrections)


def test_what_cannot_have_happened_is_no_correction() -> None:
    class Small(ToyMatchGame):
        """A toy_game of two seats: nobody whispers to a third."""

        def evolve(self, board: ToyBoard, event: Event) -> ToyBoard:
            if isinstance(event, Whispered):
                assert ("Ann", "Bob")[event.to]
            return super().evolve(board, event)

    whispered = [Whispered(2, "psst")]
    with pytest.raises(WrongMoment, match="nothing can follow from it: tuple index out of range"):
        table.rule_case(
            Small(RULES.round), match(disputed(greeted())), ruling("correction"), corrections=whispered
        )


def test_an_effect_under_way_is_not_corrected() -> None:
    with pytest.raises(WrongMoment, match="An effect is under way: rewind to the answer that began it"):
        corrected(disputed(asking()), Said("sorry"))


@pytest.mark.parametrize("log", [opened(), ended()])
def test_only_a_match_that_is_being_played_is_corrected(log: Log) -> None:
    with pytest.raises(WrongMoment, match="Only a match that is being played can be corrected"):
        corrected(disputed(log), Said("sorry"))


@pytest.mark.parametrize("log", [greeted(), asking()])
def test_a_judge_may_give_the_match_to_somebody(log: Log) -> None:
    log = decided(disputed(log), (0,))
    assert log[-1] == Fact(log[-2].seq + 1, log[-2].seq, "case-1", MatchEnded((0,), (1, 0), "a seed"))
    assert table.open_question(RULES, match(log)) is None
    with pytest.raises(WrongMoment, match=r"The match is over\."):
        answered(log, 1, "hello")


def test_a_judge_may_call_it_a_draw() -> None:
    assert decided(disputed(greeted()), ())[-1].event == MatchEnded((), (0, 0), "a seed")


def test_nobody_wins_who_does_not_play() -> None:
    with pytest.raises(WrongMoment, match="There are seats 0 to 1"):
        decided(disputed(greeted()), (2,))


def test_a_match_that_is_over_has_its_result() -> None:
    with pytest.raises(WrongMoment, match="The match is over: rewind it first"):
        decided(disputed(ended()), (0,))


def test_who_does_not_come_loses_and_comes_too_late() -> None:
    log = opened()
    log += table.claim_seat(RULES, match(log), ANN).facts
    log = decided(disputed(log), (0,))
    assert log[-1].event == MatchEnded((0,), (1, 0), OPENED.seed)
    with pytest.raises(WrongMoment, match=r"The match is over\."):
        table.claim_seat(RULES, match(log), BOB)


def test_a_correction_is_seen_as_what_it_corrects() -> None:
    log = corrected(disputed(greeted()), Whispered(1, "psst"))
    seen = [
        table.redact_fact(RULES, log[-1], viewer).event for viewer in table.all_viewers(RULES, match(log))
    ]
    assert seen == [Whispered(1, ""), Whispered(1, ""), Whispered(1, "psst"), Whispered(1, "psst")]
