"""Adding up: shares with their intervals, and comparisons that the length of matches does not sway."""

from __future__ import annotations

from random import Random

import pytest

from projections.statistics import CountedMatch, CountedSeat
from service.statistics.adding import add_up
from service.statistics.comparing import Stratified
from service.statistics.service import Choice

JULY, AUGUST = 1_783_000_000_000, 1_787_000_000_000


def match(
    *cast: str, won: int | None = 0, turn: int = 9, ended: int = JULY, hands: tuple[str, ...] = ("", "")
) -> CountedMatch:
    """A match of one character a side; *hands* are the cards that each seat drew, out of a to z."""
    deck = tuple("abcdefghijklmnopqrstuvwxyz")
    seats = tuple(
        CountedSeat((who,), deck, tuple(hand), 0, ()) for who, hand in zip(cast, hands, strict=True)
    )
    sides = tuple((seat,) for seat in range(len(cast)))
    return CountedMatch("g", "cup", 1, JULY, ended, "won", turn, False, seats, sides, won, 0)


def test_shares_are_of_decided_matches_and_tell_how_sure_they_are() -> None:
    told = add_up("g", [match("x", "y"), match("x", "y"), match("y", "x"), match("x", "y", won=None)])
    assert (told.matches, told.drawn, told.fair) == (4, 1, 0.5)
    x, y = told.characters
    assert (x.share.won, x.share.of, y.share.won, y.share.of) == (2, 3, 1, 3)
    # Wilson's interval of 2 in 3, as published tables have it.
    assert (x.share.low, x.share.high) == pytest.approx((0.2077, 0.9385), abs=1e-4)
    assert [(one.character, one.against, one.share.won) for one in told.pairs] == [
        ("x", "y", 2),
        ("y", "x", 1),
    ]
    assert told.first == told.seats[0].share


def test_lengths_and_months_add_up_to_all_matches() -> None:
    told = add_up("g", [match("x", "y", turn=1), match("x", "y", turn=40), match("x", "y", ended=AUGUST)])
    assert [one.month for one in told.months] == ["2026-07", "2026-08"]
    assert sum(one.matches for one in told.months) == sum(one.matches for one in told.lengths) == 3
    assert [(one.least, one.most) for one in told.lengths] == [(0, 5), (6, 11), (36, 41)]


def test_without_a_match_nothing_is_claimed() -> None:
    told = add_up("g", [])
    assert (told.fair, told.turns, told.first.rate, told.characters) == (None, None, None, ())


def test_a_card_without_effect_is_not_praised_for_long_matches() -> None:
    """The winner draws more here, whatever the cards: the naive comparison falls for it, ours does not."""
    luck = Random(8)
    played = [
        match("x", "y", hands=(drawn(luck, 16), drawn(luck, 6)), won=0 if luck.random() < 0.8 else 1)
        for _ in range(500)
    ]
    found = {card.card: card.drawn for card in add_up("g", played).cards}
    naive = [(one.yes.rate or 0) - (one.no.rate or 0) for one in found.values()]
    assert min(naive) > 0.1
    clear = [one for one in found.values() if not (one.low or 0) <= 0 <= (one.high or 0)]
    assert len(clear) <= 4  # of 26 intervals of 95 %
    assert abs(sum(one.difference or 0 for one in found.values())) / len(found) < 0.02


def test_a_card_with_an_effect_is_found() -> None:
    luck = Random(9)
    played = []
    for _ in range(500):
        one, other = drawn(luck, 13), drawn(luck, 13)
        odds = 0.5 + 0.2 * (("a" in one) - ("a" in other))
        played.append(match("x", "y", hands=(one, other), won=0 if luck.random() < odds else 1))
    found = max(add_up("g", played).cards, key=lambda card: card.drawn.difference or 0)
    assert found.card == "a"
    assert (found.drawn.low or 0) < 0.2 < (found.drawn.high or 0)


def drawn(luck: Random, count: int) -> str:
    return "".join(luck.sample("abcdefghijklmnopqrstuvwxyz", count))


def test_in_one_stratum_the_difference_is_that_of_the_shares() -> None:
    counts = Stratified()
    for yes, won, times in ((True, True, 30), (True, False, 20), (False, True, 20), (False, False, 30)):
        for _ in range(times):
            counts.count_seat("all", yes, won)
    told = counts.compare()
    assert told.difference == 0.2
    assert told.low is not None
    assert (told.high or 0) - 0.2 == pytest.approx(0.2 - told.low)
    assert told.low == pytest.approx(0.2 - 1.96 * (2 * 0.6 * 0.4 / 50) ** 0.5, abs=0.01)


def test_few_seats_are_not_compared() -> None:
    counts = Stratified()
    for yes in (True, False):
        for _ in range(9):
            counts.count_seat("all", yes, yes)
    assert counts.compare().difference is None


def test_seats_that_all_ended_alike_prove_nothing() -> None:
    counts = Stratified()
    for yes in (True, False):
        for _ in range(20):
            counts.count_seat("all", yes, False)
    assert counts.compare().difference is None


def test_a_choice_takes_what_fits_all_of_it() -> None:
    one = match("x", "y")
    assert Choice("g", chapter=1, seats=2, event="cup", bots="none").matches(one)
    others = (Choice("h"), Choice("g", chapter=2), Choice("g", event="cap"), Choice("g", bots="only"))
    assert not any(choice.matches(one) for choice in others)
