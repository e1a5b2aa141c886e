"""Clocks: what each says is in the record, a flag falls once, and what it leads to was agreed on."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain import table
from domain.clocks import Clock, ClockReading, Clocks, Flag
from domain.model import Answered, Fact
from domain.script import Script, choose_one
from domain.table import CLOCK, FlagFell, MatchEnded, Paused, Resumed, ServiceAway, WrongMoment
from replays.audits.verify import verify

from .toy_game import Said, T
from .toy_matches import ANN, BOB, OPENED, ToyMatchGame


def talk(t: T) -> Script[None]:
    """A greeting first; then the other seat says a word."""
    if not t.board.words:
        yield Said("welcome")
        return
    for word in (yield from choose_one(1, "word", ("hello", "Good night"))):
        yield Said(word)


RULES = ToyMatchGame(talk)
FISCHER = Clock("fischer", 10, 2)


def seated(clock: Clock) -> list[Fact]:
    """Both are seated at 300, and seat 0 is asked from then on."""
    log = table.open_match(replace(OPENED, clock=clock))
    for who in (ANN, BOB):
        log += table.claim_seat(RULES, table.fold(RULES, log), who).facts
    return log


def says(log: list[Fact], seat: int, pick: str, at: int) -> list[Fact]:
    return log + table.answer_question(RULES, table.fold(RULES, log), Answered(seat, (pick,), at)).facts


def clocks(log: list[Fact]) -> Clocks:
    found = table.fold(RULES, log).clocks
    assert found is not None
    return found


def due(log: list[Fact]) -> FlagFell | None:
    return table.next_flag(RULES, table.fold(RULES, log))


def fallen(log: list[Fact]) -> list[Fact]:
    fell = due(log)
    assert fell is not None
    return log + table.fall_flag(RULES, table.fold(RULES, log), fell).facts


@pytest.mark.parametrize(
    ("clock", "used", "left"),
    [(FISCHER, 4000, 8000), (Clock("match", 10), 4000, 6000), (Clock("move", 10), 4000, 10_000)],
)
def test_an_answer_tells_what_its_clock_said_and_a_replay_knows_it(
    clock: Clock, used: int, left: int
) -> None:
    log = seated(clock)
    assert clocks(log) == Clocks((10_000, 10_000), 300)
    log = says(log, 0, "go", 4300)
    (told,) = [fact.event for fact in log if isinstance(fact.event, Answered) and fact.event.seat == 0]
    assert told.clock == ClockReading(used, left)
    assert clocks(log) == Clocks((left, 10_000), 4300)
    assert due(log) == FlagFell(1, 14_300)
    assert verify(RULES, log).ok
    forged = [
        replace(fact, event=replace(told, clock=ClockReading(1, 9999))) if fact.event == told else fact
        for fact in log
    ]
    assert not verify(RULES, forged).ok


def test_nothing_is_answered_once_the_time_is_up() -> None:
    with pytest.raises(WrongMoment, match="The time of seat 0 was up"):
        says(seated(FISCHER), 0, "go", 10_300)


@pytest.mark.parametrize(
    ("flag", "follows", "status"),
    [("loss", MatchEnded, "over"), ("judge", Paused, "paused"), ("note", None, "playing")],
)
def test_what_a_fallen_flag_leads_to_was_agreed_on(flag: Flag, follows: type | None, status: str) -> None:
    log = seated(replace(FISCHER, flag=flag))
    after = fallen(log)[len(log) :]
    assert after[0].event == FlagFell(0, 10_300)
    assert [type(fact.event) for fact in after[1:]] == ([follows] if follows else [])
    match = table.fold(RULES, log + after)
    assert table.match_status(match) == status
    if match.ended is not None:
        assert match.ended.winners == (1,)
    else:  # who has no time left plays on without a clock
        if match.is_paused:
            assert match.offers.paused == Paused(CLOCK, 10_300)
            after += table.resume_match(RULES, match, Resumed("judge:jo", 20_000)).facts
        assert due(log + after) is None
        after = says(log + after, 0, "go", 90_000)[len(log) :]
        assert due(log + after) == FlagFell(1, 100_000)
    assert verify(RULES, log + after).ok


def test_a_pause_and_the_services_absence_are_nobodys_time() -> None:
    log = seated(FISCHER)
    log += table.pause_match(RULES, table.fold(RULES, log), Paused("judge:jo", 1300)).facts
    assert due(log) is None
    log += table.resume_match(RULES, table.fold(RULES, log), Resumed("judge:jo", 50_000)).facts
    assert due(log) == FlagFell(0, 59_000)
    log += table.exclude_absence(RULES, table.fold(RULES, log), ServiceAway(52_000, 80_000)).facts
    assert due(log) == FlagFell(0, 87_000)
    log = says(log, 0, "go", 81_000)
    assert clocks(log).left == (8_000, 10_000)  # 1 s, 2 s and 1 s were used, 2 s came on top
    assert verify(RULES, log).ok


def test_without_a_clock_nothing_falls() -> None:
    log = table.open_match(OPENED)
    with pytest.raises(WrongMoment, match="No flag has fallen"):
        table.fall_flag(RULES, table.fold(RULES, log), FlagFell(0, 1))
