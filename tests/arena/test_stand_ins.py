"""Bots play Summoners on in team play, once all others at the table agree."""

from __future__ import annotations

import random

import pytest

from domain import table
from domain.model import Answered
from domain.table import SeatHandedOver, SeatRetired, StandInOffered
from replays.audits.verify import verify

from .matches import RULES, some_answer
from .test_properties import assert_sound
from .test_retirement import begin


@pytest.mark.parametrize("seed", range(3))
def test_a_bot_plays_on_for_a_summoner_who_left(seed: int) -> None:
    luck = random.Random(seed)
    log, match = begin(seed)
    steps = {30 + 7 * seed: "retire", 60 + 7 * seed: "offer"}
    while match.ended is None and match.ply < 130:
        step = steps.pop(match.ply, "")
        if step == "retire":
            facts, match = table.retire_seat(RULES, match, SeatRetired(seed, 50))
        elif step == "offer":
            facts = []
            for seat in {0, 1, 2, 3} - {seed}:
                offered = StandInOffered(seat, seed, "quick", 50, match.offers.stand_in is not None)
                further, match = table.offer_stand_in(RULES, match, offered)
                facts += further
            assert match.position.board.retired == ()
        else:
            question = table.open_question(RULES, match)
            assert question is not None
            picks = some_answer(luck, question)
            facts, match = table.answer_question(RULES, match, Answered(question.seat, picks, 50))
        log += facts
        if match.ended is None:
            assert_sound(match.position)
    handed = next(fact.seq for fact in log if isinstance(fact.event, SeatHandedOver))
    answers = [fact for fact in log[handed:] if isinstance(fact.event, Answered) and fact.event.seat == seed]
    assert any(fact.rule != "SA-707" for fact in answers)
    assert not any(fact.rule == "SA-707" for fact in answers)
    assert verify(RULES, log).difference == ""
