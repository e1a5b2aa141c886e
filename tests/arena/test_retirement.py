"""Summoners leave team play: the teammate plays on, and a team loses once both have left."""

from __future__ import annotations

import random
from functools import cache

import pytest

from domain import arena, table
from domain.arena.board import Board
from domain.arena.facts import TurnBegan
from domain.chance import seed_commitment
from domain.decider import Unplayable
from domain.model import Answered, Fact, Seat
from domain.snapshot import restore_position, take_snapshot
from domain.table import Match, MatchEnded, MatchOpened, SeatClaimed, SeatRetired
from replays.audits.verify import verify

from .matches import RULES, some_answer
from .test_properties import assert_sound

SEEDS = range(8)
every_match = pytest.mark.parametrize("seed", SEEDS)


def begin(seed: int) -> tuple[list[Fact], Match[Board]]:
    """A match of team play in which every seat is taken, about to draft."""
    secret = f"seed {seed}"
    log = table.open_match(
        MatchOpened("arena", 1, {"chapter": 4}, 4, "digest", seed_commitment(secret), 1, seed=secret)
    )
    match: Match[Board] = table.fold(RULES, log)
    for seat in range(4):
        facts, match = table.claim_seat(RULES, match, SeatClaimed(seat, f"player {seat}", f"nonce {seat}", 2))
        log += facts
    return log, match


def leave(match: Match[Board], seat: Seat) -> tuple[list[Fact], Match[Board]]:
    facts, after = table.retire_seat(RULES, match, SeatRetired(seat, 50))
    return facts, after


@cache
def play(seed: int) -> tuple[list[Fact], list[Match[Board]]]:
    """A match by chance, in which up to three Summoners leave at any moment."""
    luck = random.Random(seed)
    log, match = begin(seed)
    moments = [match]
    leavers = luck.sample(range(4), 1 + seed % 3)
    moment_of_leaving = {luck.randint(5, 160): seat for seat in leavers}
    while match.ended is None:
        question = table.open_question(RULES, match)
        assert question is not None
        if len(moments) in moment_of_leaving:
            facts, match = leave(match, moment_of_leaving[len(moments)])
        else:
            facts, match = table.answer_question(
                RULES, match, Answered(question.seat, some_answer(luck, question), 50)
            )
        log += facts
        moments.append(match)
    return log, moments


@every_match
def test_a_match_that_summoners_leave_is_decided_again_as_it_was(seed: int) -> None:
    log, moments = play(seed)
    assert table.fold(RULES, log) == moments[-1]
    assert verify(RULES, log).difference == ""


@every_match
def test_sa_707_who_left_is_asked_nothing_more_and_the_board_stays_sound(seed: int) -> None:
    _, moments = play(seed)
    for match in moments:
        question, retired = table.open_question(RULES, match), match.position.board.retired
        assert question is None or question.seat not in retired
        if match.ended is None:
            assert_sound(match.position)
            standing = take_snapshot(arena.write_position, match.position)
            assert restore_position(RULES, standing, match.seq).board == match.position.board


@every_match
def test_the_hand_of_who_left_is_for_the_teammate_alone(seed: int) -> None:
    _, moments = play(seed)
    for match in moments[::5]:
        board = match.position.board
        for seat in board.retired:
            for viewer in table.all_viewers(RULES, match):
                hand = RULES.redact_board(board, viewer).summoners[seat].hand
                assert any(hand) == (bool(board.summoners[seat].hand) and viewer.sees_hand(seat))


@pytest.mark.parametrize(("leavers", "winners"), [((0, 3), (1, 2)), ((2, 3, 1), (0, 3)), ((1, 0, 2), (0, 3))])
def test_a_team_loses_once_both_have_left(leavers: tuple[Seat, ...], winners: tuple[Seat, ...]) -> None:
    """In team play A and D are blue, B and C red (SA-106)."""
    _, match = begin(5)
    for seat in leavers[:-1]:
        _, match = leave(match, seat)
        assert match.ended is None
    facts, match = leave(match, leavers[-1])
    assert isinstance(facts[-1].event, MatchEnded)
    assert facts[-1].event.winners == winners
    assert table.side_ranks(
        RULES.list_sides(match.position.board), match.position.board.retired, winners
    ) == ((1, 2) if 0 in winners else (2, 1))


def test_a_turn_of_who_left_ends_as_it_begins_and_the_teammate_goes_on() -> None:
    _, moments = play(0)
    match = next(match for match in moments if match.position.board.active)
    question = table.open_question(RULES, match)
    assert question is not None
    facts, after = leave(match, question.seat)
    [ended, *_] = [fact for fact in facts if isinstance(fact.event, Answered)]
    assert isinstance(ended.event, Answered)
    assert (ended.event.picks, ended.rule) == (("end",), "SA-707")
    assert any(isinstance(fact.event, TurnBegan) for fact in facts)
    assert after.ended is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("retired=1,1", "A seat leaves once, and there are 4."),
        ("retired=0,3", "Of each team at least one Summoner plays on."),
    ],
)
def test_no_position_has_other_leavers(words: str, sentence: str) -> None:
    _, moments = play(0)
    match = next(m for m in moments if m.position.board.active and not m.position.board.retired)
    position = arena.write_position(match.position.board)
    with pytest.raises(Unplayable, match=sentence):
        arena.read_position(position.replace(" / play ", f" / play {words} "), RULES.book)
