"""A tournament ends as announced, or its organizer says why not; for a minute the end is taken back."""

from __future__ import annotations

import pytest

from domain.tournament.facts import EndTakenBack, SeedRevealed, StageCut, TournamentEnded, WarningOverruled
from domain.tournament.lifecycle import end_tournament
from domain.tournament.plan import Stage
from domain.tournament.refusals import Overrulable, Refused
from domain.tournament.reversal.endings import reveal_seed, take_back_cut, take_back_end
from domain.tournament.stages import cut_stage
from tests.tournament.day import DESK, MINUTE, SEED, Day, four

SWISS_AND_FINAL = (Stage("swiss", 2), Stage("single_elimination", players=2))


def played(*, rounds: int = 2) -> Day:
    """A day of Swiss rounds and a final, after some of its rounds."""
    day = Day("Ann", "Bob", "Cid", "Dot", stages=SWISS_AND_FINAL)
    for number, tables in ((1, ("Ann Bob 1-0", "Cid Dot 1-0")), (2, ("Ann Cid 1-0", "Bob Dot 1-0"))):
        if number <= rounds:
            day.plays(number, *tables)
    return day


def test_an_end_before_the_plan_is_played_names_what_is_missing() -> None:
    day = played(rounds=1)
    with pytest.raises(Overrulable) as warned:
        end_tournament(day.t, DESK, day.at)
    assert [(each.stage, each.rounds) for each in warned.value.unplayed] == [(1, (2,)), (2, ())]
    assert str(warned.value) == (
        "This was announced and is not played: round 2 of the stage “Swiss”, "
        "the stage “Single elimination” up to its final."
    )


def test_an_organizer_ends_early_and_says_why_for_each_stage() -> None:
    day = played(rounds=1)
    overruled = day.does(end_tournament(day.t, DESK, day.at, "It rains."))[:-1]
    warnings = [fact.event for fact in overruled]
    assert [(w.stage, w.rounds, w.why) for w in warnings if isinstance(w, WarningOverruled)] == [
        (1, (2,), "It rains."),
        (2, (), "It rains."),
    ]


def test_a_cut_before_the_last_announced_round_is_refused_without_a_reason() -> None:
    day = played(rounds=1)
    with pytest.raises(Overrulable, match=r"not played: round 2 of the stage “Swiss”\."):
        cut_stage(day.t, ("Ann", "Cid"), DESK, day.at)
    assert isinstance(
        day.does(cut_stage(day.t, ("Ann", "Cid"), DESK, day.at, overrule="late"))[-1].event, StageCut
    )


def test_missing_results_are_named_beside_the_rounds() -> None:
    day = four()
    day.records(1, 1, "1-0")
    with pytest.raises(Overrulable) as warned:
        end_tournament(day.t, DESK, day.at)
    assert (warned.value.tables, warned.value.unplayed[0].rounds) == ((2,), (2, 3))
    assert "the result of round 1 at table 2, rounds 2 to 3" in str(warned.value)


def test_a_day_ends_without_a_reason_once_its_final_is_played() -> None:
    day = played()
    day.does(cut_stage(day.t, ("Ann", "Bob"), DESK, day.at))
    with pytest.raises(Overrulable, match=r"not played: the stage “Single elimination” up to its final\."):
        end_tournament(day.t, DESK, day.at)
    day.plays(1, "Ann Bob 1-0")
    assert isinstance(day.does(end_tournament(day.t, DESK, day.at))[-1].event, TournamentEnded)


@pytest.mark.parametrize("format", ["single_elimination", "double_elimination"])
def test_a_bracket_is_not_played_before_its_final(format: str) -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", stages=(Stage(format),))  # type: ignore[arg-type]
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0")
    with pytest.raises(Overrulable, match="elimination” up to its final"):
        end_tournament(day.t, DESK, day.at)


def test_a_round_robin_is_played_once_everybody_has_met() -> None:
    day = Day("Ann", "Bob", "Cid", stages=(Stage("round_robin"),))
    for number, tables in enumerate((("Ann Bob 1-0", "Cid bye"), ("Ann Cid 1-0", "Bob bye")), 1):
        day.plays(number, *tables)
    with pytest.raises(Overrulable, match=r"not played: round 3\."):
        end_tournament(day.t, DESK, day.at)
    day.plays(3, "Bob Cid 1-0", "Ann bye")
    assert isinstance(end_tournament(day.t, DESK, day.at)[-1].event, TournamentEnded)


def test_the_end_is_taken_back_without_a_reason() -> None:
    day = four()
    day.does(end_tournament(day.t, DESK, day.at, "It rains."))
    at = day.at - MINUTE + 1
    (back,) = day.does(take_back_end(day.t, DESK, at))
    assert back.event == EndTakenBack(DESK, at)
    assert day.t.end is None


def test_the_end_is_taken_back_within_a_minute_and_the_day_goes_on() -> None:
    day = four()
    day.does(end_tournament(day.t, DESK, day.at, "It rains."))
    ended = day.at - MINUTE
    (back,) = day.does(take_back_end(day.t, DESK, ended + 59_999, "The sun is back."))
    assert isinstance(back.event, EndTakenBack)
    assert reveal_seed(day.t, ended + 2 * MINUTE) == []
    day.records(1, 1, "1-0")
    assert day.t.end is None


def test_the_seed_is_revealed_once_after_a_minute_and_then_the_end_stands() -> None:
    day = four()
    (*_, ended) = day.does(end_tournament(day.t, DESK, day.at, "It rains."))
    assert isinstance(ended.event, TournamentEnded)
    assert (ended.event.seed, day.t.revealed_seed) == ("", "")
    at = ended.event.at
    assert reveal_seed(day.t, at + MINUTE - 1) == []
    with pytest.raises(Refused, match="60 seconds"):
        take_back_end(day.t, DESK, at + MINUTE, "too late")
    (revealed,) = day.does(reveal_seed(day.t, at + MINUTE))
    assert revealed.event == SeedRevealed(SEED, at + MINUTE)
    assert (day.t.revealed_seed, reveal_seed(day.t, at + MINUTE)) == (SEED, [])
    with pytest.raises(Refused, match="60 seconds"):
        take_back_end(day.t, DESK, at + 1, "a clock that went back")


def test_an_older_tournament_revealed_its_seed_with_its_end() -> None:
    day = four()
    (*_, ended) = end_tournament(day.t, DESK, day.at, "enough")
    assert isinstance(ended.event, TournamentEnded)
    older = type(ended)(day.t.seq + 1, day.t.seq, "", TournamentEnded(SEED, DESK, day.at))
    day.does([older])
    assert day.t.revealed_seed == SEED
    with pytest.raises(Refused, match="60 seconds"):
        take_back_end(day.t, DESK, day.at, "why not")


def test_a_cut_is_taken_back_until_the_next_stage_is_played() -> None:
    day = played()
    day.does(cut_stage(day.t, ("Ann", "Bob"), DESK, day.at))
    day.pairs(1, "Ann Bob")
    day.does(take_back_cut(day.t, DESK, day.at, "Cid was forgotten."))
    assert (day.t.current_stage, [known.stage for known in day.t.rounds]) == (1, [1, 1])
    with pytest.raises(Refused, match="No cut was made yet"):
        take_back_cut(day.t, DESK, day.at, "once more")
    day.does(cut_stage(day.t, ("Ann", "Cid"), DESK, day.at))
    day.pairs(1, "Ann Cid")
    day.starts(1)
    with pytest.raises(Refused, match="Stage 2 is being played"):
        take_back_cut(day.t, DESK, day.at, "too late")
