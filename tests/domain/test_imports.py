"""A match that was brought from elsewhere: what marks it, and whose players sit there."""

from __future__ import annotations

from domain import table
from domain.model import Answered, Fact
from domain.table import Import, MatchImported

from .toy_matches import ANN, RULES, claimed, match, opened

ELSEWHERE = MatchImported("judge-1", 5, "elsewhere", "elsewhere+1234+key")
UNSIGNED = MatchImported("operator", 6)


def test_the_mark_is_the_last_fact_and_changes_nothing_of_the_game() -> None:
    before = match(claimed())
    [mark], after = table.mark_imported(RULES, before, ELSEWHERE)
    assert mark == Fact(before.seq + 1, before.seq, "", ELSEWHERE)
    assert after.imported == Import(mark.seq, "judge-1", "elsewhere", "elsewhere+1234+key")
    assert (after.position.board, after.last_game_seq) == (before.position.board, before.last_game_seq)
    assert table.open_question(RULES, after) == table.open_question(RULES, before)
    assert table.make_scene(RULES, after, table.all_viewers(RULES, after)[0]).imported == after.imported


def test_a_transcript_is_a_study_and_stays_one_when_a_service_signs_it() -> None:
    signed = table.mark_imported(RULES, match(claimed()), ELSEWHERE).match
    assert not signed.is_study
    transcript = table.mark_imported(RULES, match(claimed()), UNSIGNED).match
    assert transcript.is_study
    brought_on = table.mark_imported(RULES, transcript, ELSEWHERE).match
    assert brought_on.is_study
    assert brought_on.imported is not None
    assert brought_on.imported.house == "elsewhere"


def test_who_took_a_seat_before_an_import_is_a_player_of_that_service() -> None:
    marks = [Fact(9, 8, "", UNSIGNED), Fact(12, 11, "", ELSEWHERE)]

    def seated(seq: int) -> str:
        event = table.with_service_name(Fact(seq, 1, "", ANN), marks).event
        assert isinstance(event, table.SeatClaimed)
        return event.player

    assert (seated(2), seated(10), seated(13)) == (
        f"{ANN.player}@transcript@elsewhere",
        f"{ANN.player}@elsewhere",
        ANN.player,
    )


def test_other_facts_are_told_as_they_are() -> None:
    first, answer = opened()[0], Fact(3, 2, "", Answered(0, ("go",), 7))
    marks = [Fact(9, 8, "", ELSEWHERE)]
    assert (table.with_service_name(first, marks), table.with_service_name(answer, marks)) == (first, answer)
