"""What holds in every match: checked in whole matches and in wild positions, whatever their seed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from domain import core, notation, table
from domain.arena.board import Board, Edition
from domain.arena.facts import CardRevealed, CardsLookedAt, CardsPutBack, TurnEnded
from domain.core import Illegal, Position
from domain.games import VOCABULARY
from domain.table import Match, MatchEnded, SeatClaimed
from domain.words import CHANCE, Answered, Asked, Fact, Viewer

from .matches import RULES, Step, core_chance, wander, whole_match, wild_board
from .play import BLUE_CARDS, ORDER, RED_CARDS, book

SEEDS = st.integers(0, 2**32)
EDITIONS: st.SearchStrategy[Edition] = st.sampled_from(["en", "fr", "it"])
CARD = re.compile(r"\b[A-Z]{3}(?:0[1-9]|10)\b")

matches = lru_cache(maxsize=64)(whole_match)
few = settings(max_examples=25, deadline=None)
many = settings(max_examples=250, deadline=None)


# -- every position ----------------------------------------------------------------------------------


def assert_sound(position: Position[Board]) -> None:
    """Fails unless *position* could lie on a table."""
    board = position.board
    question = core.asked(RULES, position)
    assert (question is None) is (board.stage == "over")
    if question is not None:
        assert question.options
        assert len(set(question.options)) == len(question.options)
        assert 0 <= question.least <= question.most <= len(question.options)
    assert min(board.points) >= 0
    standing = [figure.at for figure in board.figures.values() if figure.at]
    assert len(set(standing)) == len(standing)
    for who, figure in board.figures.items():
        assert 0 <= figure.hp <= book().characters[who].hp
        assert all(counters > 0 for counters in figure.statuses.values())
        assert figure.hp or not figure.statuses
        assert bool(figure.at) is bool(figure.hp) or position.running is not None or board.stage == "setup"
    for mine, cards in zip(board.summoners, (BLUE_CARDS, RED_CARDS), strict=True):
        resolving = [board.resolving] if board.resolving in cards else []
        piles = Counter([*mine.deck, *mine.hand, *mine.discards, *mine.banished, *resolving])
        assert piles == Counter(cards) or board.stage == "setup"
    if position.running is None:
        assert board.resolving == ""


@forall(SEEDS, EDITIONS)
@few
def test_every_position_of_a_match_is_sound(seed: int, edition: Edition) -> None:
    """One question or the end; SA-408, SA-605; cards are conserved; nobody shares a space (SA-304)."""
    for step in matches(seed, edition)[1]:
        if step.after.full:
            assert_sound(step.after.position)


@forall(SEEDS, EDITIONS)
@many
def test_every_position_after_a_wild_one_is_sound(seed: int, edition: Edition) -> None:
    for position, facts in wander(wild_board(seed, edition), seed, 12):
        assert_sound(position)
        for fact in facts:
            assert fact.cause < fact.seq


@forall(SEEDS, EDITIONS)
@few
def test_sa_701_after_an_ending_phase_no_hand_is_over_the_limit(seed: int, edition: Edition) -> None:
    """SA-701"""
    log, _ = matches(seed, edition)
    match: Match[Any] | None = None
    for fact in log:
        match = table.fold(RULES, [fact], match)
        if isinstance(fact.event, TurnEnded):
            assert all(len(mine.hand) <= 6 for mine in match.position.board.summoners)


@forall(SEEDS, EDITIONS)
@few
def test_a_match_ends_with_the_result_that_its_points_give(seed: int, edition: Edition) -> None:
    """SA-704, SA-705"""
    log, steps = matches(seed, edition)
    ended = log[-1].event
    points = steps[-1].after.position.board.points
    assert isinstance(ended, MatchEnded)
    assert ended.scores == points
    assert ended.winners == (() if points[0] == points[1] else (points.index(max(points)),))
    assert log[-1].rule == ("SA-705" if points[0] == points[1] else "SA-704")


# -- the log -----------------------------------------------------------------------------------------


@forall(SEEDS, EDITIONS)
@few
def test_the_fold_of_a_log_is_the_live_match_and_every_prefix_is_a_position(
    seed: int, edition: Edition
) -> None:
    log, steps = matches(seed, edition)
    assert [fact.seq for fact in log] == list(range(1, len(log) + 1))
    live = {step.after.seq: step.after for step in steps}
    match: Match[Any] | None = None
    for fact in log:
        match = table.fold(RULES, [fact], match)
        assert match.seq == fact.seq
        assert match == live.get(fact.seq, match)
        assert 0 <= fact.cause < fact.seq
    assert table.fold(RULES, log) == steps[-1].after


@forall(SEEDS, EDITIONS)
@few
def test_deciding_the_answers_again_gives_the_same_log(seed: int, edition: Edition) -> None:
    """Each from the fold of all that was before it, so a half-told effect is picked up where it stopped."""
    log, steps = matches(seed, edition)
    again = log[:1]
    for step in steps:
        match: Match[Any] = table.fold(RULES, again)
        if isinstance(step.said, SeatClaimed):
            again = [*again, *table.claim(RULES, match, step.said).facts]
        else:
            again = [*again, *table.answer(RULES, match, step.said).facts]
    assert again == log


@forall(SEEDS, EDITIONS)
@few
def test_every_fact_has_a_line_and_every_line_its_fact(seed: int, edition: Edition) -> None:
    for fact in matches(seed, edition)[0]:
        assert notation.read_fact(notation.write_fact(fact), VOCABULARY) == fact
        event = fact.event
        assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event
        if isinstance(event, Answered):
            assert notation.read_answer(notation.write_answer(event)) == (event.seat, event.picks)


# -- what may be answered ----------------------------------------------------------------------------


@forall(SEEDS, EDITIONS)
@many
def test_every_option_can_be_taken_and_nothing_else(seed: int, edition: Edition) -> None:
    everything = {
        *(f"move:{space}" for space in book().arena.spaces),
        *(f"attack:{who}" for who in ORDER),
        *(f"play:{card}" for card in book().cards),
        *ORDER,
        *book().arena.spaces,
        *book().cards,
        "movement", "action", "end", "",
    }  # fmt: skip
    for position, _ in wander(wild_board(seed, edition), seed, 3):
        question = core.asked(RULES, position)
        if question is None:
            return
        for pick in question.options:
            picks = (pick, *(other for other in question.options if other != pick))[: max(1, question.least)]
            decision = core.decide(RULES, position, Answered(question.seat, picks), core_chance)
            assert core.fold(RULES, position, decision.facts) == decision.position
        for pick in everything - set(question.options):
            picks = (pick,) * max(1, question.least)
            with pytest.raises(Illegal) as illegal:
                core.check(RULES, position, Answered(question.seat, picks))
            assert illegal.value.refusal.sentence


# -- what may be seen --------------------------------------------------------------------------------


def unseen(match: Match[Any], viewer: Viewer) -> set[str]:
    """The cards of which *viewer* may not know where they lie: the decks, and the hands of others."""
    return {
        card
        for seat, mine in enumerate(match.position.board.summoners)
        for card in (*mine.deck, *(() if seat in viewer.shares else mine.hand))
    }


def announced(match: Match[Any]) -> set[str]:
    """The card that an answer has put on the table, though it is not played yet: its phase is being asked."""
    running = match.position.running
    started = running.told[0].event if running is not None else None
    return {pick.removeprefix("play:") for pick in started.picks} if isinstance(started, Answered) else set()


def own_look(fact: Fact, viewer: Viewer) -> bool:
    """Whether *fact* is of a look at the top of the viewer's own deck (SA-410)."""
    event = fact.event
    if isinstance(event, Asked):
        return event.prompt == "order-of-cards" and event.seat in viewer.shares
    if isinstance(event, Answered):
        return event.secret and event.seat in viewer.shares
    return isinstance(event, CardsLookedAt | CardsPutBack) and event.seat in viewer.shares


def leaks(step: Step, viewer: Viewer) -> Iterator[str]:
    """Yields every hidden card that *viewer* learns of in *step*."""
    hidden = unseen(step.after, viewer) - announced(step.after)
    if step.before.full:
        hidden &= unseen(step.before, viewer)
    for fact in step.facts:
        if not isinstance(fact.event, CardRevealed) and not own_look(fact, viewer):
            yield from _named(table.shown(RULES, fact, viewer)) & hidden
    scene = table.scene(RULES, step.after, viewer)
    looked_at = set()
    if scene.question is not None and scene.question.prompt == "order-of-cards":
        looked_at = set(scene.question.options) if scene.question.seat in viewer.shares else set()
    yield from _named(scene) & hidden - looked_at


def _named(told: object) -> set[str]:
    return set(CARD.findall(msgspec.json.encode(told).decode()))


@forall(SEEDS, EDITIONS)
@few
def test_nothing_hidden_leaks(seed: int, edition: Edition) -> None:
    """SA-410: no card that lies in another's hand or in a deck is ever named to a player or a spectator."""
    for step in matches(seed, edition)[1]:
        for viewer in table.viewers(RULES, step.after):
            if CHANCE not in viewer.shares:
                assert list(leaks(step, viewer)) == []


@forall(SEEDS, EDITIONS)
@few
def test_the_judge_sees_it_all_but_seeds_and_tokens(seed: int, edition: Edition) -> None:
    log, steps = matches(seed, edition)
    judge = table.viewers(RULES, steps[-1].after)[-1]
    assert [table.shown(RULES, fact, judge) for fact in log[3:]] == log[3:]
    first = b"".join(msgspec.json.encode(table.shown(RULES, fact, judge)) for fact in log[:3])
    assert b"seed 0" not in first
    assert f"seed {seed}".encode() not in first
    assert b"hash" not in first
