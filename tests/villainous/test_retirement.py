"""Players leave matches of three and more: the others play on, and the house rule passes their turns."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

import pytest

from domain import table, villainous
from domain.decider import Unplayable
from domain.model import Answered, Fact
from domain.snapshot import Snapshot, restore_position, take_snapshot
from domain.table import Match, MatchEnded, SeatClaimed, SeatRetired, WrongMoment
from domain.villainous.board import Board
from replays.audits.verify import verify
from tests.villainous.matches import named_in, open_to, opened, owned, some_answer
from tests.villainous.play import RULES, plain

MATCHES = [(seed, 3 + seed % 4) for seed in range(12)]
every_match = pytest.mark.parametrize(("seed", "seats"), MATCHES)


class Moment(NamedTuple):
    """One command of a match, and where it led."""

    before: Match[Board]
    facts: list[Fact]
    after: Match[Board]


def begin(seed: int, seats: int) -> tuple[list[Fact], Match[Board]]:
    """A match in which every seat is taken."""
    log = opened(seed, seats)
    match = table.fold(RULES, log)
    for seat in range(seats):
        facts, match = table.claim_seat(RULES, match, SeatClaimed(seat, f"player {seat}", f"nonce {seat}", 5))
        log += facts
    return log, match


@cache
def play(seed: int, seats: int) -> tuple[list[Fact], list[Moment]]:
    """A match by chance, which its players leave one after the other at any moment until one is left."""
    luck = random.Random(seed)
    log, match = begin(seed, seats)
    moments = []
    while match.ended is None:
        before, question = match, table.open_question(RULES, match)
        assert question is not None
        staying = [seat for seat in range(seats) if seat not in match.position.board.retired]
        if luck.random() < 0.04 or match.ply > 250:
            leaving = question.seat if luck.random() < 0.5 else luck.choice(staying)
            facts, match = table.retire_seat(RULES, match, SeatRetired(leaving, 50 + match.seq))
        else:
            answered = Answered(question.seat, some_answer(luck, question), 50 + match.seq)
            facts, match = table.answer_question(RULES, match, answered)
        log += facts
        moments.append(Moment(before, facts, match))
    return log, moments


@every_match
def test_a_match_that_players_leave_folds_and_is_decided_again_as_it_was(seed: int, seats: int) -> None:
    log, moments = play(seed, seats)
    assert table.fold(RULES, log) == moments[-1].after
    assert verify(RULES, log).difference == ""


@every_match
def test_vi_c10_who_left_is_asked_nothing_more_and_the_board_stays_sound(seed: int, seats: int) -> None:
    _, moments = play(seed, seats)
    cards = owned(moments[0].before.position.board)
    for _, facts, after in moments:
        board, question = after.position.board, table.open_question(RULES, after)
        assert (question is None) == (after.ended is not None)
        assert question is None or question.seat not in board.retired
        assert owned(board) == cards
        passed = [fact for fact in facts if fact.rule == "VI-C10"]
        assert all(isinstance(f.event, Answered) and f.event.seat in board.retired for f in passed)
        standing = take_snapshot(villainous.write_position, after.position)
        if after.ended is None:
            assert restore_position(RULES, Snapshot(*standing), after.seq).board == board


@every_match
def test_who_left_never_wins_and_the_last_to_stay_does(seed: int, seats: int) -> None:
    _, moments = play(seed, seats)
    last = moments[-1]
    board, ended = last.after.position.board, last.after.ended
    assert ended is not None
    staying = {*range(seats)} - {*board.retired}
    assert len(ended.winners) == 1
    assert {*ended.winners} <= staying
    places = table.side_ranks(RULES.list_sides(board), board.retired, ended.winners)
    assert [places[seat] for seat in board.retired] == sorted(
        (places[seat] for seat in board.retired), reverse=True
    )
    assert all(places[seat] > len(staying) for seat in board.retired)
    assert places[ended.winners[0]] == 1


@every_match
def test_what_who_left_held_stays_hidden(seed: int, seats: int) -> None:
    _, moments = play(seed, seats)
    for before, facts, after in moments[::3]:
        if not after.position.board.retired:
            continue
        for viewer in table.all_viewers(RULES, after):
            scene = plain(table.make_scene(RULES, after, viewer)).replace(
                plain(after.position.board.rulings), ""
            )
            assert named_in(scene) <= open_to(after.position, viewer)
        match, known = before, {v: open_to(before.position, v) for v in table.all_viewers(RULES, before)}
        for fact in facts:
            match = table.evolve(RULES, match, fact)
            for viewer, seen in known.items():
                known[viewer] = open_to(match.position, viewer)
                assert named_in(table.redact_fact(RULES, fact, viewer).event) <= seen | known[viewer]


def test_a_match_of_six_ends_when_five_have_left_one_after_the_other() -> None:
    log, match = begin(1, 6)
    for seat in (4, 0, 2, 5, 1):
        assert match.ended is None
        facts, match = table.retire_seat(RULES, match, SeatRetired(seat, 9))
        log += facts
    end = log[-1]
    assert isinstance(end.event, MatchEnded)
    assert end.event.winners == (3,)
    result = table.match_result(RULES, match, end.event, log[end.cause - 1].event, end.rule, 9)
    assert [side.place for side in result.sides] == [5, 2, 4, 1, 6, 3]
    assert (result.how, result.by) == ("conceded", "seat-1")


def test_the_turns_of_who_left_pass_and_nobody_leaves_twice() -> None:
    _, match = begin(2, 3)
    facts, match = table.retire_seat(RULES, match, SeatRetired(0, 9))
    assert match.position.board.seat == 1
    assert [fact.rule for fact in facts if isinstance(fact.event, Answered)] == ["VI-C10"]
    with pytest.raises(WrongMoment, match="You have left this match"):
        table.retire_seat(RULES, match, SeatRetired(0, 9))


def test_a_match_of_two_is_conceded_and_not_left() -> None:
    _, match = begin(2, 2)
    with pytest.raises(WrongMoment, match="each of them can concede it"):
        table.retire_seat(RULES, match, SeatRetired(0, 9))


def test_those_who_stay_agree_on_a_draw_among_themselves() -> None:
    _, match = begin(3, 4)
    match = table.retire_seat(RULES, match, SeatRetired(2, 9)).match
    for seat in (0, 1, 3):
        assert match.ended is None
        match = table.offer_draw(RULES, match, table.DrawOffered(seat, 10)).match
    assert match.ended is not None
    board = match.position.board
    assert table.side_ranks(RULES.list_sides(board), board.retired, match.ended.winners) == (1, 1, 4, 1)


def test_who_left_during_a_pause_is_passed_over_once_it_ends() -> None:
    _, match = begin(4, 3)
    match = table.pause_match(RULES, match, table.Paused("judge:Ann", 8)).match
    match = table.retire_seat(RULES, match, SeatRetired(0, 9)).match
    assert match.is_paused
    match = table.resume_match(RULES, match, table.Resumed("judge:Ann", 10)).match
    question = table.open_question(RULES, match)
    assert question is not None
    assert question.seat == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("retired=1,1", "A seat leaves once, and at least two play on."),
        ("retired=0,1", "A seat leaves once, and at least two play on."),
        ("retired=7", "There is no seat 7."),
    ],
)
def test_no_position_has_other_leavers(words: str, sentence: str) -> None:
    _, match = begin(5, 3)
    position = villainous.write_position(match.position.board)
    assert " / move " in position
    with pytest.raises(Unplayable, match=sentence):
        RULES.load_study(position.replace(" / move ", f" / move {words} "))
