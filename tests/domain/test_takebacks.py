"""Taking back: a seat goes on from before an answer of its own, if all agree and nothing was seen."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain import table
from domain.arena.facts import CardDrawn
from domain.model import Answered, Fact, Seat
from domain.table import Conceded, Match, MatchOpened, Rewound, TakebackAsked, WrongMoment
from replays.audits.verify import verify
from tests.replays.conftest import golden, take

Facts = tuple[Fact, ...]

RULES = take("arena", version=1).rules
RECORD = golden("arena-a-takeback")
ASKED = [fact.seq for fact in RECORD if isinstance(fact.event, TakebackAsked)]
"""Blue takes back in an effect of its own; red asks, and blue agrees; blue asks, and red answers instead."""


def before(nth: int) -> tuple[Facts, Match[Any], TakebackAsked]:
    """Returns the match of the golden as it stood before somebody asked to go back for the nth time."""
    facts = RECORD[: ASKED[nth] - 1]
    asked = RECORD[ASKED[nth] - 1].event
    assert isinstance(asked, TakebackAsked)
    return facts, table.fold(RULES, facts), asked


def test_the_record_stands_the_test() -> None:
    assert verify(RULES, RECORD).ok


def test_in_an_effect_of_its_own_a_seat_needs_nobody() -> None:
    facts, match, asked = before(0)
    assert table.is_agreed(RULES, match, asked)
    assert isinstance(RECORD[ASKED[0]].event, Rewound)
    there = table.fold(RULES, RECORD[: ASKED[0] + 1])
    assert table.open_question(RULES, there) == table.open_question(
        RULES, table.fold(RULES, facts[: asked.to])
    )


def test_otherwise_the_other_side_has_to_agree() -> None:
    facts, match, asked = before(1)
    assert not table.is_agreed(RULES, match, asked)
    [fact], waiting = table.take_back(RULES, match, asked, facts)
    assert waiting.offers.takebacks == (asked.seat,)
    assert table.open_question(RULES, waiting) == table.open_question(RULES, match)
    with pytest.raises(WrongMoment, match="You have asked for this already"):
        table.take_back(RULES, waiting, asked, (*facts, fact))
    assert table.is_agreed(RULES, waiting, TakebackAsked(1 - asked.seat, asked.to, 0))
    assert isinstance(RECORD[ASKED[2]].event, Rewound)


def test_a_wish_stands_until_the_next_answer() -> None:
    wished = table.fold(RULES, RECORD[: ASKED[3]])
    assert wished.offers.takebacks
    assert isinstance(RECORD[ASKED[3]].event, Answered)
    assert table.fold(RULES, RECORD[: ASKED[3] + 1]).offers.takebacks == ()


def test_bots_agree_at_once() -> None:
    _, match, asked = before(1)
    opened = match.settings
    bots = tuple("" if seat == asked.seat else "greedy" for seat in range(opened.seats))
    assert table.is_agreed(RULES, replace(match, settings=replace(opened, bots=bots)), asked)


def test_only_an_answer_of_ones_own_is_taken_back() -> None:
    facts, match, asked = before(1)
    other: Seat = 1 - asked.seat
    with pytest.raises(WrongMoment, match="is no answer of yours"):
        table.take_back(RULES, match, replace(asked, seat=other), facts)
    with pytest.raises(WrongMoment, match="There is no answer after fact"):
        table.take_back(RULES, match, replace(asked, to=match.seq), facts)


def test_what_was_drawn_since_is_not_taken_back() -> None:
    drawn = [fact.seq for fact in RECORD if isinstance(fact.event, CardDrawn)]
    for seq in drawn[-3:]:
        facts = RECORD[:seq]
        answer = next(f for f in reversed(facts) if isinstance(f.event, Answered) and f.event.seat >= 0)
        assert isinstance(answer.event, Answered)
        asked = TakebackAsked(answer.event.seat, answer.seq - 1, 0)
        match = table.fold(RULES, facts)
        if any(first <= answer.seq <= last for first, last in match.abandoned):
            continue
        with pytest.raises(WrongMoment, match="What was seen cannot be taken back"):
            table.take_back(RULES, match, asked, facts)


def test_a_match_that_is_over_stays_so() -> None:
    facts, match, asked = before(1)
    conceded, over = table.concede_match(RULES, match, Conceded(0, 0))
    with pytest.raises(WrongMoment, match="The match is over"):
        table.take_back(RULES, over, asked, (*facts, *conceded))


def test_who_sits_at_a_bots_place_is_told_by_the_first_fact() -> None:
    opened = RECORD[0].event
    assert isinstance(opened, MatchOpened)
    assert table.fold(RULES, RECORD[:1]).bots == {}
    seated = replace(RECORD[0], event=replace(opened, bots=("", "greedy")))
    assert table.fold(RULES, (seated,)).bots == {1: "greedy"}
