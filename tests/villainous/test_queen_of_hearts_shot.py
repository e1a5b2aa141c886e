"""The Queen of Hearts lays out her lawn by order, and takes the shot."""

from __future__ import annotations

import pytest

from domain import decider
from domain.villainous import facts
from domain.villainous.villains.queen_of_hearts.script import objective_progress
from tests.villainous.play import BOOK, RULES, events_of_kind, sits
from tests.villainous.test_queen_of_hearts import LAWN, ME, queen


def test_by_order_two_card_guards_bend_over_and_no_wicket_or_king() -> None:
    yard = "courtyard: / club-guard-1, heart-guard-1 ~wicket, the-king\ntulgey-wood: / spade-guard-1"
    yard += "\nhedge-maze: / club-guard-2"
    with queen("hedge-maze", yard, hand="by-order-1") as match:
        match.says(ME, "play:by-order-1")
        assert match.asks() == (ME, "guard-to-turn", ("club-guard-1", "spade-guard-1", "club-guard-2"))
        assert (match.question.least, match.question.most) == (0, 2)
        assert match.refused(ME, "the-king").startswith("VI-216")
        match.says(ME, "spade-guard-1", "club-guard-1")
        forms = {card: where.form for card, where in match.realm(ME).cards.items()}
        assert (forms["spade-guard-1"], forms["club-guard-1"], forms["club-guard-2"]) == (
            "wicket",
            "wicket",
            "",
        )
        assert (match.realm(ME).power, match.where(ME, "by-order-1")) == (3, "discard")


def test_by_order_fewer_may_bend_over_and_somebody_has_to_be_there() -> None:
    with queen("hedge-maze", "courtyard: / club-guard-1, club-guard-2", hand="by-order-1") as match:
        match.says(ME, "play:by-order-1")
        assert events_of_kind(match.says(ME), facts.CardTurned) == []
    with queen("hedge-maze", LAWN, hand="by-order-1") as match:
        assert match.refused(ME, "play:by-order-1").startswith("VI-201")


CHEAP = "off-with-your-head-1 spear-1 smaller-1 smaller-2 judgment-1 unbirthday-1"
DEAR = "off-with-your-head-1 spear-1 smaller-1 smaller-2 the-king unbirthday-1"


def test_vi_127_a_good_shot_wins_at_once_and_conditions_cost_nothing() -> None:
    """Five cards cost 8, one of them a Condition; the Wickets have a Strength of 10."""
    with queen("hedge-maze", LAWN, hand="take-the-shot-1", deck=CHEAP) as match:
        shot = match.says(ME, "play:take-the-shot-1")
        assert events_of_kind(shot, facts.CardsRevealed) == [
            facts.CardsRevealed(ME, "villain", tuple(CHEAP.split()[:5]))
        ]
        assert events_of_kind(shot, facts.ObjectiveFulfilled) == [facts.ObjectiveFulfilled(ME)]
        assert match.position.board.winner == ME
        assert decider.open_question(RULES, match.position) is None


def test_vi_218_a_shot_that_costs_as_much_as_the_wickets_are_strong_fails_and_others_are_left() -> None:
    with queen("hedge-maze", LAWN, hand="take-the-shot-1 take-the-shot-2", deck=DEAR, power=8) as match:
        match.says(ME, "play:take-the-shot-1")
        assert match.position.board.winner is None
        assert match.realm(ME).villain.discard == (*DEAR.split()[:5], "take-the-shot-1")
        assert match.realm(ME).villain.deck == ("unbirthday-1",)
        assert "play:take-the-shot-2" in match.asks()[2]


@pytest.mark.parametrize(
    ("more", "wins"),
    [
        ("courtyard: / club-guard-1 ~wicket +spear-2", True),
        ("courtyard: / diamond-guard-1 ~wicket", True),
        ("courtyard: / diamond-guard-1, tweedles", False),
        ("courtyard: caterpillar / diamond-guard-1 ~wicket", False),
    ],
)
def test_all_wickets_shoot_with_their_strength_as_it_is_and_nobody_else_does(more: str, wins: bool) -> None:
    with queen("white-rabbits-house", f"{LAWN}\n{more}", hand="take-the-shot-1", deck=DEAR) as match:
        match.says(ME, "play:take-the-shot-1")
        assert (match.position.board.winner == ME) is wins


def test_what_a_revealed_card_guard_costs_is_printed_on_it_whatever_the_king_says() -> None:
    five = "heart-guard-2 spade-guard-2 diamond-guard-1 diamond-guard-2 take-the-shot-2"
    with queen("hedge-maze", f"{LAWN}\ncourtyard: / the-king", hand="take-the-shot-1", deck=five) as match:
        match.says(ME, "play:take-the-shot-1")
        assert match.position.board.winner is None


def test_a_shot_needs_a_wicket_at_every_location() -> None:
    """With effects=any it can be played all the same, and nothing comes of it (VI-C4)."""
    three = LAWN.replace("spade-guard-1 ~wicket", "spade-guard-1").replace(
        "heart-guard-1 ~wicket", "heart-guard-1 ~wicket, diamond-guard-1 ~wicket"
    )
    with queen("hedge-maze", three, hand="take-the-shot-1", deck=CHEAP) as match:
        assert match.refused(ME, "play:take-the-shot-1").startswith("VI-201")
    with queen("hedge-maze", three, hand="take-the-shot-1", deck=CHEAP, effects="any") as match:
        shot = match.says(ME, "play:take-the-shot-1")
        assert events_of_kind(shot, facts.CardsRevealed) == []
        assert match.where(ME, "take-the-shot-1") == "discard"


def test_a_shot_goes_on_through_a_new_deck_in_which_it_is_not() -> None:
    with queen(
        "hedge-maze", LAWN, hand="take-the-shot-1", deck="spear-1 spear-2",
        discard="fury-2 judgment-1 judgment-2 unbirthday-1",
        chance=("judgment-2 unbirthday-1 fury-2 judgment-1",),
    ) as match:  # fmt: skip
        match.says(ME, "play:take-the-shot-1")
        assert match.position.board.winner == ME


@pytest.mark.parametrize(
    ("worse", "better", "hand"),
    [
        ("", "courtyard: / club-guard-1", ""),
        ("courtyard: / club-guard-1", "courtyard: / club-guard-1 ~wicket", ""),
        ("courtyard: / club-guard-1 ~wicket", "courtyard: / heart-guard-1 ~wicket", ""),
        (
            "courtyard: / club-guard-1 ~wicket, club-guard-2 ~wicket",
            "courtyard: / club-guard-1 ~wicket\nhedge-maze: / club-guard-2 ~wicket",
            "",
        ),
        (LAWN, LAWN, "take-the-shot-1"),
    ],
)
def test_every_step_towards_a_good_shot_is_progress(worse: str, better: str, hand: str) -> None:
    before, after = sits("queen-of-hearts", realm=worse), sits("queen-of-hearts", realm=better, hand=hand)
    assert 0 <= objective_progress(before, BOOK) < objective_progress(after, BOOK) <= 1
