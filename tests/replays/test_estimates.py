"""Chances of a search: the mean of its passes, with an interval that counts the worlds it went through."""

from __future__ import annotations

import pytest

from replays.analysis.estimates import UNKNOWN, estimate_chances

SIDES = ((0,), (1,))


def test_worlds_are_what_an_interval_counts() -> None:
    """Four worlds of 0.4, 0.6, 0.4 and 0.6: a standard error of 0.058; twice 3.18 of those to either side."""
    worlds = {n: [{0: chance, 1: 1 - chance}] * 50 for n, chance in enumerate((0.4, 0.6) * 2)}
    found = estimate_chances(SIDES, worlds)
    assert found.chances == pytest.approx((0.5, 0.5))
    assert found.intervals[0] == pytest.approx((0.133, 0.867), abs=1e-3)
    assert found.intervals[1] == pytest.approx(found.intervals[0], abs=1e-9)


def test_where_all_worlds_say_the_same_nothing_is_open_and_of_one_world_nothing_is_known() -> None:
    assert estimate_chances(SIDES, {n: [{0: 1.0, 1: 0.0}] for n in range(3)}).intervals == ((1, 1), (0, 0))
    assert estimate_chances(SIDES, {0: [{0: 0.5, 1: 0.5}] * 9}).intervals == (UNKNOWN, UNKNOWN)


def test_what_is_common_to_two_answers_in_a_world_says_nothing_of_the_gap_between_them() -> None:
    one, other = (
        estimate_chances(
            SIDES, {n: [{0: it - worse, 1: 1 - it + worse}] for n, it in enumerate((0.3, 0.6, 0.9))}
        )
        for worse in (0.0, 0.2)
    )
    assert one.intervals[0][1] - one.intervals[0][0] > 0.9
    assert one.difference_to(other, 0) == pytest.approx((0.2, 0.2))
