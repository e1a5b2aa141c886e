"""An effect under way is told again from its beginning; when it has changed by then, that is said."""

from __future__ import annotations

import pytest

from domain.errors import Drift
from domain.script import Script, choose_one, choose_up_to, draw_by_chance, shuffle_cards

from .toy_game import Evening, Game, Round, Said, T, Whispered, interview


def changed(t: T) -> Script[None]:
    yield Said("go away")


def asks_otherwise(t: T) -> Script[None]:
    yield Said("welcome")
    yield from choose_one(1, "name", ("ann", "bob", "cid"))


def asks_another_seat(t: T) -> Script[None]:
    yield Said("welcome")
    yield from choose_one(0, "name", ("ann", "bob"))


def asks_no_more(t: T) -> Script[None]:
    yield Said("welcome")


def draws_instead(t: T) -> Script[None]:
    yield Said("welcome")
    yield from draw_by_chance(("ann", "bob"))


@pytest.mark.parametrize(
    ("now", "recorded", "instead"),
    [
        (changed, "word='welcome'", "word='go away'"),
        (asks_otherwise, "options=('ann', 'bob')", "options=('ann', 'bob', 'cid')"),
        (asks_another_seat, "seat=1", "seat=0"),
        (asks_no_more, "prompt='name'", "the end of the effect"),
        (draws_instead, "prompt='name'", "seat=-1"),
    ],
)
def test_an_effect_that_changed_under_an_open_question_drifts(
    now: Round, recorded: str, instead: str
) -> None:
    evening = Evening(interview).answer(0, "go")
    evening.rules = Game(now)
    with pytest.raises(Drift) as drift:
        evening.answer(1, "ann")
    was, _, would_be = str(drift.value).partition(", and now it would be ")
    assert was.startswith(f"fact {drift.value.seq} was ")
    assert recorded in was
    assert instead in would_be


def dealing(*cards: str) -> Round:
    """A round that shuffles these cards and lets the other seat keep the top one."""

    def deal(t: T) -> Script[None]:
        top, *_ = yield from shuffle_cards(cards)
        for card in (yield from choose_up_to(1, "keep", (top,))):
            yield Whispered(1, card)

    return deal


def test_a_shuffle_of_other_cards_drifts() -> None:
    """What chance was asked is not in the log; that its answer fits no more is seen all the same."""
    evening = Evening(dealing("ace", "king"), ("king", "ace")).answer(0, "go")
    evening.rules = Game(dealing("ace", "king", "queen"))
    with pytest.raises(Drift, match=r"'king', 'ace'.*now it would be .*'queen'"):
        evening.answer(1, "king")


def test_an_effect_that_has_not_changed_goes_on() -> None:
    evening = Evening(dealing("ace", "king"), ("king", "ace")).answer(0, "go")
    evening.rules = Game(dealing("ace", "king"))
    assert evening.answer(1, "king").words == ("king",)
