"""What holds in every match: checked in whole matches and in wild positions, whatever their seed."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import msgspec
import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from domain import decider, notation, table
from domain.arena.board import Board
from domain.arena.defaults import hand_size
from domain.arena.facts import (
    CardBanished,
    CharacterUpgraded,
    TurnEnded,
)
from domain.decider import Illegal, Position
from domain.games import VOCABULARY
from domain.model import Answered
from domain.table import Match, MatchEnded, SeatClaimed
from tests.examples import examples

from .matches import RULES, SETTINGS, Setting, by_turns, cards_of, wander, whole_match, wild_board
from .play import book

SEEDS = st.integers(0, 2**32)
EVERY = st.sampled_from(SETTINGS)
"""Every chapter, edition and number of seats."""

matches = lru_cache(maxsize=64)(whole_match)
few = examples(8)
many = examples(40)


# -- every position ----------------------------------------------------------------------------------


def assert_sound(position: Position[Board]) -> None:
    """Fails unless *position* could lie on a table."""
    board = position.board
    question = decider.open_question(RULES, position)
    assert (question is None) is (board.stage == "over")
    if question is not None:
        assert question.options
        assert len(set(question.options)) == len(question.options)
        assert 0 <= question.least <= question.most <= len(question.options)
    assert min(board.points) >= 0
    standing = [figure.at for figure in board.figures.values() if figure.at]
    assert len(set(standing)) == len(standing)
    for who, figure in board.figures.items():
        assert 0 <= figure.hp <= book().characters[figure.code].hp, who
        assert all(counters > 0 for counters in figure.statuses.values())
        assert figure.hp or figure.at or not figure.statuses, who
        assert bool(figure.at) is bool(figure.hp) or position.running is not None or board.stage == "setup"
    for seat, mine in enumerate(board.summoners if board.stage != "setup" else ()):
        resolving = [board.resolving] if board.resolving and board.figures[board.active].seat == seat else []
        piles = Counter([*mine.deck, *mine.hand, *mine.discards, *mine.banished, *resolving])
        assert piles == Counter(cards_of(board.figures, seat))
    if position.running is None:
        assert board.resolving == ""


@forall(SEEDS, EVERY)
@few
def test_every_position_of_a_match_is_sound(seed: int, setting: Setting) -> None:
    """One question or the end; SA-408, SA-605; cards are conserved; nobody shares a space (SA-304)."""
    for step in matches(seed, setting)[1]:
        if step.after.is_full:
            assert_sound(step.after.position)


@forall(SEEDS, EVERY)
@many
def test_every_position_after_a_wild_one_is_sound(seed: int, setting: Setting) -> None:
    for position, facts in wander(wild_board(seed, setting), seed, 12):
        assert_sound(position)
        for fact in facts:
            assert fact.cause < fact.seq


@forall(SEEDS, EVERY)
@few
def test_sa_701_after_an_ending_phase_no_hand_is_over_the_limit(seed: int, setting: Setting) -> None:
    """SA-701"""
    log, _ = matches(seed, setting)
    match: Match[Any] | None = None
    for fact in log:
        match = table.fold(RULES, [fact], match)
        if isinstance(fact.event, TurnEnded):
            board = match.position.board
            seat = board.figures[fact.event.who].seat
            assert len(board.summoners[seat].hand) <= hand_size(board, book(), seat)


@forall(SEEDS, st.sampled_from([setting for setting in SETTINGS if setting.chapter == 4]))
@few
def test_sa_802_upgrades_take_their_gears_and_nothing_else_leaves_a_discard_pile(
    seed: int, setting: Setting
) -> None:
    """SA-801, SA-802, SA-804"""
    log, steps = matches(seed, setting)
    figures = steps[-1].after.position.board.figures
    taken: Counter[str] = Counter()
    printed: Counter[str] = Counter()
    for fact in log:
        if isinstance(fact.event, CardBanished) and fact.event.pile == "discards":
            taken[book().cards[fact.event.card].printed.gear] += 1
        if isinstance(fact.event, CharacterUpgraded):
            printed.update(book().characters[figures[fact.event.who].code].cost)
    assert taken == printed


@forall(SEEDS, EVERY)
@few
def test_a_match_ends_with_the_result_that_its_points_give(seed: int, setting: Setting) -> None:
    """SA-704, SA-705"""
    log, steps = matches(seed, setting)
    ended = log[-1].event
    points = steps[-1].after.position.board.points
    assert isinstance(ended, MatchEnded)
    assert ended.scores == points
    teams = steps[-1].after.position.board.teams
    winners = tuple(seat for seat, team in enumerate(teams) if points[team] > points[1 - team])
    assert ended.winners == winners
    assert ended.winners or setting.chapter < 3
    assert log[-1].rule == ("SA-705" if points[0] == points[1] else "SA-704")


# -- the log -----------------------------------------------------------------------------------------


@forall(SEEDS, EVERY)
@few
def test_the_fold_of_a_log_is_the_live_match_and_every_prefix_is_a_position(
    seed: int, setting: Setting
) -> None:
    log, steps = matches(seed, setting)
    assert [fact.seq for fact in log] == list(range(1, len(log) + 1))
    live = {step.after.seq: step.after for step in steps}
    match: Match[Any] | None = None
    for fact in log:
        match = table.fold(RULES, [fact], match)
        assert match.seq == fact.seq
        assert match == live.get(fact.seq, match)
        assert 0 <= fact.cause < fact.seq
    assert table.fold(RULES, log) == steps[-1].after


@forall(SEEDS, EVERY)
@few
def test_deciding_the_answers_again_gives_the_same_log(seed: int, setting: Setting) -> None:
    """Each from the fold of all that was before it, so a half-told effect is picked up where it stopped."""
    log, steps = matches(seed, setting)
    again = log[:1]
    for step in steps:
        match: Match[Any] = table.fold(RULES, again)
        if isinstance(step.said, SeatClaimed):
            again = [*again, *table.claim_seat(RULES, match, step.said).facts]
        else:
            again = [*again, *table.answer_question(RULES, match, step.said).facts]
    assert again == log


@forall(SEEDS, EVERY)
@few
def test_every_fact_has_a_line_and_every_line_its_fact(seed: int, setting: Setting) -> None:
    for fact in matches(seed, setting)[0]:
        assert notation.read_fact(notation.write_fact(fact), VOCABULARY) == fact
        event = fact.event
        assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event


# -- what may be answered ----------------------------------------------------------------------------


@forall(SEEDS, EVERY)
@many
def test_every_option_can_be_taken_and_nothing_else(seed: int, setting: Setting) -> None:
    board = wild_board(seed, setting)
    everything = {
        *(f"{way}:{space}" for space in book().arena.spaces for way in ("move", "move+")),
        *(f"{way}:{who}" for who in board.figures for way in ("attack", "attack+")),
        *(f"play:{card}" for card in book().cards),
        *(f"skill:{code}.s{number}" for code in book().characters for number in (1, 2)),
        *board.figures,
        *book().arena.spaces,
        *book().cards,
        "movement", "action", "upgrade", "end", "lend", "",
    }  # fmt: skip
    for position, _ in wander(board, seed, 3):
        question = decider.open_question(RULES, position)
        if question is None:
            return
        for pick in question.options:
            picks = (pick, *(other for other in question.options if other != pick))[: max(1, question.least)]
            decision = decider.decide(RULES, position, Answered(question.seat, picks), by_turns)
            assert decider.fold(RULES, position, decision.facts) == decision.position
        for pick in everything - set(question.options):
            picks = (pick,) * max(1, question.least)
            with pytest.raises(Illegal) as illegal:
                decider.check_answer(RULES, position, Answered(question.seat, picks))
            assert illegal.value.refusal.sentence
