"""Bots play seats on whose players leave a match of three and more, once all others at the table agree."""

from __future__ import annotations

import random
from functools import cache

import pytest

from domain import table
from domain.model import Answered, Fact, Seat
from domain.table import Match, OfferDeclined, SeatHandedOver, SeatRetired, StandInOffered, WrongMoment
from domain.villainous.board import Board
from replays.audits.verify import verify
from tests.replays.conftest import take
from tests.replays.contested import Contested
from tests.villainous.matches import named_in, open_to, owned, some_answer
from tests.villainous.play import RULES, plain

from .test_retirement import begin

every_match = pytest.mark.parametrize("seed", range(6))


def offer(
    match: Match[Board], seat: Seat, leaver: Seat, bot: str = "greedy"
) -> tuple[list[Fact], Match[Board]]:
    agrees = match.offers.stand_in is not None
    return table.offer_stand_in(RULES, match, StandInOffered(seat, leaver, bot, 20, agrees))


def retire(match: Match[Board], seat: Seat) -> Match[Board]:
    return table.retire_seat(RULES, match, SeatRetired(seat, 9)).match


def answer(match: Match[Board]) -> Match[Board]:
    question = table.open_question(RULES, match)
    assert question is not None
    picks = question.options[: question.least]
    return table.answer_question(RULES, match, Answered(question.seat, picks, 30)).match


@cache
def play(seed: int) -> tuple[list[Fact], list[Match[Board]]]:
    """A match of four by chance: two players leave, and bots play on for them, at any moment."""
    luck = random.Random(seed)
    log, match = begin(seed, 4)
    moments, steps = [match], iter(((0, "left"), (0, "handed"), (1, "own")))
    step = next(steps, None)
    while match.ended is None and match.ply < 160:
        if step is not None and luck.random() < 0.05:
            leaver, how = step
            if how == "left":
                facts, match = table.retire_seat(RULES, match, SeatRetired(leaver, 50 + match.seq))
            else:
                facts = []
                people = [seat for seat in range(4) if seat not in (*match.bots, leaver)]
                for seat in [leaver, *people] if how == "own" else people:
                    further, match = offer(match, seat, leaver)
                    facts += further
            step = next(steps, None)
        else:
            question = table.open_question(RULES, match)
            assert question is not None
            answered = Answered(question.seat, some_answer(luck, question), 50 + match.seq)
            facts, match = table.answer_question(RULES, match, answered)
        log += facts
        moments.append(match)
    return log, moments


@every_match
def test_a_match_in_which_bots_play_on_is_decided_again_as_it_was(seed: int) -> None:
    log, moments = play(seed)
    assert [fact.event.seat for fact in log if isinstance(fact.event, SeatHandedOver)] == [0, 1]
    assert table.fold(RULES, log) == moments[-1]
    assert verify(RULES, log).difference == ""


@every_match
def test_a_seat_that_was_handed_over_is_asked_again_and_no_card_is_lost(seed: int) -> None:
    log, moments = play(seed)
    handed = next(fact.seq for fact in log if isinstance(fact.event, SeatHandedOver))
    answering = {fact.event.seat for fact in log[handed:] if isinstance(fact.event, Answered)}
    assert 0 in answering
    cards = owned(moments[0].position.board)
    assert all(owned(match.position.board) == cards for match in moments)


@every_match
def test_what_the_seat_holds_stays_hidden_from_all_others(seed: int) -> None:
    _, moments = play(seed)
    for match in [moment for moment in moments if moment.stand_ins][::6]:
        for viewer in table.all_viewers(RULES, match):
            scene = plain(table.make_scene(RULES, match, viewer)).replace(
                plain(match.position.board.rulings), ""
            )
            assert named_in(scene) <= open_to(match.position, viewer)


def test_a_bot_plays_for_who_left_once_all_who_stay_agree() -> None:
    _, match = begin(1, 4)
    match = retire(match, 0)
    for seat in (1, 2):
        _, match = offer(match, seat, 0)
        assert match.position.board.retired == (0,)
    facts, match = offer(match, 3, 0)
    assert [type(fact.event) for fact in facts] == [StandInOffered, SeatHandedOver]
    assert (match.position.board.retired, match.bots) == ((), {0: "greedy"})
    assert match.offers == table.Offers()


def test_a_player_hands_the_own_seat_over_and_is_out_of_the_match() -> None:
    _, match = begin(1, 3)
    _, match = offer(match, 2, 2)
    assert table.seats_to_agree(RULES, match, "standin") == {0, 1}
    _, match = offer(match, 0, 2)
    _, match = offer(match, 1, 2)
    assert match.bots == {2: "greedy"}
    question = table.open_question(RULES, match)
    assert question is not None
    assert question.seat == 0


def test_silence_is_no_consent_and_the_next_answer_ends_the_offer() -> None:
    _, match = begin(1, 3)
    _, match = offer(match, 2, 2)
    _, match = offer(match, 0, 2)
    match = answer(match)
    assert (match.bots, match.offers) == ({}, table.Offers())
    with pytest.raises(WrongMoment, match="nothing to agree to"):
        table.offer_stand_in(RULES, match, StandInOffered(1, 2, "greedy", 40, agrees=True))


def test_one_who_declines_ends_the_offer() -> None:
    _, match = begin(1, 3)
    _, match = offer(match, 2, 2)
    match = table.decline_offer(RULES, match, OfferDeclined(1, "standin", 30)).match
    assert match.offers.stand_in is None
    with pytest.raises(WrongMoment, match="nothing to agree to"):
        table.offer_stand_in(RULES, match, StandInOffered(0, 2, "greedy", 40, agrees=True))


def test_bots_agree_by_themselves() -> None:
    _, match = begin(1, 3)
    for seat in (2, 0, 1):
        _, match = offer(match, seat, 2)
    match = retire(match, 1)
    _, match = offer(match, 0, 1)
    assert match.bots == {1: "greedy", 2: "greedy"}


def test_the_result_of_the_seat_is_the_bots() -> None:
    _, match = begin(1, 3)
    match = retire(match, 0)
    for seat in (1, 2):
        _, match = offer(match, seat, 0)
    match = retire(match, 1)
    facts, match = table.retire_seat(RULES, match, SeatRetired(2, 9))
    assert match.ended is not None
    assert match.ended.winners == (0,)
    result = table.match_result(RULES, match, match.ended, facts[0].event, "", 9)
    assert [(side.place, side.stand_ins) for side in result.sides] == [(1, (0,)), (3, ()), (2, ())]
    assert result.winners == frozenset()


def test_no_answer_from_before_a_bot_is_taken_back() -> None:
    log, match = begin(1, 3)
    question = table.open_question(RULES, match)
    assert question is not None
    before = match.seq
    facts, match = table.answer_question(RULES, match, Answered(0, question.options[:1], 30))
    log += facts
    for seat in (2, 0, 1):
        facts, match = offer(match, seat, 2)
        log += facts
    takeback = table.TakebackAsked(0, before, 40)
    with pytest.raises(WrongMoment, match="A bot plays seat 2 since"):
        table.take_back(RULES, match, takeback, log)


def test_a_rewind_gives_no_seat_back_to_who_left_but_another_bot_may_play_it() -> None:
    villains = {"villains": ["maleficent", "captain-hook", "ursula"]}
    c = Contested(take("villainous"), "stand-in-rewound", "stand-in-rewound", villains, seats=3)
    c.retire(2)
    left = c.match.seq
    c.offer_stand_in(0, 2)
    c.offer_stand_in(1, 2)
    c.dispute(0, "We agreed too early.")
    c.rule("rewind", "Back to before the bot.", to=left)
    assert (c.match.bots, c.match.position.board.retired) == ({2: "greedy"}, (2,))
    c.offer_stand_in(0, 2, "quick")
    c.offer_stand_in(1, 2, "quick")
    assert (c.match.bots, c.match.position.board.retired) == ({2: "quick"}, ())
    assert verify(RULES, c.facts).difference == ""


@pytest.mark.parametrize(
    ("seat", "leaver", "sentence"),
    [
        (1, 2, "Seat 2 has not left: a bot may play your own seat, or one that has left."),
        (1, 7, "There are seats 0 to 2."),
        (0, 0, "You have left this match: the others play on."),
    ],
)
def test_a_bot_is_offered_for_no_other_seat(seat: Seat, leaver: Seat, sentence: str) -> None:
    _, match = begin(1, 3)
    match = retire(match, 0)
    with pytest.raises(WrongMoment, match=sentence):
        offer(match, seat, leaver)


def test_a_second_bot_is_not_offered_beside_the_first() -> None:
    _, match = begin(1, 3)
    match = retire(match, 0)
    _, match = offer(match, 1, 0)
    with pytest.raises(WrongMoment, match="The bot greedy is offered for seat 0: agree or decline first"):
        offer(match, 2, 0, "random")
    with pytest.raises(WrongMoment, match="You have agreed to a bot already"):
        offer(match, 1, 0)


def test_two_who_play_hand_nothing_over() -> None:
    _, match = begin(1, 2)
    with pytest.raises(WrongMoment, match="Two play this match"):
        offer(match, 0, 0)
