"""Comparisons of cards, corrected for the length of matches.

A longer match shows more cards, and not all seats win longer matches equally often. The raw win rate with a
card thus measures length before the card. Here seats are compared within strata of equal exposure. They drew
the same number of cards, and only chance decided on the cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from math import sqrt

from replays.research.standings import Share, Z

from .model import Comparison, win_rate

MIN_COMPARED_SEATS = 10
"""Seats needed with the card and without it, because fewer would look too certain."""


class Stratified:
    """Counts of seats by stratum, of wins and of all, with the card and without it."""

    def __init__(self) -> None:
        self._counts: defaultdict[Hashable, list[int]] = defaultdict(lambda: [0, 0, 0, 0])

    def count_seat(self, stratum: Hashable, yes: bool, won: bool) -> None:
        """Counts one seat."""
        counts = self._counts[stratum]
        counts[0 if yes else 2] += won
        counts[1 if yes else 3] += 1

    def compare(self) -> Comparison:
        """Returns the risk difference of Mantel and Haenszel (1959) with Sato's variance (1989)."""
        weights = difference = p = q = 0.0
        total, compared = [0, 0, 0, 0], [0, 0]
        for counts in self._counts.values():
            total = [sum_ + count for sum_, count in zip(total, counts, strict=True)]
            y1, n1, y0, n0 = counts
            if n1 and n0:
                n = n1 + n0
                compared = [compared[0] + n1, compared[1] + n0]
                weights += n1 * n0 / n
                difference += (y1 * n0 - y0 * n1) / n
                p += (n1 * n1 * y0 - n0 * n0 * y1 + n1 * n0 * (n0 - n1) / 2) / (n * n)
                q += (y1 * (n0 - y0) + y0 * (n1 - y1)) / (2 * n)
        yes, no = win_rate(Share(*total[:2])), win_rate(Share(*total[2:]))
        if min(compared) < MIN_COMPARED_SEATS:
            return Comparison(yes, no, None, None, None)
        mean = difference / weights
        half = Z * sqrt(max(0.0, mean * p + q)) / weights
        if not half:  # all of them won, or none: that proves nothing, and would look certain
            return Comparison(yes, no, None, None, None)
        ends = (mean, max(-1.0, mean - half), min(1.0, mean + half))
        return Comparison(yes, no, *(round(part, 5) for part in ends))
